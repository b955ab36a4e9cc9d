// Takes pictures of the page to look at, in both languages: screenshots.mjs NODE_MODULES BINARY FOLDER
// With "docs" behind the folder, the two that the papers show.
import path from "node:path";
import { findChromium, openBrowser, Server } from "./harness.mjs";

const [modules, binary, folder, docs] = process.argv.slice(2);
const GAME = "f5d6c3d3c4f4f6f7g6h6e6b3f8f3e7g5h4d7";
const LATE = "f5d6c3d3c4f4f6f7g6h6e6b3f8f3e7g5h4d7e3h5h7d8a3c2c8b8b5g3c1b4e8g8h3c6a5a4g4d2e1a6a7d1c5f1";
const server = await new Server(binary).start();
const browser = await openBrowser(modules, findChromium());
try {
  const game = await server.ask("POST", "/api/games", { black: "human", white: "emilia:level=2", moves: GAME, clock: { seconds: 300, increment: 0 } });
  if (docs) {
    const picture = async (colorScheme, where, name, ready) => {
      const page = await browser.newPage({ viewport: { width: 1240, height: 820 }, colorScheme, locale: "en-GB", bypassCSP: true });
      await page.goto(server.url + where);
      await ready(page);
      await page.mouse.move(2, 2);
      await page.waitForTimeout(700);
      await page.screenshot({ path: path.join(folder, name) });
      await page.close();
    };
    await picture("light", `#/play/${game.id}`, "page-play.png", (page) => page.waitForSelector("#board .legal"));
    await picture("dark", `#/analyse?moves=${LATE}`, "page-analyse.png", async (page) => {
      await page.click("#analyse-all");
      await page.waitForFunction(() => document.querySelector("#analyse-all").textContent === "Analyse every move", null, { timeout: 120000 });
    });
  }
  const pages = {
    setup: "#/play", play: `#/play/${game.id}`, analyse: `#/analyse?moves=${GAME}`, endgame: `#/analyse?moves=${LATE}`,
    games: "#/games", museum: "#/museum", room: "#/museum/iago", options: "#/museum/logistello-97", lens: `#/analyse?moves=${LATE}`,
  };
  const windows = [[390, 844], [1440, 900]].flatMap(([width, height]) =>
    ["light", "dark"].flatMap((colorScheme) => ["en-GB", "ja-JP"].map((locale) => ({ viewport: { width, height }, colorScheme, locale }))));
  if (!docs) {
    for (const window of windows) {
      const { viewport: { width }, colorScheme, locale } = window;
      const context = await browser.newContext(window);
      const page = await context.newPage();
      for (const [name, where] of Object.entries(pages)) {
        await page.goto("about:blank");
        await page.goto(server.url + where);
        if (name === "lens") await page.selectOption("#lens", "own:iago");
        await page.waitForTimeout(name === "analyse" ? 2500 : name === "endgame" ? 3500 : 700);
        await page.screenshot({ path: path.join(folder, `${name}-${width}-${colorScheme}-${locale.slice(0, 2)}.png`), fullPage: width === 390 && name !== "play" });
      }
      await context.close();
    }
  }
} finally {
  await browser.close();
  await server.close();
}
