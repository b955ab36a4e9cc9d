// The server as docs/api.md describes it. The page knows no rules of the game: boards, legal moves and
// flips come from here.

export type Color = "black" | "white";
export type Unit = "points" | "discs";

export interface Region { squares: string; odd: boolean }

export interface Ply {
  position: string;
  to_move: Color | null;
  legal: string;
  must_pass: boolean;
  over: boolean;
  black: number;
  white: number;
  black_moves: number;
  white_moves: number;
  regions: Region[];
  move: string | null;
  flipped: string;
  opening: string | null;
}

export interface Line { start: string; moves: string; plies: Ply[] }

export interface PlayerOption {
  name: string;
  type: "integer" | "milliseconds";
  minimum: number;
  maximum: number;
  default: number;
  summary: string;
}

export interface Results { won: number; drawn: number; lost: number }

export interface PlayerKind {
  name: string;
  summary: string;
  command: boolean;
  allowed: boolean;
  view: boolean;
  options: PlayerOption[];
  record: Results & { against: (Results & { player: string })[] };
}

export interface ListedGame {
  id: string;
  name: string;
  created: number;
  changed: number;
  black: string;
  white: string;
  plies: number;
  ending: string | null;
  winner: Color | "draw" | null;
  result: number | null;
}

export interface GameClock {
  seconds: number;
  increment: number;
  black_ms: number;
  white_ms: number;
  running: Color | null;
}

export interface MoveDetail { seconds: number | null; value: number | null; unit: Unit | null }

export interface Game extends ListedGame {
  paused: boolean;
  undone: number;
  trouble: string | null;
  clock: GameClock | null;
  details: MoveDetail[];
  line: Line;
}

export interface Thought {
  color: Color;
  move: string;
  value: number | null;
  unit: Unit | null;
  depth: number;
  nodes: number;
  from_book: boolean;
  line: string[];
}

export interface AnalysedMove {
  move: string;
  value: number;
  unit: Unit;
  exact: boolean;
  depth: number;
  selectivity: number;
  line: string[];
}

export interface Analysis {
  moves: AnalysedMove[];
  depth: number;
  selectivity: number;
  nodes: number;
  seconds: number;
  complete: boolean;
}

export interface ReadGame {
  black: string;
  white: string;
  event: string;
  date: string;
  result: number | null;
  line: Line;
}

export interface ReadGames { format: string; found: number; games: ReadGame[]; problems: string[]; notes: string[] }

export interface View {
  components: {
    name: string;
    black: number;
    white: number;
    black_squares: string;
    white_squares: string;
    areas: { squares: string; value: number }[];
  }[];
  squares: (number | null)[] | null;
  heuristics: { move: string; same: string; levels: Record<string, string>; measure: number; chance: number }[];
}

// What the server refused, in its own words.
export class Refused extends Error {
  constructor(readonly status: number, message: string) {
    super(message);
  }
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(path, {
    method,
    headers: method === "GET" || method === "DELETE" ? {} : { "Content-Type": "application/json" },
    body: method === "GET" || method === "DELETE" ? undefined : JSON.stringify(body ?? {}),
  });
  const answer = await response.json();
  if (!response.ok) throw new Refused(response.status, String(answer.error));
  return answer as T;
}

export interface NewGame {
  name?: string;
  black: string;
  white: string;
  start?: string;
  moves?: string;
  clock?: { seconds: number; increment: number } | null;
}

const game = (id: string) => `/api/games/${encodeURIComponent(id)}`;

export const api = {
  players: () => ask<{ players: PlayerKind[] }>("GET", "/api/players"),
  line: (start: string, moves: string) => ask<Line>("POST", "/api/line", { start, moves }),
  read: (text: string) => ask<ReadGames>("POST", "/api/read", { text }),
  view: (player: string, start: string, moves: string) => ask<View>("POST", "/api/view", { player, start, moves }),
  games: (limit: number, offset: number) =>
    ask<{ count: number; games: ListedGame[] }>("GET", `/api/games?limit=${limit}&offset=${offset}`),
  create: (wanted: NewGame) => ask<Game>("POST", "/api/games", wanted),
  move: (id: string, ply: number, move: string) => ask<Game>("POST", `${game(id)}/moves`, { ply, move }),
  undo: (id: string) => ask<Game>("POST", `${game(id)}/undo`),
  redo: (id: string) => ask<Game>("POST", `${game(id)}/redo`),
  resign: (id: string, color: Color) => ask<Game>("POST", `${game(id)}/resign`, { color }),
  pause: (id: string, paused: boolean) => ask<Game>("POST", `${game(id)}/pause`, { paused }),
  rename: (id: string, name: string) => ask<Game>("PATCH", game(id), { name }),
  remove: (id: string) => ask<object>("DELETE", game(id)),
  eventsPath: (id: string) => `${game(id)}/events`,
  exportPath: (id: string, format: string) => `${game(id)}/export?format=${format}`,
  analysisPath: (start: string, moves: string, seconds?: number) =>
    `/api/analysis?start=${encodeURIComponent(start)}&moves=${moves}` + (seconds ? `&seconds=${seconds}` : ""),
};

// Follows an event stream until `signal` aborts it or it ends. Refusals and lost connections are thrown.
export async function follow(
  path: string,
  signal: AbortSignal,
  event: (name: string, data: unknown) => void,
): Promise<void> {
  const response = await fetch(path, { signal, headers: { Accept: "text/event-stream" } });
  if (!response.ok) throw new Refused(response.status, String((await response.json()).error));
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += value;
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const block = text.slice(0, end);
      text = text.slice(end + 2);
      const name = /^event: (.*)$/m.exec(block)?.[1];
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (name !== undefined && data !== undefined) event(name, JSON.parse(data));
    }
  }
}
