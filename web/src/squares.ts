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

// With a decimal where whole numbers would say little.
export function signedShort(value: number): string {
  const tenths = Math.round(value * 10);
  if (Math.abs(value) >= 10 || tenths % 10 === 0) return signed(value);
  return `${tenths > 0 ? "+" : "−"}${(Math.abs(tenths) / 10).toFixed(1)}`;
}

export function signed(value: number): string {
  const rounded = Math.round(value);
  return rounded > 0 ? `+${rounded}` : rounded < 0 ? `−${-rounded}` : "0";
}
