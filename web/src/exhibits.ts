import { language } from "./settings";

// What the museum tells. `player` is the name under which the program can be played, once it can.
interface Room {
  player: string;
  title: [string, string];
  year: string;
  who: [string, string];
  introduced: [string, string];
}

const ROOMS: Room[] = [
  {
    player: "random",
    title: ["Random", "ランダム"],
    year: "—",
    who: ["Nobody", "作者なし"],
    introduced: [
      "The floor that every other player has to stand above: any legal move, each with the same chance. How far a program gets beyond it is the first thing to measure.",
      "すべてのプレーヤーが越えるべき基準。合法手から等確率で選びます。これにどれだけ勝てるかが最初の物差しです。",
    ],
  },
  {
    player: "max-disc",
    title: ["Maximum discs", "最多石"],
    year: "1970s–",
    who: ["Every beginner", "すべての初心者"],
    introduced: [
      "The first idea that everybody has: turn over as many discs as possible. It loses, because discs taken early are moves given away later.",
      "誰もが最初に思いつく「たくさん返す」作戦。序盤に取った石は、後で相手に手を与えることになり、負けにつながります。",
    ],
  },
  {
    player: "min-disc",
    title: ["Minimum discs", "最少石"],
    year: "1970s–",
    who: ["Every second beginner", "少し慣れた初心者"],
    introduced: [
      "The second idea: take few discs and leave the opponent few moves. Better in the opening, and helpless at the end, when discs are what counts.",
      "次に思いつく「なるべく返さない」作戦。序盤は有効ですが、石数がものを言う終盤では無力です。",
    ],
  },
  {
    player: "weighted-squares",
    title: ["Weighted squares", "マスの重み"],
    year: "1970s–",
    who: ["Many of the first programs", "初期の多くのプログラム"],
    introduced: [
      "Every square has a price: corners high, their neighbours below nothing. Quick to write and to compute, and blind to why a square is good at the moment.",
      "マスごとに値段を付けます。隅は高く、その隣はマイナス。書くのも計算も簡単ですが、そのマスが今なぜ良いのかは分かりません。",
    ],
  },
  {
    player: "iago",
    title: ["IAGO", "IAGO"],
    year: "1982",
    who: ["Paul S. Rosenbloom, Carnegie Mellon University", "ポール・S・ローゼンブルーム（カーネギーメロン大学）"],
    introduced: [
      "The first program of world-championship level that was described in full: edge stability from a table of all edges, internal stability, current and potential mobility.",
      "世界選手権級の強さを初めて詳しく論文にしたプログラム。辺の安定度表、内部の安定度、着手可能数と潜在的着手可能数。",
    ],
  },
  {
    player: "bill",
    title: ["BILL", "BILL"],
    year: "1986–1990",
    who: ["Kai-Fu Lee and Sanjoy Mahajan, Carnegie Mellon University", "李開復、サンジョイ・マハジャン（カーネギーメロン大学）"],
    introduced: [
      "Every line of the board is an index into tables computed beforehand, so that a rich evaluation is fast. And its weights were learned: from games against itself BILL knew how won and lost positions differ at every move, and a position’s value is the probability of winning.",
      "盤の各ラインをそのまま事前計算した表の添字とし、豊かな評価を高速に行います。さらに重みは学習によるもの。自己対局から各手数の勝ち局面と負け局面の違いをベイズ統計で学び、局面の値は勝率そのものです。",
    ],
  },
  {
    player: "greene",
    title: ["Greene’s Learner", "グリーンの学習プログラム"],
    year: "1991",
    who: ["William A. Greene, University of New Orleans", "ウィリアム・A・グリーン（ニューオーリンズ大学）"],
    introduced: [
      "A program that was told what to look at and found out by playing what is good. Each move is one of 46,875 heuristics: a phase of the game and how six ratings change, from very low to very high. After a game its difference in discs is added to those that were used, and the next moves are drawn by lot in proportion. It played tens of thousands of games against its own copy.",
      "何を見るかだけを教わり、何が良いかは対局から学んだプログラム。着手は46,875種の「ヒューリスティック」（局面の段階と、6つの評価の変化を5段階で表したもの）に分類され、対局後に石差が使ったものへ加算されます。次の着手はその値に比例したくじ引きで選ばれます。自分の複製と数万局を戦いました。",
    ],
  },
  {
    player: "mcabee",
    title: ["McAbee’s program", "マカビーのプログラム"],
    year: "1994",
    who: ["Rod Kevin McAbee, Oklahoma State University", "ロッド・ケビン・マカビー（オクラホマ州立大学）"],
    introduced: [
      "Samuel’s method of 1959, from checkers to Othello: a polynomial for each move of the game, whose coefficients are powers of two. Where a deep search disagrees with a glance, one coefficient is doubled and one halved. A second set of values, of the squares that were chosen, orders the search.",
      "サミュエルがチェッカーで用いた学習法（1959年）をオセロに。1手ごとに評価式を持ち、係数は2の累乗。深い読みと一目の判断が食い違うたびに、係数の一つを2倍に、一つを半分にします。選ばれたマスの値も別に学び、探索の順番に使います。",
    ],
  },
  {
    player: "logistello-94",
    title: ["LOGISTELLO", "LOGISTELLO"],
    year: "1994",
    who: ["Michael Buro", "ミヒャエル・ブーロ"],
    introduced: [
      "Nothing is guessed any more: every configuration of a pattern is worth the mean result of the positions that had it, and logistic regression weighs the patterns. ProbCut leaves out what a shallow search makes unlikely to matter.",
      "勘に頼らない評価。パターンの各配置の値は、それが現れた局面の結果の平均で、パターン同士の重みはロジスティック回帰で決めます。浅い探索で見込みのない枝を省くProbCutも登場しました。",
    ],
  },
  {
    player: "logistello-97",
    title: ["LOGISTELLO", "LOGISTELLO"],
    year: "1997",
    who: ["Michael Buro", "ミヒャエル・ブーロ"],
    introduced: [
      "The values of all patterns fitted together to millions of positions, Multi-ProbCut, and a book that grows by itself. In August 1997 it beat the world champion Takeshi Murakami 6–0.",
      "数百万局面から全パターンの値を同時に求めた評価、Multi-ProbCut、自ら育つ定石書。1997年8月、世界チャンピオンの村上健に6戦全勝。",
    ],
  },
  {
    player: "tournament-96",
    title: ["Tournament 96", "トーナメント96"],
    year: "2000s",
    who: ["Students of a course, for its tournament on a board of 96 squares", "授業の学生たち（96マス盤の大会に出場）"],
    introduced: [
      "Made for a 10×10 board with four squares blocked, where nobody knew what mattered: weights for each two plies and each player, learned from the end of the game backwards, squares judged by the information they give, and a depth chosen by what the last searches took.",
      "4マスが塞がれた10×10盤のためのプログラム。定石のない盤で、終局から逆向きに2手ごと・手番ごとの重みを学習し、マスの重要度を情報利得で測り、直前の探索時間から深さを決めました。",
    ],
  },
  {
    player: "emilia",
    title: ["Emilia", "Emilia"],
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
  const dated = /^\d{4}(–\d{4})?$/.test(room.year) ? `${room.title[i]}, ${room.year}` : room.title[i];
  return { player: room.player, title: dated, year: room.year, who: room.who[i], introduced: room.introduced[i] };
}

export function exhibit(player: string): Exhibit | undefined {
  const room = ROOMS.find((candidate) => candidate.player === player);
  return room && inLanguage(room);
}

export function exhibits(): Exhibit[] {
  return ROOMS.map(inLanguage);
}
