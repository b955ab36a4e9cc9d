import { useEffect, useRef, useState } from "preact/hooks";
import { Mark, sideOf, type Area, type Layer } from "./layers";
import { SQUARES, signedShort } from "./squares";
import { t } from "./text";

export interface SquareValue { text: string; exact: boolean; best: boolean; note?: string; weak?: boolean }

interface Props {
  position: string;
  legal?: Set<string>;
  last?: string | null;
  values?: Map<string, SquareValue>;
  layers?: Layer[];
  areas?: Area[];
  weights?: (number | null)[] | null;
  notes?: Map<string, string>; // small texts, such as parities
  onPlay?: (square: string) => void;
  anySquare?: boolean; // also squares that are not legal moves can be chosen
  preview?: boolean;
}

function label(props: Props, square: string, disc: string): string {
  const legal = props.legal?.has(square) ?? false;
  const parts = [
    t(disc === "X" ? "square_black" : disc === "O" ? "square_white" : legal ? "square_legal" : "square_empty", { square }),
  ];
  if (props.last === square) parts.push(t("square_last"));
  const value = props.values?.get(square);
  if (value) {
    parts.push(t("square_value", { value: value.text }));
    if (value.best) parts.push(t("square_best"));
    if (value.exact) parts.push(t("square_exact"));
  }
  const weight = props.weights?.[SQUARES.indexOf(square)];
  if (weight !== undefined && weight !== null) parts.push(t("square_weight", { value: weight }));
  for (const layer of props.layers ?? []) {
    const side = sideOf(layer, square);
    if (side) parts.push(t("square_marked", { name: layer.name, side: t(side) }));
  }
  const note = props.notes?.get(square);
  if (note) parts.push(note);
  return parts.join(", ");
}

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -8, ArrowDown: 8 };

export function Board(props: Props) {
  const grid = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState(27);
  // Discs that were there before are turned over; the first board appears as it is.
  const [settled, setSettled] = useState(false);
  useEffect(() => setSettled(true), []);

  const move = (event: KeyboardEvent, index: number) => {
    const step = STEPS[event.key];
    if (step === undefined || event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const column = index % 8;
    if ((step === -1 && column === 0) || (step === 1 && column === 7)) return;
    const next = index + step;
    if (next < 0 || next > 63) return;
    setFocused(next);
    (grid.current?.querySelector(`[data-index="${next}"]`) as HTMLElement | null)?.focus();
  };

  return (
    <div class={"board-frame" + (props.preview ? " preview" : "")}>
      <div class="letters" aria-hidden="true">{[..."abcdefgh"].map((c) => <span key={c}>{c}</span>)}</div>
      <div class="numbers" aria-hidden="true">{[..."12345678"].map((c) => <span key={c}>{c}</span>)}</div>
      <svg class="definitions" aria-hidden="true">
        <linearGradient id="both-sides"><stop offset="50%" stop-color="#15191b" /><stop offset="50%" stop-color="#fbfaf5" /></linearGradient>
      </svg>
      <div class={"board" + (settled ? " settled" : "")} role="group" aria-label={t("board")} ref={grid} id="board">
        {SQUARES.map((square, index) => {
          const disc = props.position[index] ?? "-";
          const legal = props.legal?.has(square) ?? false;
          const value = props.values?.get(square);
          const weight = props.weights?.[index] ?? undefined;
          const note = props.notes?.get(square);
          const open = props.onPlay !== undefined && (legal || props.anySquare === true);
          return (
            <button
              key={square}
              type="button"
              class={
                "square" + (legal && props.onPlay ? " legal" : "") + (props.last === square ? " last" : "") +
                (value?.best ? " best" : "")
              }
              data-index={index}
              data-square={square}
              tabIndex={index === focused ? 0 : -1}
              aria-label={label(props, square, disc)}
              aria-disabled={!open}
              onKeyDown={(event) => move(event, index)}
              onFocus={() => setFocused(index)}
              onClick={() => open && props.onPlay?.(square)}
            >
              {disc !== "-" && (
                <span class={"disc " + (disc === "X" ? "is-black" : "is-white")} key="disc">
                  <span class="face black" />
                  <span class="face white" />
                </span>
              )}
              {value && disc === "-" && (
                <span class={"value" + (value.exact ? " exact" : "") + (value.weak ? " weak" : "")}>
                  {value.text}
                  {value.note && <small>{value.note}</small>}
                </span>
              )}
              {weight !== undefined && <span class={"weight" + (disc === "X" ? " on-black" : disc === "O" ? " on-white" : "")}>{weight}</span>}
              {note && disc === "-" && !value && <span class="note">{note}</span>}
              {props.layers?.map((layer) => {
                const side = sideOf(layer, square);
                return side && <Mark key={layer.name} shape={layer.shape} side={side} place={props.layers!.length > 1 || value ? `at-${layer.shape % 4}` : "middle"} />;
              })}
            </button>
          );
        })}
        {props.areas?.map((area) => (
          <span
            key={area.squares.join("")}
            class={"area" + (area.value > 0 ? " black" : area.value < 0 ? " white" : "")}
            style={{ left: `${middle(area.squares, (i) => i % 8)}%`, top: `${middle(area.squares, (i) => Math.floor(i / 8))}%` }}
            aria-hidden="true"
          >
            {signedShort(area.value)}
          </span>
        ))}
      </div>
    </div>
  );
}

// Where the middle of some squares is, in per cent of the board.
function middle(squares: string[], place: (index: number) => number): number {
  const sum = squares.reduce((total, square) => total + place(SQUARES.indexOf(square)) + 0.5, 0);
  return (100 * sum) / (8 * Math.max(1, squares.length));
}
