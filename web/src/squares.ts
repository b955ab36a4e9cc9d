// Squares and lists of them as the server writes them: "f5", "f5d6c3".

export const SQUARES: string[] = [];
for (let row = 1; row <= 8; ++row) for (const column of "abcdefgh") SQUARES.push(column + row);

export const START = "---------------------------OX------XO--------------------------- X";

export function splitMoves(text: string): string[] {
  return text.match(/../g) ?? [];
}

export function moveCode(move: string): string {
  return move === "pass" ? "pa" : move;
}

export function signed(value: number): string {
  const rounded = Math.round(value);
  return rounded > 0 ? `+${rounded}` : rounded < 0 ? `−${-rounded}` : "0";
}
