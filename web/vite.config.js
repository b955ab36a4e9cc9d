import { existsSync, readFileSync } from "node:fs";

// The page is built in a copy of this folder, with the results beside it; by hand they are in the tree.
const results = ["reproductions.md", "../docs/reproductions.md"].find((file) => existsSync(file));

// The rows "| iago | 1981 | +422 (± 89) | 39 - 2 - 15 | ..." of the section on all players.
function lineage(text) {
  const section = text.split(/^## /m).find((part) => part.startsWith("lineage\n")) ?? "";
  const rows = section.matchAll(/^\| ([\w-]+) \| [^|]+ \| [+-]?\d+ \([^|]*\) \| (\d+) - (\d+) - (\d+) \|/gm);
  return [...rows].map(([, player, won, drawn, lost]) => ({ player, won: Number(won), drawn: Number(drawn), lost: Number(lost) }));
}

// The names of the files are fixed: the program embeds them by these.
export default {
  define: { LINEAGE_OF_DOCS: JSON.stringify(results ? lineage(readFileSync(results, "utf8")) : []) },
  base: "./",
  esbuild: { jsx: "automatic", jsxImportSource: "preact" },
  build: {
    target: "es2022",
    modulePreload: false,
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 200,
    rollupOptions: {
      output: {
        inlineDynamicImports: true,
        entryFileNames: "app.js",
        assetFileNames: "app[extname]",
      },
    },
  },
};
