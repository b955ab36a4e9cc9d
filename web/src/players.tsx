import { signal } from "@preact/signals";
import { api, type PlayerKind, type PlayerOption } from "./api";
import { exhibit } from "./exhibits";
import { t } from "./text";

export const players = signal<PlayerKind[] | null>(null);

export async function loadPlayers(): Promise<void> {
  players.value = (await api.players()).players;
}

// What a person calls a seat: "human", or a player's spec such as "max-disc:depth=3".
export function seatName(seat: string): string {
  if (seat === "human") return t("human");
  const [name = "", options = ""] = seat.split(/:(.*)/s);
  const title = exhibit(name)?.title ?? name;
  return options ? `${title} (${options.replaceAll(",", ", ")})` : title;
}

// A number says little; words beside it say what to expect.
export function optionWords(option: PlayerOption, value: number): string {
  if (option.name === "depth") return t("plies_ahead", { n: value });
  if (option.name === "level") {
    const share = (value - option.minimum) / Math.max(1, option.maximum - option.minimum);
    return t(share < 0.15 ? "strength_1" : share < 0.3 ? "strength_2" : share < 0.5 ? "strength_3" : share < 0.75 ? "strength_4" : "strength_5");
  }
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
      {kind && <p class="hint">{kind.summary}</p>}
      {kind?.command && (
        <label class="row">
          <span>{t("command")}</span>
          <input type="text" value={props.seat.command} onInput={(event) => props.onChange({ ...props.seat, command: event.currentTarget.value })} />
        </label>
      )}
      {kind?.options.map((option) => {
        const value = props.seat.options[option.name] ?? option.default;
        const change = (next: number) => {
          if (!Number.isFinite(next)) return;
          const bounded = Math.min(option.maximum, Math.max(option.minimum, Math.round(next)));
          props.onChange({ ...props.seat, options: { ...props.seat.options, [option.name]: bounded } });
        };
        const ranged = option.maximum - option.minimum <= 100;
        return (
          <label class="row" key={option.name} title={option.summary}>
            <span>{option.name}</span>
            <input
              type={ranged ? "range" : "number"}
              min={option.minimum}
              max={option.maximum}
              value={value}
              aria-label={`${option.name}: ${option.summary}`}
              onInput={(event) => change(event.currentTarget.valueAsNumber)}
            />
            {ranged && <output>{value}</output>}
            <small>{optionWords(option, value) || option.summary}</small>
          </label>
        );
      })}
    </fieldset>
  );
}
