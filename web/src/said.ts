import { language } from "./settings";
import { t } from "./text";

// What the server says, in Japanese: its sentences with {parts} that differ. A part called color, player or why is
// put into Japanese as well, any other stays as it is. What is not here is shown as the server said it.
const SENTENCES: [string, string][] = [
  ["line {n}: {why}", "{n}行目：{why}"],
  ["game {n}: {why}", "{n}局目：{why}"],
  ["ply {n}: {color} cannot play {move}, the legal moves are {moves}", "{n}手目：{color}は{move}に打てません。打てるのは{moves}です。"],
  ["ply {n}: {color} cannot pass, the legal moves are {moves}", "{n}手目：{color}はパスできません。打てるのは{moves}です。"],
  ["ply {n}: {color} must pass, and {other_color} cannot play {move} then, the legal moves are {moves}", "{n}手目：{color}はパスですが、その後{other_color}は{move}に打てません。打てるのは{moves}です。"],
  ["ply {n}: {color} plays {move}, but has to pass", "{n}手目：{color}は{move}に打てず、パスしなければなりません。"],
  ["ply {n}: {color} plays {move}, but it is {other_color}'s turn, the legal moves are {moves}", "{n}手目：{color}の{move}とありますが、{other_color}の番です。打てるのは{moves}です。"],
  ["ply {n}: {color} passes, but it is {other_color}'s turn to pass", "{n}手目：{color}のパスとありますが、パスするのは{other_color}です。"],
  ["ply {n}: {move} is played after the end of the game", "{n}手目：終局後に{move}が打たれています。"],
  ["ply {n}: a pass after the end of the game", "{n}手目：終局後のパスです。"],
  ["ply {n}: {move} is not a move, expected a square a1 to h8 or pass", "{n}手目：{move}は着手ではありません。a1からh8までのマスかpassと書いてください。"],
  ["ply {n}: {move} is no move, expected a square a1 to h8 or pass", "{n}手目：{move}は着手ではありません。a1からh8までのマスかpassと書いてください。"],
  ["ply {n}: {move} is not a move: it has to be a square from a1 to h8, or pa for a pass", "{n}手目：{move}は着手ではありません。a1からh8までのマスか、パスならpaと書いてください。"],
  ["{move} is no move, expected a square a1 to h8 or pass", "{move}は着手ではありません。a1からh8までのマスかpassと書いてください。"],
  ["{move} cannot be played, the legal moves are {moves}", "{move}には打てません。打てるのは{moves}です。"],
  ["{move} is not a square from a1 to h8", "{move}はa1からh8までのマスではありません。"],
  ["moves are two characters each, such as f5d6c3, and the last one is not", "着手はf5d6c3のように2文字ずつ書きます。最後の手が足りません。"],
  ["the position ends after {n} of 64 squares: {why}", "局面が64マス中{n}マスで終わっています。{why}"],
  ["the position does not say who is to move: {why}", "局面に手番がありません。{why}"],
  ["{text} after the 64 squares does not name the player to move: {why}", "64マスの後の{text}は手番ではありません。{why}"],
  ["there is {text} after the player to move: {why}", "手番の後に{text}があります。{why}"],
  ["{text} at {square} is not a square's content: {why}", "{square}の{text}は石でも空きでもありません。{why}"],
  [
    "a position is 64 squares from a1 to h8, each X (black), O (white) or - (empty), and then the player to move, X or O",
    "局面はa1からh8までの64マスをX（黒）、O（白）、-（空き）で、続けて手番をXかOで書きます。",
  ],
  ["the board begins with {text}, expected 8 and then 64 squares", "盤面が{text}で始まっています。8の後に64マスを書いてください。"],
  ["the board is {n} wide, expected SZ[8]", "盤の大きさが{n}です。SZ[8]でなければなりません。"],
  ["GM {text} is not Othello, expected {expected}", "GM {text}はオセロではありません。{expected}でなければなりません。"],
  ["the game that begins in line {n} does not end with )", "{n}行目から始まる対局が)で終わっていません。"],
  ["the value of {name} that begins in line {n} does not end with ]", "{n}行目から始まる{name}の値が]で終わっていません。"],
  ["the property {name} has no value, expected one in brackets", "プロパティ{name}に値がありません。括弧に入れて書いてください。"],
  ["the tag {name} does not end with ]", "タグ{name}が]で終わっていません。"],
  ["the tag {name} has no value in quotes", "タグ{name}に引用符で囲んだ値がありません。"],
  ["the value of the tag {name} does not end", "タグ{name}の値が終わっていません。"],
  ["the result is said to be {a}, on the board it is {b}", "結果は{a}とありますが、盤面では{b}です。"],
  ["{text} is not a move, expected a square a1 to h8 and its score, such as e3:+5", "{text}は着手ではありません。e3:+5のようにマスと評価値を書いてください。"],
  ["{text} is not the score of {move}, expected a number from -64 to +64", "{text}は{move}の評価値ではありません。-64から+64までの数を書いてください。"],
  ["there is nothing to read", "読み込むものがありません。"],
  ["there is nothing in it", "中身がありません。"],
  ["there is no game in it", "対局が見つかりません。"],
  ["there is no game in it (read as {format})", "対局が見つかりません（{format}として読みました）。"],
  ["there are more than {n} moves", "着手が{n}手を超えています。"],
  ["the position has two discs on one square", "一つのマスに石が二つあります。"],
  ["neither player has a move in that position: the game is over", "この局面ではどちらも打てません。終局しています。"],
  ["nothing stands on {squares}: the four squares in the centre are never empty in a game", "{squares}に石がありません。対局では中央の4マスが空くことはありません。"],
  ["the game is over", "対局は終わっています。"],
  ["the game is over: there is nothing to analyse", "終局しているので、解析するものがありません。"],
  ["the game was deleted", "この対局は削除されました。"],
  ["there is no game of that name; it may have been deleted", "その対局はありません。削除されたのかもしれません。"],
  ["{color} has to pass: analyse the position after that", "{color}はパスです。その後の局面を解析してください。"],
  ["the move is for ply {a}, but the game is at ply {b}", "{a}手目としての着手ですが、対局は{b}手目です。"],
  ["{color} is to move, and that is {name}", "{color}（{name}）の番です。"],
  ["there is no move to take back", "戻す手がありません。"],
  ["there is no move to play again", "進める手がありません。"],
  ["only a person resigns", "投了できるのは人だけです。"],
  ["{n} analyses run already, and that is all there may be", "すでに{n}件の解析が動いており、これ以上は始められません。"],
  ["{n} players think already, and that is all there may be; go on when one of them is done", "すでに{n}のプレーヤーが考えています。空いてから再開してください。"],
  ["{n} connections are open, and that is all there may be", "すでに{n}の接続があり、これ以上は開けません。"],
  ["{name} runs another program; the server has to be started with --programs to allow that", "{name}は別のプログラムを動かします。サーバーを --programs 付きで起動してください。"],
  ["{name}: {option} may be at most {a} on a server, not {b}", "{name}：サーバーでは{option}は{a}までです（{b}は指定できません）。"],
  ["there is no player {name}; {rest}", "{name}というプレーヤーはありません。"],
  ["{name} made a move that is not legal: {why}", "{name}が反則の手を打ちました：{why}"],
  ["{name} has no view of its own", "{name}には独自の見方がありません。"],
  ["the file of games: {why}", "棋譜ファイル：{why}"],
  ["the body is longer than {n} bytes", "送る内容が{n}バイトを超えています。"],
  ["the request did not arrive within {time}", "要求が{time}以内に届きませんでした。"],

  ["any legal move, each with the same chance", "合法手から等確率で選ぶ"],
  ["as many discs as it can get", "できるだけ多くの石を取る"],
  ["as few discs as it can get", "できるだけ石を取らない"],
  ["good squares: corners, then edges, not beside corners", "良いマスを選ぶ：隅、次に辺、隅の隣は避ける"],
  ["another program that speaks GTP", "GTPで話す別のプログラム"],
  ["another program that speaks NBoard", "NBoardの方式で話す別のプログラム"],
  ["the modern engine: learned patterns, selective search, solved endings", "現代的なエンジン：学習したパターン、選択的探索、終盤の完全読み"],
  ["Rosenbloom's program of 1981: stable edges and mobility", "ローゼンブルームの1981年のプログラム：辺の安定度と着手可能数"],
  ["1 to 60, see docs/engine.md; 0: as the limits of the game allow", "1～60（docs/engine.md参照）。0：持ち時間に合わせる"],
  ["how many threads search", "探索に使うスレッド数"],
  ["megabytes of memory for positions", "局面を覚えるメモリ（MB）"],
  ["1: thinks while others are to move", "1：相手の番にも考える"],
  ["plies to look ahead", "先読みの手数"],
  ["which stream of random numbers", "乱数の系列"],
  ["most plies to look ahead; 0: what the time allows, or 6 without a clock", "先読みの最大手数。0：時間の許すだけ、時計がなければ6手"],
  ["its own clock for a game, where nobody keeps one; 0: none", "時計のない対局での自分の持ち時間。0：なし"],
];

// Openings by the names that Japanese players use, or how they are read.
const OPENINGS: Record<string, string> = {
  Parallel: "並び取り", Mouse: "ねずみ定石", Cart: "荷車", Diagonal: "斜め取り", Wing: "ウイング", "Semi-Wing": "セミウイング", "X-square": "X打ち",
  "Raccoon Dog": "たぬき", "Reverse Raccoon Dog": "裏たぬき", Rocket: "ロケット", Hamilton: "ハミルトン", Lollipop: "ロリポップ", Snake: "蛇定石",
  Lysons: "コブラ", "Sand Snake": "砂蛇", Viper: "まむし", Basilisk: "バジリスク", Pyramid: "ピラミッド", Tsuchinoko: "ツチノコ", "Reverse Snake": "裏蛇",
  Heath: "飛び出し牛", "Heath-Bat": "裏コウモリ", "Heath-Chimney": "大量取り", Iwasaki: "岩崎", "Mimura II": "三村流II", Cow: "牛定石", Chimney: "チムニー",
  Tank: "戦車", "Cow Bat": "コウモリ", Melnikov: "メルニコフ", "Bat (Piau Continuation 2)": "コウモリ（ピオー変化2）",
  "Bat (Kling Continuation)": "コウモリ（クリング変化）", "Bat (Kling Alternative)": "コウモリ（クリング別手順）", "Rose-v-Toth": "ローズ対トート",
  Tanida: "谷田", Aircraft: "エアクラフト", Sailboat: "ヨット", Clipper: "快速船", Maruoka: "丸岡", Landau: "ランダウ", Buffalo: "バッファロー",
  "Maruoka Buffalo": "丸岡バッファロー", "Tanida Buffalo": "谷田バッファロー", "Hokuriku Buffalo": "北陸バッファロー", Perpendicular: "縦取り",
  Horse: "馬定石", Crane: "鶴", Rabbit: "兎定石", Mimura: "三村流", Shaman: "シャーマン", Inoue: "井上", Iago: "雪兎", Bhagat: "バガット", Ralle: "ラーレ",
  "Side Rabbit": "横兎", Rose: "ローズ", Greenberg: "グリーンバーグ", Flat: "フラット", "Rotating Flat": "ローテーティングフラット",
  "Murakami Variation": "村上流", "Rotating Flat (Kling Continuation)": "ローテーティングフラット（クリング変化）", "Rose-Birth": "ローズバース",
  Brightstein: "ブライトスタイン", "Rose-Birdie": "ローズ為則", "Rose-Tamenori-Kling": "ローズ為則（クリング変化）", "Wild Rabbit": "野兎", Cat: "猫定石",
  Sakaguchi: "坂口", Berner: "バーナー", Italian: "羊", Ganglion: "ガングリオン", Swallow: "燕", "No-Cat (Continuation)": "ノーキャット（続き）",
  "Sea Otter": "ラッコ", "Bent Ganglion": "ベントガングリオン", Missile: "ミサイル", Dragon: "龍", Crayfish: "ザリガニ", Prawn: "海老", Tiger: "虎定石",
  Aubrey: "田中", "Aubrey (Feldborg Continuation)": "田中（フェルドボルグ変化）", "Berg Tiger": "ベルグ虎", Brightwell: "ブライトウェル",
  "Leader's Tiger": "リーダーズタイガー", Stephenson: "ステファンソン", Kung: "クン", "No-Kung": "ノーカン", "No-Kung (Continuation)": "ノーカン（続き）",
  "Comp'Oth": "コンポス", "Lightning Bolt": "ライトニングボルト", Logistello: "ロジステロ", "Tama-Plaza": "たまプラーザ", "F.A.T. Draw": "F.A.T.ドロー",
  "Rose-Bill": "ローズビル", Tamenori: "為則流", "Central Rose-Bill": "セントラルローズビル", Rooster: "鶏", Banana: "バナナ", Ishii: "石井",
  "Mainline Tiger": "虎定石本線", "Mako Tiger": "マコ虎",
};

export function openingName(name: string): string {
  return language.value === "ja" ? OPENINGS[name] ?? name : name;
}

interface Pattern { names: string[]; expression: RegExp; japanese: string }

let patterns: Pattern[] | null = null;

function compiled(): Pattern[] {
  patterns ??= SENTENCES.map(([english, japanese]) => {
    const names: string[] = [];
    const source = english.split(/(\{\w+\})/).map((part) => {
      if (!/^\{\w+\}$/.test(part)) return part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
      names.push(part.slice(1, -1));
      return part === "{n}" ? "(\\d+)" : part.includes("color") ? "(black|white|Black|White)" : "(.+?)";
    });
    return { names, expression: new RegExp(`^${source.join("")}$`, "s"), japanese };
  });
  return patterns;
}

export function said(sentence: string): string {
  if (language.value !== "ja") return sentence;
  for (const { names, expression, japanese } of compiled()) {
    const found = expression.exec(sentence);
    if (!found) continue;
    return japanese.replace(/\{(\w+)\}/g, (_, name: string) => {
      const part = found[names.indexOf(name) + 1] ?? "";
      if (name.includes("color")) return t(part.toLowerCase() as "black" | "white");
      return name === "why" ? said(part) : part;
    });
  }
  return sentence;
}
