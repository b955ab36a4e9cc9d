import { useEffect, useState } from "preact/hooks";
import { api, type Ply, type View } from "./api";
import { LENSES, lensName, parityNotes } from "./glance";
import { layerOf, useLayers, type Area, type Layer } from "./layers";
import { players, seatName } from "./players";
import { t } from "./text";

export interface Lens { layers?: Layer[]; areas?: Area[]; weights?: (number | null)[] | null; notes?: Map<string, string> }

// A choice of what to show on the board, and what it says in numbers.
export function useLens(seats: string[], start: string, moves: string, ply: Ply | undefined) {
  const [chosen, setChosen] = useState("");
  const [view, setView] = useState<View | null>(null);
  const own = [...new Set(seats.map((seat) => seat.split(":")[0]!))].filter(
    (name) => players.value?.find((kind) => kind.name === name)?.view,
  );
  const player = chosen.startsWith("own:") ? chosen.slice(4) : "";
  const wanted = chosen !== "" && chosen !== "parity";
  useEffect(() => {
    if (!wanted) {
      setView(null);
      return;
    }
    let current = true;
    api.view(player, start, moves).then((found) => current && setView(found), () => current && setView(null));
    return () => {
      current = false;
    };
  }, [wanted, player, start, moves]);

  const ownView = useLayers(player ? view : null);
  const lens: Lens = {};
  if (chosen === "parity" && ply) lens.notes = parityNotes(ply);
  if (view && player) {
    lens.weights = view.squares;
    lens.layers = ownView.layers;
    lens.areas = ownView.areas;
  } else if (view) {
    const component = view.components.find((candidate) => candidate.name === chosen);
    if (component) lens.layers = [layerOf(component)];
  }
  const panel = (
    <section class="panel">
      <label class="row">
        <span>{t("lens")}</span>
        <select value={chosen} onChange={(event) => setChosen(event.currentTarget.value)} id="lens">
          <option value="">{t("lens_none")}</option>
          {own.map((name) => <option key={name} value={`own:${name}`}>{t("lens_own", { name: seatName(name) })}</option>)}
          <option value="parity">{t("lens_parity")}</option>
          {LENSES.map((name) => <option key={name} value={name}>{lensName(name)}</option>)}
        </select>
      </label>
      {player ? ownView.table : <CountTable view={view} chosen={chosen} />}
    </section>
  );
  return { lens, panel };
}

// What anybody can count.
function CountTable({ view, chosen }: { view: View | null; chosen: string }) {
  if (!view) return null;
  return (
    <table class="view-table">
      <thead><tr><td /><th scope="col">{t("black")}</th><th scope="col">{t("white")}</th></tr></thead>
      <tbody>
        {view.components.map((component) => (
          <tr key={component.name} class={component.name === chosen ? "chosen" : ""}>
            <th scope="row">{lensName(component.name)}</th>
            <td>{component.black.toLocaleString()}</td>
            <td>{component.white.toLocaleString()}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
