import { useEffect, useRef, useState } from "preact/hooks";
import { api, type Color, type Game, type Ply } from "./api";
import { Board } from "./board";
import { Glance, lastDisc, squaresOf } from "./glance";
import { online, useGame, useKeys } from "./hooks";
import { useLens } from "./lens";
import { PlayerChooser, players, seatName, specOf, type Seat } from "./players";
import { go, route } from "./router";
import { said } from "./said";
import { SharePanel } from "./share";
import { signed } from "./squares";
import { t } from "./text";

const STEP_MS = 420;

// What a visitor may hope to win against; the presets are for matches.
const FRIENDLY: Record<string, Record<string, number>> = { emilia: { level: 2 }, "weighted-squares": { depth: 4 } };

type Side = Color | "both" | "none";

export function PlayPage() {
  const id = route.value.parts[1];
  return id ? <GamePage id={id} key={id} /> : <Setup />;
}

function Setup() {
  const query = route.value.query;
  const against = query.get("against") ?? "emilia";
  const [side, setSide] = useState<Side>("black");
  const [first, setFirst] = useState<Seat>({ name: against, options: FRIENDLY[against] ?? {}, command: "" });
  const [second, setSecond] = useState<Seat>({ name: "iago", options: {}, command: "" });
  const [clock, setClock] = useState("");
  const [problem, setProblem] = useState("");
  const start = async (event: Event) => {
    event.preventDefault();
    const [minutes, increment] = clock.split("+").map(Number);
    const one = specOf(first);
    const seats: Record<Side, [string, string]> = {
      black: ["human", one], white: [one, "human"], both: ["human", "human"], none: [one, specOf(second)],
    };
    try {
      const game = await api.create({
        black: seats[side][0],
        white: seats[side][1],
        start: query.get("start") ?? "",
        moves: query.get("moves") ?? "",
        clock: clock ? { seconds: minutes! * 60, increment: increment ?? 0 } : null,
      });
      go(`#/play/${game.id}`);
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  const sides: [Side, string][] = [
    ["black", t("i_play_black")], ["white", t("i_play_white")], ["both", t("two_people")], ["none", t("watch")],
  ];
  return (
    <main class="narrow">
      <h1>{t("new_game")}</h1>
      <form class="setup panel" onSubmit={start}>
        <fieldset class="choices">
          <legend>{t("who_plays")}</legend>
          {sides.map(([value, name]) => (
            <label key={value} class="choice">
              <input type="radio" name="side" value={value} checked={side === value} onChange={() => setSide(value)} />
              <span>{name}</span>
            </label>
          ))}
        </fieldset>
        {side !== "both" && players.value && (
          <PlayerChooser id="opponent" label={side === "none" ? t("player_black") : t("opponent")} seat={first} onChange={setFirst} />
        )}
        {side === "none" && players.value && <PlayerChooser id="second" label={t("player_white")} seat={second} onChange={setSecond} />}
        <label class="row">
          <span>{t("clock")}</span>
          <select value={clock} onChange={(event) => setClock(event.currentTarget.value)}>
            <option value="">{t("no_clock")}</option>
            {[1, 3, 5, 10, 15, 30].map((n) => <option key={n} value={String(n)}>{t("minutes", { n })}</option>)}
            {[[1, 2], [3, 5], [10, 10]].map(([n, s]) => (
              <option key={`${n}+${s}`} value={`${n}+${s}`}>{t("minutes_plus", { n: n!, s: s! })}</option>
            ))}
          </select>
        </label>
        <p role="alert" class="problem">{said(problem)}</p>
        <button type="submit" class="primary">{t("start_game")}</button>
      </form>
    </main>
  );
}

function other(color: Color): Color {
  return color === "black" ? "white" : "black";
}

function outcome(game: Game, ply: Ply): string {
  if (!game.winner) return "";
  if (game.winner === "draw") return t("drawn", { a: ply.black, b: ply.white });
  const color = t(game.winner);
  const loser = t(other(game.winner));
  if (game.ending === "resigned") return t("won_resigned", { color, other: loser });
  if (game.ending === "timeout") return t("won_timeout", { color, other: loser });
  const [a, b] = game.winner === "black" ? [ply.black, ply.white] : [ply.white, ply.black];
  return t("won", { color, a, b });
}

// The ply to show: new moves come one after the other, so that each can be seen.
function useShownPly(game: Game | null): [number, (ply: number | null) => void, boolean] {
  const last = (game?.line.plies.length ?? 1) - 1;
  const [shown, setShown] = useState<number | null>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const changed = useRef(0);
  useEffect(() => {
    if (!game) return;
    if (shown === null || shown > last) {
      setShown(last);
      changed.current = performance.now();
    } else if (shown < last) {
      const step = game.line.plies[shown + 1]?.move === "pass" ? STEP_MS * 2 : STEP_MS;
      const timer = setTimeout(() => {
        changed.current = performance.now();
        setShown(shown + 1);
      }, Math.max(0, changed.current + step - performance.now()));
      return () => clearTimeout(timer);
    }
  }, [game, shown, last]);
  useEffect(() => setChosen(null), [last]);
  const live = Math.min(shown ?? last, last);
  return [chosen ?? live, (ply) => setChosen(ply === null || ply >= last ? null : Math.max(0, ply)), chosen === null];
}

function GamePage({ id }: { id: string }) {
  const { game, thought, gone } = useGame(id);
  const [ply, setPly, live] = useShownPly(game);
  const [problem, setProblem] = useState("");
  const line = game?.line;
  const shown = line?.plies[ply];
  const { lens, panel } = useLens(game ? [game.black, game.white] : [], line?.start ?? "", line?.moves.slice(0, ply * 2) ?? "", shown);

  // What came of it is told by the events, in their order: an answer may come after what followed it.
  const act = async (what: Promise<Game>) => {
    try {
      await what;
      setProblem("");
    } catch (error) {
      if (error instanceof TypeError) online.value = false;
      else setProblem((error as Error).message);
    }
  };
  const last = (line?.plies.length ?? 1) - 1;
  const current = line?.plies[last];
  const human = (color: Color) => game?.[color] === "human";
  const hasHuman = human("black") || human("white");
  const myTurn = !!game && !game.ending && live && ply === last && !!current?.to_move && human(current.to_move);
  const canUndo = !!game && last > 0;
  const undo = () => canUndo && void act(api.undo(id));
  const redo = () => game && game.undone > 0 && void act(api.redo(id));
  useKeys({
    u: undo, r: redo,
    ArrowLeft: () => setPly(ply - 1), ArrowRight: () => setPly(ply + 1), Home: () => setPly(0), End: () => setPly(null),
  });

  if (gone) {
    return (
      <main class="narrow">
        <p role="alert">{gone === "deleted" ? t("deleted") : said(gone)}</p>
        <p><a class="button" href="#/play">{t("new_game")}</a></p>
      </main>
    );
  }
  if (!game || !line || !shown || !current) return <main class="narrow"><p>{t("loading")}</p></main>;

  let status = "";
  if (!live) status = t("viewing", { n: ply, m: last });
  else if (ply === last && game.ending) status = outcome(game, current);
  else if (game.paused) status = t("paused");
  else if (shown.to_move) {
    const color = t(shown.to_move);
    status = !human(shown.to_move) ? t("thinks", { color })
      : human("black") && human("white") ? t("to_move", { color }) : t("your_move", { color });
  }
  // Said for as long as it matters: until the next move.
  const passed = shown.move === "pass" && shown.to_move ? t("passed", { color: t(other(shown.to_move)) }) : "";
  const rematch = () =>
    void api.create({
      black: game.white, white: game.black, start: line.start,
      clock: game.clock ? { seconds: game.clock.seconds, increment: game.clock.increment } : null,
    }).then((made) => go(`#/play/${made.id}`), (error: Error) => setProblem(error.message));
  const resigning: Color | null = human("black") && human("white") ? current.to_move : human("black") ? "black" : human("white") ? "white" : null;

  return (
    <main class="table">
      <h1 class="hidden">{seatName(game.black)} – {seatName(game.white)}</h1>
      <div class="stage">
        <Card game={game} color="white" ply={shown} active={live && shown.to_move === "white" && !game.ending} />
        <Board
          position={shown.position}
          legal={myTurn ? squaresOf(current.legal) : undefined}
          last={lastDisc(line.plies, ply)}
          layers={lens.layers}
          areas={lens.areas}
          weights={lens.weights}
          notes={lens.notes}
          onPlay={myTurn ? (square) => void act(api.move(id, last, square)) : undefined}
        />
        <Card game={game} color="black" ply={shown} active={live && shown.to_move === "black" && !game.ending} />
      </div>
      <div class="side">
        <section class="panel status">
          <p class="headline" role="status" id="status">{passed && <strong class="pass-note">{passed} </strong>}{status}</p>
          <p class="thought">
            {thought && !game.ending ? `${thought.move} ${thought.value === null ? "" : signed(thought.value)} · ${thought.from_book ? t("from_book") : `${t("depth")} ${thought.depth} · ${thought.nodes.toLocaleString()} ${t("nodes")}`}` : "\u00a0"}
          </p>
          {game.trouble && current.to_move && <p role="alert" class="problem">{t("trouble", { name: seatName(game[current.to_move]), why: said(game.trouble) })}</p>}
          {problem && <p role="alert" class="problem">{said(problem)}</p>}
          {/* A button that is disabled while it has the focus swallows the next key. */}
          <div class="buttons">
            <button type="button" onClick={undo} aria-disabled={!canUndo} id="undo">↶ {t("undo")}</button>
            <button type="button" onClick={redo} aria-disabled={game.undone === 0} id="redo">↷ {t("redo")}</button>
            {!game.ending && (!hasHuman || game.clock || game.trouble || game.paused) && (
              <button type="button" id="pause" onClick={() => void act(api.pause(id, !(game.paused || !!game.trouble)))}>
                {game.paused || game.trouble ? `▶ ${t("go_on")}` : `❚❚ ${t("pause")}`}
              </button>
            )}
            {!game.ending && resigning && <button type="button" id="resign" onClick={() => void act(api.resign(id, resigning))}>⚑ {t("resign")}</button>}
            {game.ending && <button type="button" class="primary" id="rematch" onClick={rematch}>⇄ {t("rematch")}</button>}
            <a class="button" href="#/play">{t("new_game")}</a>
            <a class="button" href={`#/analyse?start=${encodeURIComponent(line.start)}&moves=${line.moves}&ply=${ply}`}>{t("analyse_game")}</a>
            {!live && <button type="button" onClick={() => setPly(null)}>{t("back_to_game")}</button>}
          </div>
        </section>
        <section class="panel"><Glance ply={shown} /></section>
        <MoveList plies={line.plies} ply={ply} onChoose={setPly} />
        {panel}
        <SharePanel position={shown.position} last={lastDisc(line.plies, ply)} moves={line.moves} start={line.start} gameId={game.id} />
        <p class="hint">{t("keys")}: {t("keys_text")}</p>
      </div>
    </main>
  );
}

function Card(props: { game: Game; color: Color; ply: Ply; active: boolean }) {
  const clock = props.game.clock;
  const alone = props.game[props.color] === "human" && props.game[other(props.color)] !== "human";
  return (
    <div class={"card" + (props.active ? " active" : "")} data-color={props.color}>
      <i class={`dot ${props.color}`} aria-hidden="true" />
      <span class="who"><span class="hidden">{t(props.color)}: </span>{alone ? t("you") : seatName(props.game[props.color])}</span>
      {clock && <ClockFace ms={props.color === "black" ? clock.black_ms : clock.white_ms} runs={clock.running === props.color} stamp={props.game} />}
      <span class="count" aria-label={t("discs_of", { n: props.ply[props.color] })}>{props.ply[props.color]}</span>
    </div>
  );
}

function ClockFace({ ms, runs, stamp }: { ms: number; runs: boolean; stamp: unknown }) {
  const [left, setLeft] = useState(ms);
  useEffect(() => {
    setLeft(ms);
    if (!runs) return;
    const began = performance.now();
    const timer = setInterval(() => setLeft(Math.max(0, ms - (performance.now() - began))), 100);
    return () => clearInterval(timer);
  }, [ms, runs, stamp]);
  const seconds = left < 20000 ? Math.floor(left / 100) / 10 : Math.ceil(left / 1000);
  const minutes = Math.floor(seconds / 60);
  const rest = left < 20000 ? (seconds % 60).toFixed(1).padStart(4, "0") : String(seconds % 60).padStart(2, "0");
  return <span class={"clock" + (runs ? " runs" : "") + (left < 20000 ? " short" : "")} role="timer">{minutes}:{rest}</span>;
}

export function MoveList({ plies, ply, onChoose }: { plies: Ply[]; ply: number; onChoose: (ply: number) => void }) {
  return (
    <section class="panel">
      <h2>{t("moves")}</h2>
      {plies.length === 1 && <p class="hint">{t("no_moves")}</p>}
      <ol class="moves">
        {plies.slice(1).map((entry, i) => (
          <li key={i}>
            <button type="button" class={i + 1 === ply ? "current" : ""} aria-current={i + 1 === ply ? "true" : undefined} onClick={() => onChoose(i + 1)}>
              <i class={`dot ${plies[i]?.to_move ?? "black"}`} aria-hidden="true" />
              {entry.move === "pass" ? t("pass") : entry.move}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
