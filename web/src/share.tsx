import { useState } from "preact/hooks";
import { api } from "./api";
import { boardSvg, savePng, saveText } from "./picture";
import { START, splitMoves } from "./squares";
import { t } from "./text";

export function shareHash(start: string, moves: string, ply: number): string {
  const parts = [];
  if (start && start !== START) parts.push(`start=${encodeURIComponent(start)}`);
  if (moves) parts.push(`moves=${moves}`);
  if (ply !== splitMoves(moves).length) parts.push(`ply=${ply}`);
  return "#/analyse" + (parts.length > 0 ? `?${parts.join("&")}` : "");
}

interface Props {
  position: string;
  last: string | null;
  moves: string;
  start: string;
  gameId?: string;
  ply?: number;
}

export function SharePanel(props: Props) {
  const [said, setSaid] = useState("");
  const [shown, setShown] = useState("");
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid(t("copied"));
      setShown("");
    } catch {
      setSaid(t("not_copied"));
      setShown(text);
    }
  };
  const link = () => location.origin + "/" + shareHash(props.start, props.moves, props.ply ?? splitMoves(props.moves).length);
  const plain = splitMoves(props.moves).filter((move) => move !== "pa").join("");
  return (
    <details class="panel">
      <summary>{t("share")}</summary>
      <div class="buttons">
        <button type="button" onClick={() => void copy(link())}>{t("copy_link")}</button>
        <button type="button" onClick={() => void copy(plain)}>{t("copy_moves")}</button>
        <button type="button" id="save-svg" onClick={() => saveText(boardSvg(props.position, props.last), "image/svg+xml", "board.svg")}>{t("save_svg")}</button>
        <button type="button" id="save-png" onClick={() => void savePng(boardSvg(props.position, props.last), "board.png")}>{t("save_png")}</button>
        {props.gameId && ["sgf", "ggf", "pgn", "transcript"].map((format) => (
          <a key={format} class="button" href={api.exportPath(props.gameId!, format)} download>
            {t("save_as", { format: format === "transcript" ? t("moves") : format.toUpperCase() })}
          </a>
        ))}
      </div>
      <p role="status" class="hint">{said}</p>
      {shown && <input type="text" readOnly value={shown} aria-label={t("copy_link")} onFocus={(event) => event.currentTarget.select()} />}
    </details>
  );
}
