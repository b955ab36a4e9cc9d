import { signal } from "@preact/signals";
import { api, type PlayerKind, type PlayerOption } from "./api";
import { exhibit } from "./exhibits";
import { said } from "./said";
import { isTextKey, t, type TextKey } from "./text";

export const players = signal<PlayerKind[] | null>(null);

export async function loadPlayers(): Promise<void> {
  players.value = (await api.players()).players;
}

// As it is called on the page; in a spec it has its own name.
function optionName(name: string): string {
  const key = `option_${name}`;
  return isTextKey(key) ? t(key) : name;
}

// What a person calls a seat: "human", or a player's spec such as "max-disc:depth=3".
export function seatName(seat: string): string {
  if (seat === "human") return t("human");
  const [name = "", options = ""] = seat.split(/:(.*)/s);
  const title = exhibit(name)?.title ?? name;
  if (players.value?.find((kind) => kind.name === name)?.command) return options ? `${title} (${options})` : title;
  const told = options.split(",").map((option) => {
    const [key = "", value = ""] = option.split("=");
    return `${optionName(key)} ${value}`;
  });
  return options ? `${title} (${told.join(", ")})` : title;
}

// From which level of the engine on it plays like whom. IAGO, a strong player of its day, is on a par with levels 2 and 3; the rest is judged from there.
const STRENGTHS: [number, TextKey][] = [
  [0, "strength_clock"], [1, "strength_1"], [2, "strength_2"], [3, "strength_3"], [5, "strength_4"], [8, "strength_5"], [12, "strength_6"],
  [25, "strength_7"],
];

// A number says little; words beside it say what to expect.
export function optionWords(option: PlayerOption, value: number): string {
  if (option.name === "depth" && value > 0) return t("plies_ahead", { n: value });
  if (option.name === "level") return t(STRENGTHS.filter(([from]) => value >= from).at(-1)![1]);
  return "";
}

export interface Seat { name: string; options: Record<string, number>; command: string }

export function specOf(seat: Seat): string {
  const kind = players.value?.find((candidate) => candidate.name === seat.name);
  if (kind?.command) return `${seat.name}:${seat.command}`;
  const given = (kind?.options ?? [])
    .filter((option) => (seat.options[option.name] ?? option.default) !== option.default)
    .map((option) => {
      const value = seat.options[option.name]!;
      return `${option.name}=${option.type === "milliseconds" ? `${value}ms` : value}`;
    });
  return given.length > 0 ? `${seat.name}:${given.join(",")}` : seat.name;
}

export function PlayerChooser(props: { id: string; label: string; seat: Seat; onChange: (seat: Seat) => void }) {
  const kinds = players.value ?? [];
  const kind = kinds.find((candidate) => candidate.name === props.seat.name);
  // How strong it is comes first; where there is nothing to choose, nothing is asked.
  const options = (kind?.options ?? []).filter((option) => option.maximum > option.minimum);
  const first = options.filter((option) => option.name === "level" || option.name === "depth");
  const rest = options.filter((option) => !first.includes(option));
  const row = (option: PlayerOption) => <OptionRow key={option.name} option={option} seat={props.seat} onChange={props.onChange} />;
  return (
    <fieldset class="chooser">
      <legend>{props.label}</legend>
      <select
        id={props.id}
        aria-label={props.label}
        value={props.seat.name}
        onChange={(event) => props.onChange({ name: event.currentTarget.value, options: {}, command: "" })}
      >
        {kinds.map((candidate) => (
          <option key={candidate.name} value={candidate.name} disabled={!candidate.allowed}>
            {exhibit(candidate.name)?.title ?? candidate.name}
            {candidate.allowed ? "" : ` — ${t("program_not_allowed")}`}
          </option>
        ))}
      </select>
      {kind && <p class="hint">{said(kind.summary)}</p>}
      {kind?.command && (
        <label class="row">
          <span>{t("command")}</span>
          <input type="text" value={props.seat.command} onInput={(event) => props.onChange({ ...props.seat, command: event.currentTarget.value })} />
        </label>
      )}
      {first.map(row)}
      {rest.length > 0 && <details class="more"><summary>{t("more_options")}</summary>{rest.map(row)}</details>}
    </fieldset>
  );
}

function OptionRow(props: { option: PlayerOption; seat: Seat; onChange: (seat: Seat) => void }) {
  const { option, seat } = props;
  const value = seat.options[option.name] ?? option.default;
  const change = (next: number) => {
    if (!Number.isFinite(next)) return;
    const bounded = Math.min(option.maximum, Math.max(option.minimum, Math.round(next)));
    props.onChange({ ...seat, options: { ...seat.options, [option.name]: bounded } });
  };
  const ranged = option.maximum - option.minimum <= 100;
  return (
    <label class="row" title={said(option.summary)}>
      <span>{optionName(option.name)}</span>
      <input
        type={ranged ? "range" : "number"}
        min={option.minimum}
        max={option.maximum}
        value={value}
        aria-label={`${optionName(option.name)}: ${said(option.summary)}`}
        onInput={(event) => change(event.currentTarget.valueAsNumber)}
      />
      {ranged && <output>{value}</output>}
      <small>{optionWords(option, value) || said(option.summary)}</small>
    </label>
  );
}
