import { useEffect, useState } from "preact/hooks";
import { api, type PlayerKind, type PlayerOption, type View } from "./api";
import { Board } from "./board";
import { exhibit, exhibits } from "./exhibits";
import { useLayers } from "./layers";
import { LINEAGE } from "./lineage";
import { loadPlayers, players, seatName } from "./players";
import { route } from "./router";
import { said } from "./said";
import { t } from "./text";

// A position in which there is something to see.
const SAMPLE = "f5f6d3e3f7c2f3g7h8g6h6g3b1c3c4b3a4a3a2c6h3b4b7f2f1e6c5a8d6h7f4h5h4g8f8c1d1g4g5d2";

// Players whose points are discs at the end of the game.
const IN_DISCS = ["emilia", "logistello-97"];

export function MuseumPage() {
  const name = route.value.parts[1];
  useEffect(() => void loadPlayers().catch(() => undefined), []);
  return name ? <RoomPage name={name} key={name} /> : <Hall />;
}

function Hall() {
  // Other programs are guests, not exhibits.
  const here = (players.value ?? []).filter((kind) => !kind.command);
  const rooms = exhibits();
  const told = new Set(rooms.map((room) => room.player));
  const playable = [
    ...rooms.filter((room) => here.some((kind) => kind.name === room.player)),
    ...here.filter((kind) => !told.has(kind.name)).map((kind) => ({ player: kind.name, title: kind.name, year: "", who: "", introduced: said(kind.summary) })),
  ];
  const waiting = rooms.filter((room) => !here.some((kind) => kind.name === room.player));
  const card = (room: (typeof playable)[number]) => (
    <li class="panel" key={room.player}>
      <h3><a href={`#/museum/${room.player}`}>{room.title}</a></h3>
      {room.who && <p class="hint">{room.who}</p>}
      <p>{room.introduced}</p>
    </li>
  );
  return (
    <main class="narrow wide">
      <h1>{t("museum")}</h1>
      <p>{t("museum_intro")}</p>
      <h2>{t("museum_players")}</h2>
      <ul class="rooms">{playable.map(card)}</ul>
      {waiting.length > 0 && <><h2>{t("museum_to_come")}</h2><ul class="rooms">{waiting.map(card)}</ul></>}
    </main>
  );
}

function range(option: PlayerOption): string {
  const [from, to, unit] = option.type === "milliseconds" ? [option.minimum / 1000, option.maximum / 1000, " s"] : [option.minimum, option.maximum, ""];
  return from === to ? `${from}${unit}` : `${from.toLocaleString()}–${to.toLocaleString()}${unit}`;
}

function Record({ name, record }: { name: string; record: PlayerKind["record"] }) {
  const place = LINEAGE.findIndex((entry) => entry.player === name);
  const rows = [...(record.against.length > 1 ? [{ title: t("record_all"), ...record }] : []), ...record.against.map((entry) => ({ title: seatName(entry.player), ...entry }))];
  return (
    <>
      {place >= 0 && <p>{t("record_tournament", { place: place + 1, of: LINEAGE.length, ...LINEAGE[place]! })}</p>}
      {rows.length === 0 ? <p class="hint">{t("record_none")}</p> : (
        <table class="view-table record">
          <thead><tr><th scope="col">{t("record_against")}</th><th scope="col">{t("record_won")}</th><th scope="col">{t("record_drawn")}</th><th scope="col">{t("record_lost")}</th></tr></thead>
          <tbody>{rows.map((row) => <tr key={row.title}><th scope="row">{row.title}</th><td>{row.won}</td><td>{row.drawn}</td><td>{row.lost}</td></tr>)}</tbody>
        </table>
      )}
      {rows.length > 0 && <p class="hint">{t("record_counted")}</p>}
    </>
  );
}

function RoomPage({ name }: { name: string }) {
  const kind = players.value?.find((candidate) => candidate.name === name);
  const room = exhibit(name);
  const [view, setView] = useState<View | null>(null);
  const { layers, areas, table } = useLayers(view);
  const [position, setPosition] = useState<string | null>(null);
  useEffect(() => {
    if (!kind?.view) return;
    Promise.all([api.view(name, "", SAMPLE), api.line("", SAMPLE)]).then(
      ([found, line]) => {
        setView(found);
        setPosition(line.plies.at(-1)!.position);
      },
      () => undefined,
    );
  }, [kind?.view]);
  if (!room && players.value && !kind) return <main class="narrow"><p>{t("not_found")}</p></main>;
  return (
    <main class="narrow wide room">
      <p><a href="#/museum">← {t("museum")}</a></p>
      <h1>{room?.title ?? name}</h1>
      {room && (
        <dl class="facts">
          <div><dt>{t("who")}</dt><dd>{room.who}</dd></div>
          <div><dt>{t("when")}</dt><dd>{room.year}</dd></div>
          <div><dt>{t("introduced")}</dt><dd>{room.introduced}</dd></div>
        </dl>
      )}
      {kind ? (
        <>
          {!room && <p>{said(kind.summary)}</p>}
          <h2>{t("record_here")}</h2>
          <Record name={kind.name} record={kind.record} />
          {kind.options.length > 0 && (
            <>
              <h2>{t("options")}</h2>
              <ul>{kind.options.map((option) => <li key={option.name}><code>{option.name}</code>: {said(option.summary)} ({range(option)})</li>)}</ul>
            </>
          )}
          {kind.allowed && <p><a class="button primary" href={`#/play?against=${encodeURIComponent(kind.name)}`}>{t("play_against")}</a></p>}
          {view && position && (
            <>
              <h2>{t("sees")}</h2>
              <div class="small-board"><Board position={position} weights={view.squares} layers={layers} areas={areas} /></div>
              {table}
              {view.squares && kind.name === "greene" && <p class="hint">{t("chances_shown")}</p>}
              {!view.squares && view.components.at(-1)?.name === "total" && <p class="hint">{t(IN_DISCS.includes(kind.name) ? "own_discs" : "own_points")}</p>}
            </>
          )}
        </>
      ) : <p class="hint">{t("not_here_yet")}</p>}
    </main>
  );
}
