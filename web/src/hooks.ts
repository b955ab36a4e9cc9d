import { signal } from "@preact/signals";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { api, follow, Refused, type Analysis, type Game, type Thought } from "./api";

// Whether the server answers; the page says so while it does not.
export const online = signal(true);

export function isTyping(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement;
  return (
    event.isComposing || event.keyCode === 229 || event.ctrlKey || event.altKey || event.metaKey ||
    ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName)
  );
}

// Keys of the whole page, left alone while somebody types.
export function useKeys(keys: Record<string, () => void>): void {
  // With what is shown, not some time after it: a key may come in between.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (!act || isTyping(event)) return;
      event.preventDefault();
      act();
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  });
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds));
}

// A game with all that happens to it, also across a server that goes and comes back.
// A browser allows a server only a few connections, so a tab that nobody looks at gives its own back where
// nothing can happen without its user.
export function useGame(id: string | undefined) {
  const [asleep, setAsleep] = useState(false);
  const [game, setGame] = useState<Game | null>(null);
  const [thought, setThought] = useState<Thought | null>(null);
  const [gone, setGone] = useState<string | null>(null);
  const quiet = !!game && !game.clock && (!!game.ending || game.paused || game[game.line.plies.at(-1)!.to_move ?? "black"] === "human");
  useEffect(() => {
    let timer = 0;
    const change = () => {
      clearTimeout(timer);
      if (!document.hidden) setAsleep(false);
      else if (quiet) timer = setTimeout(() => setAsleep(true), 5000);
    };
    change();
    document.addEventListener("visibilitychange", change);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", change);
    };
  }, [quiet]);
  useEffect(() => {
    if (!id || asleep) return;
    const abort = new AbortController();
    const run = async () => {
      while (!abort.signal.aborted) {
        try {
          await follow(api.eventsPath(id), abort.signal, (name, data) => {
            online.value = true;
            if (name === "game") {
              setGame(data as Game);
              // A move out of a book is played at once: what is said of it stays until the next one.
              const last = (data as Game).line.plies.at(-1)?.move;
              setThought((thought) => (thought?.from_book && thought.move === last ? thought : null));
            } else if (name === "thinking") {
              setThought(data as Thought);
            } else if (name === "deleted") {
              setGone("deleted");
              abort.abort();
            }
          });
        } catch (error) {
          if (abort.signal.aborted) return;
          if (error instanceof Refused && error.status === 404) {
            setGone(error.message);
            return;
          }
        }
        if (abort.signal.aborted) return;
        online.value = false;
        await pause(500);
      }
    };
    void run();
    return () => abort.abort();
  }, [id, asleep]);
  return { game, thought, gone };
}

export interface LiveAnalysis { analysis: Analysis | null; ended: string | null; error: string | null }

// The analysis of a position while `on` and somebody can see it.
export function useAnalysis(start: string, moves: string, on: boolean): LiveAnalysis {
  const [state, setState] = useState<LiveAnalysis & { key: string }>({ key: "", analysis: null, ended: null, error: null });
  const [visible, setVisible] = useState(!document.hidden);
  useEffect(() => {
    const change = () => setVisible(!document.hidden);
    document.addEventListener("visibilitychange", change);
    return () => document.removeEventListener("visibilitychange", change);
  }, []);
  const key = `${start}/${moves}`;
  useEffect(() => {
    if (!on || !visible) return;
    const abort = new AbortController();
    // Drawn at most once a frame, however fast values come.
    let latest: LiveAnalysis = { analysis: null, ended: null, error: null };
    let frame = 0;
    const show = () => {
      if (frame || abort.signal.aborted) return;
      frame = requestAnimationFrame(() => {
        frame = 0;
        setState({ key, ...latest });
      });
    };
    show();
    follow(api.analysisPath(start, moves), abort.signal, (name, data) => {
      online.value = true;
      if (name === "analysis") latest = { ...latest, analysis: data as Analysis };
      if (name === "end") latest = { ...latest, ended: (data as { reason: string }).reason, error: (data as { error?: string }).error ?? null };
      show();
    }).catch((error: unknown) => {
      if (abort.signal.aborted) return;
      if (error instanceof Refused) latest = { ...latest, error: error.message };
      else online.value = false;
      show();
    });
    return () => {
      abort.abort();
      cancelAnimationFrame(frame);
    };
  }, [key, on, visible]);
  return state.key === key ? state : { analysis: null, ended: null, error: null };
}

// While the server is away, asks now and then whether it is back.
export function watchServer(): void {
  setInterval(async () => {
    if (online.value) return;
    try {
      if ((await fetch("/api/about")).ok) online.value = true;
    } catch {
      // Still away.
    }
  }, 1000);
}
