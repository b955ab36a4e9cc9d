import { render } from "preact";
import { useEffect } from "preact/hooks";
import { AnalysePage } from "./analyse";
import { GamesPage } from "./games";
import { online, watchServer } from "./hooks";
import { MuseumPage } from "./museum";
import { PlayPage } from "./play";
import { loadPlayers, players } from "./players";
import { route } from "./router";
import { language, theme, type Theme } from "./settings";
import "./style.css";
import { t, type TextKey } from "./text";

// One entry a page; a page to come needs a line here and its file.
const PAGES: { name: TextKey; page: () => preact.JSX.Element }[] = [
  { name: "play", page: PlayPage },
  { name: "analyse", page: AnalysePage },
  { name: "games", page: GamesPage },
  { name: "museum", page: MuseumPage },
];

function App() {
  const here = route.value.parts[0] ?? "play";
  const found = PAGES.find((candidate) => candidate.name === here);
  useEffect(() => {
    document.title = found ? `${t(found.name)} · Emilia` : "Emilia";
  }, [here, language.value]);
  useEffect(() => {
    if (online.value && !players.value) {
      loadPlayers().catch(() => {
        online.value = false;
      });
    }
  }, [online.value]);
  const Page = found?.page;
  return (
    <>
      <a class="skip" href="#board" onClick={(event) => { event.preventDefault(); document.querySelector<HTMLElement>("#board [tabindex='0']")?.focus(); }}>{t("skip")}</a>
      <header>
        <a class="name" href="#/play"><img src="/icon.svg" alt="" width="28" height="28" />Emilia</a>
        <nav aria-label="Emilia">
          {PAGES.map(({ name }) => (
            <a key={name} href={`#/${name}`} aria-current={here === name ? "page" : undefined}>{t(name)}</a>
          ))}
        </nav>
        <div class="preferences">
          <button type="button" id="language" aria-label={t("language_label")} lang={language.value === "en" ? "ja" : "en"} onClick={() => (language.value = language.value === "en" ? "ja" : "en")}>{t("language")}</button>
          <select aria-label={t("theme")} id="theme" value={theme.value} onChange={(event) => (theme.value = event.currentTarget.value as Theme)}>
            <option value="auto">{t("theme_auto")}</option>
            <option value="light">{t("theme_light")}</option>
            <option value="dark">{t("theme_dark")}</option>
          </select>
        </div>
      </header>
      <div class={"banner" + (online.value ? "" : " shown")} role="alert">{online.value ? "" : t("offline")}</div>
      {Page ? <Page /> : <main class="narrow"><p>{t("not_found")}</p></main>}
    </>
  );
}

watchServer();
render(<App />, document.getElementById("app")!);
