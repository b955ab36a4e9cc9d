import { useEffect, useRef, useState } from "preact/hooks";
import { api, follow, type AnalysedMove, type Analysis, type ReadGame } from "./api";
import { Board, type SquareValue } from "./board";
import { Glance, squaresOf } from "./glance";
import { Graph } from "./graph";
import { online, useAnalysis, useKeys } from "./hooks";
import { useLens } from "./lens";
import { players } from "./players";
import { go, note, route } from "./router";
import { said } from "./said";
import { SetupBoard } from "./setup";
import { SharePanel, shareHash } from "./share";
import { signed, splitMoves } from "./squares";
import { t } from "./text";
import { Tree, type Node, type NodeValue } from "./tree";

function squareValues(analysis: Analysis | null, empties: number): Map<string, SquareValue> {
  const values = new Map<string, SquareValue>();
  const best = analysis?.moves[0];
  for (const move of analysis?.moves ?? []) {
    values.set(move.move, {
      text: signed(move.value),
      exact: move.exact,
      best: move === best || (move.exact && best?.exact === true && move.value === best.value),
      // What is proved stands before what is only likely.
      weak: best?.exact === true && !move.exact,
      note: move.exact ? undefined : move.depth >= empties ? `${move.selectivity}%` : String(move.depth),
    });
  }
  return values;
}

function valueForBlack(best: AnalysedMove | undefined, toMove: string | null): NodeValue | undefined {
  if (!best) return undefined;
  return { value: toMove === "white" ? -best.value : best.value, exact: best.exact };
}

export function AnalysePage() {
  const query = route.value.query;
  const [tree, setTree] = useState<Tree | null>(null);
  const [current, setCurrent] = useState<Node | null>(null);
  const [problem, setProblem] = useState("");
  const wanted = `${query.get("start") ?? ""}/${query.get("moves") ?? ""}/${query.get("ply") ?? ""}`;
  useEffect(() => {
    const moves = query.get("moves") ?? "";
    const ply = Number(query.get("ply") ?? splitMoves(moves).length);
    api.line(query.get("start") ?? "", moves).then(
      (line) => {
        const made = Tree.of(line);
        setTree(made);
        setCurrent(made.at(line.moves, ply));
        setProblem("");
      },
      async (error: Error) => {
        if (error instanceof TypeError) online.value = false;
        setProblem(error.message);
        // Something to look at all the same.
        const made = Tree.of(await api.line("", ""));
        setTree(made);
        setCurrent(made.root);
      },
    );
  }, [wanted]);
  if (!tree || !current) return <main class="narrow"><p>{said(problem) || t("loading")}</p></main>;
  return <Analyser tree={tree} current={current} setCurrent={setCurrent} setTree={setTree} problem={problem} />;
}

interface AnalyserProps {
  tree: Tree;
  current: Node;
  problem: string;
  setCurrent: (node: Node) => void;
  setTree: (tree: Tree) => void;
}

function Analyser({ tree, current, setCurrent, setTree, problem }: AnalyserProps) {
  const [on, setOn] = useState(true);
  const [, redraw] = useState(0);
  const [preview, setPreview] = useState<{ position: string; last: string } | null>(null);
  const [settingUp, setSettingUp] = useState(false);
  const [sweep, setSweep] = useState<number | null>(null);
  const sweepAbort = useRef<AbortController | null>(null);
  const moves = tree.movesTo(current);
  const ply = current.ply;
  const searchable = !ply.over && !ply.must_pass;
  const { analysis, ended, error } = useAnalysis(tree.start, moves, on && searchable && !settingUp && sweep === null);
  const line = tree.lineThrough(current);
  const whole = tree.movesTo(line.at(-1)!);
  const { lens, panel } = useLens((players.value ?? []).filter((kind) => kind.view).map((kind) => kind.name), tree.start, moves, ply);

  useEffect(() => {
    const value = valueForBlack(analysis?.moves[0], ply.to_move);
    if (value) {
      current.value = value;
      redraw((n) => n + 1);
    }
  }, [analysis]);
  useEffect(() => {
    note(shareHash(tree.start, whole, splitMoves(moves).length));
    setPreview(null);
  }, [tree, current, whole]);
  useEffect(() => () => sweepAbort.current?.abort(), [tree]);

  const play = async (list: string[]) => {
    try {
      setCurrent(await tree.play(current, list));
    } catch (failed) {
      if (failed instanceof TypeError) online.value = false;
    }
  };
  // Asked by movements of the mouse alone: what comes under a mouse that rests was not asked for.
  const hovered = useRef("");
  const hover = async (list: string[]) => {
    if (hovered.current === moves + list.join("")) return;
    hovered.current = moves + list.join("");
    try {
      const found = await api.line(tree.start, moves + list.map((move) => (move === "pass" ? "pa" : move)).join(""));
      setPreview({ position: found.plies.at(-1)!.position, last: list.at(-1)! });
    } catch {
      setPreview(null);
    }
  };
  const unhover = () => {
    hovered.current = "";
    setPreview(null);
  };
  const back = () => current.parent && setCurrent(current.parent);
  const forward = () => current.children[0] && setCurrent(current.children[0]);
  useKeys({
    ArrowLeft: back, ArrowRight: forward, Home: () => setCurrent(tree.root), End: () => setCurrent(line.at(-1)!),
    a: () => setOn(!on), u: back, r: forward,
  });

  // A short look at every position of the line, from its end, where values are surest.
  const analyseAll = async () => {
    if (sweep !== null) {
      sweepAbort.current?.abort();
      setSweep(null);
      return;
    }
    const abort = new AbortController();
    sweepAbort.current = abort;
    for (let i = line.length - 1; i >= 0 && !abort.signal.aborted; --i) {
      const at = line[i]!;
      setSweep(i);
      if (at.ply.over || at.ply.must_pass) continue;
      try {
        await follow(api.analysisPath(tree.start, tree.movesTo(at), 1), abort.signal, (name, data) => {
          if (name !== "analysis") return;
          const value = valueForBlack((data as Analysis).moves[0], at.ply.to_move);
          if (value) at.value = value;
          redraw((n) => n + 1);
        });
      } catch {
        break;
      }
    }
    if (!abort.signal.aborted) setSweep(null);
  };

  const load = (game: ReadGame) => {
    const made = Tree.of(game.line);
    setTree(made);
    setCurrent(made.at(game.line.moves, game.line.plies.length - 1));
  };

  if (settingUp) {
    return (
      <SetupBoard
        position={ply.position}
        onCancel={() => setSettingUp(false)}
        onDone={(position) => {
          setSettingUp(false);
          go(`#/analyse?start=${encodeURIComponent(position)}`);
        }}
      />
    );
  }
  const best = analysis?.moves[0];
  const empties = 64 - ply.black - ply.white;
  const shownPosition = preview?.position ?? ply.position;
  const last = preview?.last ?? (current.move && current.move !== "pa" ? current.move : null);
  return (
    <main class="table">
      <h1 class="hidden">{t("analyse")}</h1>
      <div class="stage">
        <EvaluationBar value={current.value} />
        <Board
          position={shownPosition}
          legal={preview ? undefined : squaresOf(ply.legal)}
          last={last}
          values={preview ? undefined : on ? squareValues(analysis, empties) : undefined}
          layers={lens.layers}
          areas={lens.areas}
          weights={lens.weights}
          notes={lens.notes}
          onPlay={preview ? undefined : (square) => void play([square])}
          preview={preview !== null}
        />
        <div class="buttons navigation">
          <button type="button" aria-label={t("first")} onClick={() => setCurrent(tree.root)} aria-disabled={!current.parent}>«</button>
          <button type="button" aria-label={t("previous")} onClick={back} aria-disabled={!current.parent}>‹</button>
          <button type="button" aria-label={t("next")} onClick={forward} aria-disabled={current.children.length === 0}>›</button>
          <button type="button" aria-label={t("last")} onClick={() => setCurrent(line.at(-1)!)} aria-disabled={current.children.length === 0}>»</button>
          <span class="turn" role="status">
            {ply.over ? t(ply.black > ply.white ? "won" : ply.white > ply.black ? "won" : "drawn", {
              color: t(ply.black > ply.white ? "black" : "white"), a: Math.max(ply.black, ply.white), b: Math.min(ply.black, ply.white),
            }) : ply.must_pass ? t("passed", { color: t(ply.to_move ?? "black") })
              : (current.move === "pa" ? t("passed", { color: t(ply.to_move === "black" ? "white" : "black") }) + " " : "") + t("to_move", { color: t(ply.to_move ?? "black") })}
          </span>
          {ply.must_pass && <button type="button" onClick={() => void play(["pass"])}>{t("pass")}</button>}
        </div>
      </div>
      <div class="side">
        {problem && <p role="alert" class="problem">{said(problem)}</p>}
        <section class="panel analysis" id="analysis">
          <div class="heading">
            <h2>{t("analysis")}</h2>
            <button type="button" class={on ? "" : "primary"} id="toggle-analysis" aria-pressed={on} onClick={() => setOn(!on)}>
              {on ? `■ ${t("analysis_off")}` : `▶ ${t("analysis_on")}`}
            </button>
          </div>
          <dl class="figures">
            <div><dt>{t("depth")}</dt><dd id="depth">{analysis ? analysis.depth : "—"}</dd></div>
            <div><dt>{t("selectivity")}</dt><dd>{analysis ? `${analysis.selectivity}%` : "—"}</dd></div>
            <div><dt>{t("nodes")}</dt><dd id="nodes">{analysis ? short(analysis.nodes) : "—"}</dd></div>
            <div><dt>{t("speed")}</dt><dd>{analysis && analysis.seconds > 0 ? short(analysis.nodes / analysis.seconds) : "—"}</dd></div>
            <div><dt>{t("time")}</dt><dd>{analysis ? `${analysis.seconds.toFixed(analysis.seconds < 1 ? 2 : 1)} s` : "—"}</dd></div>
          </dl>
          <p class="hint fixed" role="status">
            {error !== null ? said(error) : (!searchable || !on ? "\u00a0" : ended === "complete" ? t("complete") : ended === "time" ? t("out_of_time") : !analysis ? t("analysis_waits") : analysis.depth >= empties ? t("to_the_end", { n: analysis.selectivity }) : t("in_discs"))}
          </p>
          <ol class="lines" aria-label={t("best_line")} onMouseLeave={unhover}>
            {(on ? analysis?.moves.slice(0, 4) ?? [] : []).map((move, row) => (
              <li key={row} class={move === best ? "best" : ""}>
                <b class={move.exact ? "exact" : ""} title={t(move.exact ? "exact" : "estimate")}>{signed(move.value)}{move.exact ? "=" : ""}</b>
                <span class="pv">
                  {move.line.slice(0, 12).map((step, i) => (
                    <button
                      key={i} type="button" aria-label={i === 0 ? t("line_of", { move: step }) : step}
                      onMouseMove={() => void hover(move.line.slice(0, i + 1))}
                      onFocus={() => void hover(move.line.slice(0, i + 1))}
                      onBlur={unhover}
                      onClick={() => void play(move.line.slice(0, i + 1))}
                    >{step === "pass" ? t("pass") : step}</button>
                  ))}
                </span>
              </li>
            ))}
          </ol>
        </section>
        <Graph nodes={line} current={current} onChoose={setCurrent} />
        <div class="buttons">
          <button type="button" id="analyse-all" onClick={() => void analyseAll()} disabled={line.length < 2}>
            {sweep === null ? t("analyse_all") : t("stop_all", { n: sweep })}
          </button>
          <a class="button" href={`#/play?start=${encodeURIComponent(tree.start)}&moves=${moves}`}>{t("play_from_here")}</a>
          <button type="button" id="setup" onClick={() => setSettingUp(true)}>{t("setup")}</button>
        </div>
        <section class="panel"><Glance ply={ply} /></section>
        <section class="panel">
          <div class="heading">
            <h2>{t("tree")}</h2>
            {current.parent && (
              <span class="buttons">
                {tree.lineThrough(tree.root).includes(current) ? null : <button type="button" onClick={() => { tree.promote(current); redraw((n) => n + 1); }}>{t("make_main")}</button>}
                <button type="button" onClick={() => setCurrent(tree.remove(current))}>{t("delete_variation")}</button>
              </span>
            )}
          </div>
          {tree.root.children.length === 0 ? <p class="hint">{t("no_moves")}</p> : <div class="tree"><Branch from={tree.root} number={1} current={current} onChoose={setCurrent} /></div>}
        </section>
        <Paste onLoad={load} />
        {panel}
        <SharePanel position={ply.position} last={last} moves={whole} start={tree.start} ply={splitMoves(moves).length} />
        <p class="hint">{t("keys")}: {t("keys_text")}</p>
      </div>
    </main>
  );
}

function short(count: number): string {
  return count >= 1e9 ? `${(count / 1e9).toFixed(2)} G` : count >= 1e6 ? `${(count / 1e6).toFixed(1)} M` : count >= 1e4 ? `${(count / 1e3).toFixed(0)} k` : count.toFixed(0);
}

function EvaluationBar({ value }: { value: NodeValue | undefined }) {
  const share = value ? 50 + 50 * Math.tanh(value.value / 24) : 50;
  return (
    <div class="evaluation" role="img" aria-label={t("eval_bar", { value: value ? signed(value.value) : "—" })}>
      <span class="bar" style={{ transform: `scaleX(${share / 100})` }} />
      <span class="middle" />
      <output>{value ? signed(value.value) : "—"}{value?.exact ? " =" : ""}</output>
    </div>
  );
}

// The main line in one run, each variation in its own below the move it replaces.
function Branch(props: { from: Node; number: number; current: Node; onChoose: (node: Node) => void }) {
  const items = [];
  let at: Node | undefined = props.from;
  let number = props.number;
  while (at && at.children[0]) {
    const children: Node[] = at.children;
    const main = children[0]!;
    const mover = at.ply.to_move ?? "black";
    items.push(
      <button
        key={number} type="button" class={"node" + (main === props.current ? " current" : "")}
        aria-current={main === props.current ? "true" : undefined} onClick={() => props.onChoose(main)}
      ><small>{number}</small><i class={`dot ${mover}`} aria-hidden="true" />{main.move === "pa" ? t("pass") : main.move}</button>,
    );
    for (const child of children.slice(1)) {
      items.push(
        <div class="branch" key={`${number}${child.move}`}>
          <button type="button" class={"node" + (child === props.current ? " current" : "")} onClick={() => props.onChoose(child)}>
            <small>{number}</small><i class={`dot ${mover}`} aria-hidden="true" />{child.move === "pa" ? t("pass") : child.move}
          </button>
          <Branch from={child} number={number + 1} current={props.current} onChoose={props.onChoose} />
        </div>,
      );
    }
    at = main;
    ++number;
  }
  return <>{items}</>;
}

function Paste({ onLoad }: { onLoad: (game: ReadGame) => void }) {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState("");
  const [notes, setNotes] = useState<string[]>([]);
  const [games, setGames] = useState<ReadGame[]>([]);
  const read = async () => {
    setNotes([]);
    setGames([]);
    try {
      const found = await api.read(text);
      setProblem("");
      setNotes([...found.problems, ...found.notes]);
      if (found.games.length === 1) onLoad(found.games[0]!);
      else setGames(found.games);
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  return (
    <section class="panel">
      <h2><label for="paste">{t("paste")}</label></h2>
      <textarea id="paste" rows={3} placeholder={t("paste_label")} value={text} spellcheck={false} onInput={(event) => setText(event.currentTarget.value)} />
      <div class="buttons"><button type="button" id="read" onClick={() => void read()} disabled={!text.trim()}>{t("paste_read")}</button></div>
      <p role="alert" class="problem" id="paste-problem">{said(problem)}</p>
      {notes.map((note) => <p class="hint" key={note}>{said(note)}</p>)}
      {games.length > 0 && (
        <>
          <p>{t("paste_many", { n: games.length })}</p>
          <ul class="found">
            {games.map((game, i) => (
              <li key={i}><button type="button" onClick={() => onLoad(game)}>{i + 1}. {game.black || t("black")} – {game.white || t("white")} {game.date}</button></li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
