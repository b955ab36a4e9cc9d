import type { Ply } from "./api";
import { openingName } from "./said";
import { SQUARES, splitMoves } from "./squares";
import { t, type TextKey } from "./text";

// What can be read off a position at a glance.
export function Glance({ ply }: { ply: Ply }) {
  const odd = ply.regions.filter((region) => region.odd).length;
  const even = ply.regions.length - odd;
  return (
    <dl class="glance">
      <div><dt>{t("opening")}</dt><dd>{ply.opening ? openingName(ply.opening) : "—"}</dd></div>
      <div><dt>{t("discs")}</dt><dd><Pair black={ply.black} white={ply.white} /></dd></div>
      <div><dt>{t("mobility")}</dt><dd><Pair black={ply.black_moves} white={ply.white_moves} /></dd></div>
      <div><dt>{t("empties")}</dt><dd>{64 - ply.black - ply.white}</dd></div>
      <div><dt>{t("regions")}</dt><dd>{t("region_odd", { n: odd })} · {t("region_even", { n: even })}</dd></div>
    </dl>
  );
}

export function Pair(props: { black: number; white: number }) {
  return (
    <span class="pair">
      <i class="dot black" role="img" aria-label={t("black")} />{props.black}
      <i class="dot white" role="img" aria-label={t("white")} />{props.white}
    </span>
  );
}

export function parityNotes(ply: Ply): Map<string, string> {
  const notes = new Map<string, string>();
  for (const region of ply.regions) {
    const squares = splitMoves(region.squares);
    // The whole board as one region says nothing.
    if (squares.length > 24) continue;
    for (const square of squares) notes.set(square, t(region.odd ? "region_odd" : "region_even", { n: squares.length }));
  }
  return notes;
}

export const LENSES = ["moves", "frontier", "stable", "corners"] as const;
const LENS_NAMES: Record<string, TextKey> = {
  discs: "discs", moves: "mobility", frontier: "frontier", stable: "stable", corners: "corners", weights: "weights",
  "edge stability": "edge_stability", "internal stability": "internal_stability", "current mobility": "current_mobility",
  "potential mobility": "potential_mobility", total: "total", "chance of winning": "chance_of_winning",
  "diagonals of 4": "diagonals_4", "diagonals of 5": "diagonals_5", "diagonals of 6": "diagonals_6", "diagonals of 7": "diagonals_7",
  "diagonals of 8": "diagonals_8", "second lines": "second_lines", "third lines": "third_lines", "fourth lines": "fourth_lines",
  "edges with X-squares": "edges_with_x", "corners 2 x 5": "corners_2x5", "corners 3 x 3": "corners_3x3", parity: "parity", constant: "constant", "opening book": "opening_book",
  "corner strength": "corner_strength", "corner stability": "corner_stability", "interior stability": "interior_stability",
  "square advantage": "square_advantage",
  score: "discs", mobility: "mobility", "global parity": "global_parity", access: "access", "local parity": "local_parity",
  "sequence penalty": "sequence_penalty",
  "invulnerable discs": "invulnerable_discs", "potential directions": "potential_directions", "actual directions": "actual_directions",
  "potential pieces": "potential_pieces", "legal moves": "mobility", "edge ends, rows": "edge_ends_rows", "edge ends, columns": "edge_ends_columns",
  "edge ends, falling": "edge_ends_falling", "edge ends, rising": "edge_ends_rising", "empty neighbours": "empty_neighbours",
  "enemy neighbours": "enemy_neighbours", "piece count": "discs",
  "edge and X": "edges_with_x", "edge and centre": "edges_with_centre", "corner 2 x 5": "corners_2x5", "corner triangle": "corner_triangles",
  "corner 3 x 3": "corners_3x3", kite: "kites", "row 2 and corners": "second_lines_corners", "row 3": "third_lines", "row 4": "fourth_lines",
  "diagonal of 8": "diagonals_8", "diagonal of 7, corners": "diagonals_7_corners", "diagonal of 6": "diagonals_6", "diagonal of 5": "diagonals_5",
  "diagonal of 4": "diagonals_4", stage: "stage",
};

export function lensName(name: string): string {
  const like = /^squares like (\w\d)$/.exec(name);
  if (like) return t("squares_like", { square: like[1]! });
  const key = LENS_NAMES[name];
  return key ? t(key) : name;
}

export function squaresOf(text: string): Set<string> {
  return new Set(splitMoves(text));
}

export function lastDisc(plies: Ply[], ply: number): string | null {
  for (let i = ply; i > 0; --i) {
    const move = plies[i]?.move;
    if (move && move !== "pass") return SQUARES.includes(move) ? move : null;
  }
  return null;
}
