import { useEffect, useRef, useState } from "preact/hooks";
import { SQUARES } from "./squares";
import { t } from "./text";

export interface SquareValue { text: string; exact: boolean; best: boolean; note?: string; weak?: boolean }

interface Props {
  position: string;
  legal?: Set<string>;
  last?: string | null;
  values?: Map<string, SquareValue>;
  marks?: Set<string>;
  weights?: number[] | null;
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
  if (weight !== undefined) parts.push(t("square_weight", { value: weight }));
  if (props.marks?.has(square)) parts.push(t("square_marked"));
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
      <div class={"board" + (settled ? " settled" : "")} role="group" aria-label={t("board")} ref={grid} id="board">
        {SQUARES.map((square, index) => {
          const disc = props.position[index] ?? "-";
          const legal = props.legal?.has(square) ?? false;
          const value = props.values?.get(square);
          const weight = props.weights?.[index];
          const note = props.notes?.get(square);
          const open = props.onPlay !== undefined && (legal || props.anySquare === true);
          return (
            <button
              key={square}
              type="button"
              class={
                "square" + (legal && props.onPlay ? " legal" : "") + (props.last === square ? " last" : "") +
                (props.marks?.has(square) ? " marked" : "") + (value?.best ? " best" : "")
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
            </button>
          );
        })}
      </div>
    </div>
  );
}
