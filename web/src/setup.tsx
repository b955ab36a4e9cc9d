import { useState } from "preact/hooks";
import { api } from "./api";
import { Board } from "./board";
import { said } from "./said";
import { SQUARES, START } from "./squares";
import { t } from "./text";

type Brush = "X" | "O" | "-";

// Any position, square by square.
export function SetupBoard(props: { position: string; onDone: (position: string) => void; onCancel: () => void }) {
  const [cells, setCells] = useState([...props.position.slice(0, 64)]);
  const [mover, setMover] = useState(props.position.endsWith("O") ? "O" : "X");
  const [brush, setBrush] = useState<Brush>("X");
  const [problem, setProblem] = useState("");
  const put = (square: string) => {
    const index = SQUARES.indexOf(square);
    setCells(cells.map((cell, i) => (i !== index ? cell : cell === brush ? "-" : brush)));
  };
  const done = async () => {
    const position = `${cells.join("")} ${mover}`;
    try {
      await api.line(position, "");
      props.onDone(position);
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  const brushes: [Brush, string][] = [["X", t("black")], ["O", t("white")], ["-", t("empties")]];
  const what = { X: t("setup_black"), O: t("setup_white"), "-": t("setup_empty") }[brush];
  return (
    <main class="table">
      <h1 class="hidden">{t("setup")}</h1>
      <div class="stage"><Board position={cells.join("")} onPlay={put} anySquare /></div>
      <div class="side">
        <section class="panel">
          <h2>{t("setup")}</h2>
          <fieldset class="choices">
            <legend>{t("setup_help", { what })}</legend>
            {brushes.map(([value, name]) => (
              <label class="choice" key={value}><input type="radio" name="brush" checked={brush === value} onChange={() => setBrush(value)} /><span>{name}</span></label>
            ))}
          </fieldset>
          <fieldset class="choices">
            <legend>{t("to_move", { color: t(mover === "X" ? "black" : "white") })}</legend>
            {(["X", "O"] as const).map((value) => (
              <label class="choice" key={value}><input type="radio" name="mover" checked={mover === value} onChange={() => setMover(value)} /><span>{t(value === "X" ? "black" : "white")}</span></label>
            ))}
          </fieldset>
          <p role="alert" class="problem">{said(problem)}</p>
          <div class="buttons">
            <button type="button" onClick={() => setCells([..."-".repeat(64)])}>{t("setup_clear")}</button>
            <button type="button" onClick={() => setCells([...START.slice(0, 64)])}>{t("setup_start")}</button>
            <button type="button" onClick={props.onCancel}>{t("cancel")}</button>
            <button type="button" class="primary" id="setup-done" onClick={() => void done()}>{t("setup_done")}</button>
          </div>
        </section>
      </div>
    </main>
  );
}
