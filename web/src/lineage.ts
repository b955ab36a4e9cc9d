// How the players fared when all met, the best first: the table of ratings of the experiment "lineage" in
// docs/reproductions.md, which vite.config.js puts in here. Empty where it is not there.
declare const LINEAGE_OF_DOCS: { player: string; won: number; drawn: number; lost: number }[];

export const LINEAGE = LINEAGE_OF_DOCS;
