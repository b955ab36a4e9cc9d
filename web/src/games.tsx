import { useEffect, useState } from "preact/hooks";
import { api, type ListedGame } from "./api";
import { online } from "./hooks";
import { seatName } from "./players";
import { said } from "./said";
import { language } from "./settings";
import { t } from "./text";

const PAGE = 30;

export function GamesPage() {
  const [games, setGames] = useState<ListedGame[] | null>(null);
  const [count, setCount] = useState(0);
  const [problem, setProblem] = useState("");
  const load = async (offset: number) => {
    try {
      const found = await api.games(PAGE, offset);
      setCount(found.count);
      setGames((before) => (offset === 0 ? found.games : [...(before ?? []), ...found.games]));
    } catch (error) {
      if (error instanceof TypeError) online.value = false;
      else setProblem((error as Error).message);
    }
  };
  useEffect(() => void load(0), [online.value]);
  const act = async (what: Promise<unknown>) => {
    try {
      await what;
      setProblem("");
      await load(0);
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  return (
    <main class="narrow wide">
      <h1>{t("games")}</h1>
      {problem && <p role="alert" class="problem">{said(problem)}</p>}
      {games?.length === 0 && <p>{t("no_games")} <a href="#/play">{t("new_game")}</a></p>}
      {games && games.length > 0 && <p class="hint">{t("game_count", { n: count })}</p>}
      <ul class="game-list">
        {games?.map((game) => <Entry key={game.id} game={game} act={act} />)}
      </ul>
      {games && games.length < count && <button type="button" onClick={() => void load(games.length)}>{t("more")}</button>}
    </main>
  );
}

function Entry({ game, act }: { game: ListedGame; act: (what: Promise<unknown>) => Promise<void> }) {
  const [name, setName] = useState<string | null>(null);
  const players = `${seatName(game.black)} – ${seatName(game.white)}`;
  const result = game.winner === null ? t("unfinished", { n: game.plies })
    : game.winner === "draw" ? "½ – ½" : game.result === null ? `${t(game.winner)} +` : `${32 + game.result / 2} – ${32 - game.result / 2}`;
  const when = new Date(game.changed).toLocaleString(language.value, { dateStyle: "medium", timeStyle: "short" });
  return (
    <li class="panel">
      <div class="about">
        <a href={`#/play/${game.id}`}>{game.name || players}</a>
        <small>{game.name && `${players} · `}{when}</small>
      </div>
      <strong>{result}</strong>
      {name !== null ? (
        <form class="buttons" onSubmit={(event) => { event.preventDefault(); void act(api.rename(game.id, name)).then(() => setName(null)); }}>
          <input type="text" aria-label={t("name")} value={name} maxLength={100} onInput={(event) => setName(event.currentTarget.value)} />
          <button type="submit" class="primary">{t("save")}</button>
          <button type="button" onClick={() => setName(null)}>{t("cancel")}</button>
        </form>
      ) : (
        <div class="buttons">
          <button type="button" onClick={() => setName(game.name)}>{t("rename")}</button>
          <a class="button" href={api.exportPath(game.id, "sgf")} download>SGF</a>
          <a class="button" href={api.exportPath(game.id, "ggf")} download>GGF</a>
          <button type="button" class="danger" onClick={() => confirm(t("remove_sure")) && void act(api.remove(game.id))}>{t("remove")}</button>
        </div>
      )}
    </li>
  );
}
