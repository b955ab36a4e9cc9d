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

// More than so many parts at once are too many to see; of parts that are all numbers, one is enough.
const DRAWN = 4;

// Which parts are drawn until somebody chooses.
function usualParts(view: View | null): Set<string> {
  const parts = (view?.components ?? []).filter((part) => part.black_squares !== "" || part.white_squares !== "" || part.areas.length > 0);
  const greatest = [...parts].sort((a, b) => Math.abs(b.black) - Math.abs(a.black));
  const many = parts.filter((part) => part.areas.length > 0).length > DRAWN;
  return new Set((many ? greatest.slice(0, 1) : parts.slice(0, DRAWN)).map((part) => part.name));
}

// What of a view is drawn on the board, with a table in which each part can be put out and lit again.
export function useLayers(view: View | null) {
  const [chosen, setChosen] = useState<Map<string, boolean>>(new Map());
  const layers: Layer[] = [];
  const areas: Area[] = [];
  const usual = usualParts(view);
  const rows = (view?.components ?? []).map((component, place) => {
    const marked = component.black_squares !== "" || component.white_squares !== "";
    const layer = marked ? layerOf(component, place) : null;
    const numbers = component.areas.map((area) => ({ squares: splitMoves(area.squares), value: area.value }));
    const drawn = chosen.get(component.name) ?? usual.has(component.name);
    if (layer && drawn) layers.push(layer);
    if (drawn) areas.push(...numbers);
    return { component, layer, numbers, drawn };
  });
  const choose = (name: string, drawn: boolean) => setChosen(new Map(chosen).set(name, drawn));
  const table = view && <>
    <table class="view-table">
      <thead><tr><td /><th scope="col">{t("black")}</th><th scope="col">{t("white")}</th></tr></thead>
      <tbody>
        {rows.map(({ component, layer, numbers, drawn }) => (
          <tr key={component.name}>
            <th scope="row">
              {layer || numbers.length > 0 ? (
                <label class="part">
                  <input type="checkbox" checked={drawn} aria-label={t("draw_part", { name: lensName(component.name) })} onChange={() => choose(component.name, !drawn)} />
                  {lensName(component.name)}
                  {layer && <Mark shape={layer.shape} side="none" place="key" />}
                </label>
              ) : <span class="part">{lensName(component.name)}</span>}
              {drawn && numbers.length > 0 && <small>{numbers.map((area) => `${ends(area.squares)} ${signedShort(area.value)}`).join(" · ")}</small>}
            </th>
            <td>{component.black.toLocaleString()}</td>
            <td>{component.white.toLocaleString()}</td>
          </tr>
        ))}
      </tbody>
    </table>
    {view.heuristics.length > 0 && <Heuristics list={view.heuristics} />}
  </>;
  return { layers, areas, table };
}

const LEVELS: Record<string, string> = { VeryLow: "▼▼", Low: "▼", Middling: "", High: "▲", VeryHigh: "▲▲" };

function Heuristics({ list }: { list: View["heuristics"] }) {
  return (
    <>
      <table class="view-table heuristics">
        <thead><tr><th scope="col">{t("heuristics")}</th><th scope="col">{t("win_measure")}</th><th scope="col">{t("chance")}</th></tr></thead>
        <tbody>
          {list.map((entry) => {
            const changes = Object.entries(entry.levels).filter(([, level]) => LEVELS[level]).map(([name, level]) => `${lensName(name)} ${LEVELS[level]}`);
            const same = splitMoves(entry.same).filter((square) => square !== entry.move);
            return (
              <tr key={entry.move}>
                <th scope="row">
                  {entry.move}
                  <small>{changes.join(" · ") || t("heuristic_plain")}{same.length > 0 && ` (${t("heuristic_same", { squares: same.join(", ") })})`}</small>
                </th>
                <td>{entry.measure.toLocaleString()}</td>
                <td>{Math.round(100 * entry.chance)} %</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p class="hint">{t("heuristics_help")}</p>
    </>
  );
}
