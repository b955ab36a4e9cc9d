import { useState } from "preact/hooks";
import type { View } from "./api";
import { lensName } from "./glance";
import { signedShort, splitMoves } from "./squares";
import { t } from "./text";

// What a part of a view draws: marks of one shape on squares that speak for a side.
export interface Layer { name: string; shape: number; black: Set<string>; white: Set<string> }
// A number that belongs to squares together, for Black.
export interface Area { squares: string[]; value: number }

const SHAPES = ["M5 1.2a3.8 3.8 0 1 0 .01 0z", "M1.7 1.7h6.6v6.6H1.7z", "M5 1.2 9 8.6H1z", "M5 .8 9.2 5 5 9.2.8 5z"];

export function Mark({ shape, side, place }: { shape: number; side: "black" | "white" | "both" | "none"; place: string }) {
  return <svg class={`mark ${place} ${side}`} viewBox="0 0 10 10" aria-hidden="true"><path d={SHAPES[shape % SHAPES.length]} /></svg>;
}

export function sideOf(layer: Layer, square: string): "black" | "white" | "both" | null {
  const black = layer.black.has(square);
  const white = layer.white.has(square);
  return black && white ? "both" : black ? "black" : white ? "white" : null;
}

// One part of a view alone.
export function layerOf(component: View["components"][number], shape = 0): Layer {
  return {
    name: lensName(component.name), shape,
    black: new Set(splitMoves(component.black_squares)), white: new Set(splitMoves(component.white_squares)),
  };
}

function ends(squares: string[]): string {
  return squares.length > 1 ? `${squares[0]}–${squares.at(-1)}` : squares[0] ?? "";
}

// More than so many parts at once are too many to see.
const DRAWN = 4;

// What of a view is drawn on the board, with a table in which each part can be put out and lit again.
export function useLayers(view: View | null) {
  const [turned, setTurned] = useState<Set<string>>(new Set());
  const layers: Layer[] = [];
  const areas: Area[] = [];
  let drawable = 0;
  const rows = (view?.components ?? []).map((component, place) => {
    const marked = component.black_squares !== "" || component.white_squares !== "";
    const layer = marked ? layerOf(component, place) : null;
    const numbers = component.areas.map((area) => ({ squares: splitMoves(area.squares), value: area.value }));
    const usual = (layer !== null || numbers.length > 0) && drawable++ < DRAWN;
    const drawn = usual !== turned.has(component.name);
    if (layer && drawn) layers.push(layer);
    if (drawn) areas.push(...numbers);
    return { component, layer, numbers, drawn };
  });
  const toggle = (name: string) => {
    const next = new Set(turned);
    if (!next.delete(name)) next.add(name);
    setTurned(next);
  };
  const table = view && (
    <table class="view-table">
      <thead><tr><td /><th scope="col">{t("black")}</th><th scope="col">{t("white")}</th></tr></thead>
      <tbody>
        {rows.map(({ component, layer, numbers, drawn }) => (
          <tr key={component.name}>
            <th scope="row">
              {layer || numbers.length > 0 ? (
                <label class="part">
                  <input type="checkbox" checked={drawn} aria-label={t("draw_part", { name: lensName(component.name) })} onChange={() => toggle(component.name)} />
                  {lensName(component.name)}
                  {layer && <Mark shape={layer.shape} side="none" place="key" />}
                </label>
              ) : <span class="part">{lensName(component.name)}</span>}
              {numbers.length > 0 && <small>{numbers.map((area) => `${ends(area.squares)} ${signedShort(area.value)}`).join(" · ")}</small>}
            </th>
            <td>{component.black.toLocaleString()}</td>
            <td>{component.white.toLocaleString()}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
  return { layers, areas, table };
}
