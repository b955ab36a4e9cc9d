import { SQUARES } from "./squares";

// The board as a picture that stands by itself.
export function boardSvg(position: string, last: string | null): string {
  const cell = 60;
  const edge = 30;
  const size = edge * 2 + cell * 8;
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size}" height="${size}">`,
    `<rect width="${size}" height="${size}" rx="10" fill="#2b2520"/>`,
    `<rect x="${edge}" y="${edge}" width="${cell * 8}" height="${cell * 8}" fill="#1f7a4d"/>`,
  ];
  for (let i = 0; i <= 8; ++i) {
    const at = edge + i * cell;
    parts.push(`<path d="M${edge} ${at}H${size - edge}M${at} ${edge}V${size - edge}" stroke="#0d3d26" stroke-width="1.5"/>`);
  }
  for (const [x, y] of [[2, 2], [6, 2], [2, 6], [6, 6]] as const) {
    parts.push(`<circle cx="${edge + x * cell}" cy="${edge + y * cell}" r="4" fill="#0d3d26"/>`);
  }
  const text = (x: number, y: number, what: string) =>
    parts.push(`<text x="${x}" y="${y}" fill="#e8e2d6" font-family="sans-serif" font-size="16" text-anchor="middle" dominant-baseline="central">${what}</text>`);
  for (let i = 0; i < 8; ++i) {
    text(edge + (i + 0.5) * cell, edge / 2, "abcdefgh"[i]!);
    text(edge / 2, edge + (i + 0.5) * cell, String(i + 1));
  }
  SQUARES.forEach((square, i) => {
    const disc = position[i];
    if (disc === "-") return;
    const x = edge + ((i % 8) + 0.5) * cell;
    const y = edge + (Math.floor(i / 8) + 0.5) * cell;
    parts.push(`<circle cx="${x}" cy="${y}" r="25" fill="${disc === "X" ? "#14181b" : "#f6f4ee"}" stroke="#0003"/>`);
    if (square === last) parts.push(`<circle cx="${x}" cy="${y}" r="6" fill="#e2574c"/>`);
  });
  return parts.join("") + "</svg>";
}

function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

export function saveText(text: string, type: string, name: string): void {
  saveBlob(new Blob([text], { type }), name);
}

export async function savePng(svg: string, name: string): Promise<void> {
  const image = new Image();
  image.src = "data:image/svg+xml," + encodeURIComponent(svg);
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.width * 2;
  canvas.height = image.height * 2;
  canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  if (blob) saveBlob(blob, name);
}
