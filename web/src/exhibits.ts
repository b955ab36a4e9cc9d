import { language } from "./settings";

// What the museum tells. `player` is the name under which the program can be played, once it can.
interface Room {
  player: string;
  title: string;
  year: string;
  who: [string, string];
  introduced: [string, string];
}

const ROOMS: Room[] = [
  {
    player: "random",
    title: "Random",
    year: "—",
    who: ["Nobody", "作者なし"],
    introduced: [
      "The floor that every other player has to stand above: any legal move, each with the same chance. How far a program gets beyond it is the first thing to measure.",
      "すべてのプレーヤーが越えるべき基準。合法手から等確率で選びます。これにどれだけ勝てるかが最初の物差しです。",
    ],
  },
  {
    player: "max-disc",
    title: "Maximum discs",
    year: "1970s–",
    who: ["Every beginner", "すべての初心者"],
    introduced: [
      "The first idea that everybody has: turn over as many discs as possible. It loses, because discs taken early are moves given away later.",
      "誰もが最初に思いつく「たくさん返す」作戦。序盤に取った石は、後で相手に手を与えることになり、負けにつながります。",
    ],
  },
  {
    player: "min-disc",
    title: "Minimum discs",
    year: "1970s–",
    who: ["Every second beginner", "少し慣れた初心者"],
    introduced: [
      "The second idea: take few discs and leave the opponent few moves. Better in the opening, and helpless at the end, when discs are what counts.",
      "次に思いつく「なるべく返さない」作戦。序盤は有効ですが、石数がものを言う終盤では無力です。",
    ],
  },
  {
    player: "weighted-squares",
    title: "Weighted squares",
    year: "1970s–",
    who: ["Many of the first programs", "初期の多くのプログラム"],
    introduced: [
      "Every square has a price: corners high, their neighbours below nothing. Quick to write and to compute, and blind to why a square is good at the moment.",
      "マスごとに値段を付けます。隅は高く、その隣はマイナス。書くのも計算も簡単ですが、そのマスが今なぜ良いのかは分かりません。",
    ],
  },
  {
    player: "iago",
    title: "IAGO",
    year: "1982",
    who: ["Paul S. Rosenbloom, Carnegie Mellon University", "ポール・S・ローゼンブルーム（カーネギーメロン大学）"],
    introduced: [
      "The first program of world-championship level that was described in full: edge stability from a table of all edges, internal stability, current and potential mobility.",
      "世界選手権級の強さを初めて詳しく論文にしたプログラム。辺の安定度表、内部の安定度、着手可能数と潜在的着手可能数。",
    ],
  },
  {
    player: "bill",
    title: "BILL",
    year: "1986–1990",
    who: ["Kai-Fu Lee and Sanjoy Mahajan, Carnegie Mellon University", "李開復、サンジョイ・マハジャン（カーネギーメロン大学）"],
    introduced: [
      "Every line of the board is an index into tables computed beforehand, so that a rich evaluation is fast. And its weights were learned: from games against itself BILL knew how won and lost positions differ at every move, and a position’s value is the probability of winning.",
      "盤の各ラインをそのまま事前計算した表の添字とし、豊かな評価を高速に行います。さらに重みは学習によるもの。自己対局から各手数の勝ち局面と負け局面の違いをベイズ統計で学び、局面の値は勝率そのものです。",
    ],
  },
  {
    player: "logistello",
    title: "LOGISTELLO",
    year: "1997",
    who: ["Michael Buro", "ミヒャエル・ブーロ"],
    introduced: [
      "Patterns of squares whose values were fitted to millions of positions, ProbCut, and a book that grows by itself. In August 1997 it beat the world champion Takeshi Murakami 6–0.",
      "数百万局面から値を求めたパターン評価、ProbCut、自ら育つ定石書。1997年8月、世界チャンピオンの村上健に6戦全勝。",
    ],
  },
  {
    player: "emilia",
    title: "Emilia",
    year: "—",
    who: ["This program", "このプログラム"],
    introduced: [
      "What the others led to: patterns with values learned from games of its own, a search that leaves out what hardly matters, and endings that are solved. Its levels go from a beginner’s to beyond any human’s.",
      "先人たちの到達点。自己対局から学んだパターン評価、見込みのない枝を省く探索、完全読みの終盤。レベルは入門者から人間を超える強さまで。",
    ],
  },
];

export interface Exhibit { player: string; title: string; year: string; who: string; introduced: string }

function inLanguage(room: Room): Exhibit {
  const i = language.value === "ja" ? 1 : 0;
  const dated = /^\d{4}(–\d{4})?$/.test(room.year) ? `${room.title}, ${room.year}` : room.title;
  return { player: room.player, title: dated, year: room.year, who: room.who[i], introduced: room.introduced[i] };
}

export function exhibit(player: string): Exhibit | undefined {
  const room = ROOMS.find((candidate) => candidate.player === player);
  return room && inLanguage(room);
}

export function exhibits(): Exhibit[] {
  return ROOMS.map(inLanguage);
}
