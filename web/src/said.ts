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
  ["PL {text} is no player, expected B or W", "PL {text}は手番ではありません。BかWと書いてください。"],
  ["{name} {text} names no square, expected a1 to h8", "{name} {text}はマスではありません。a1からh8までで書いてください。"],
  ["ply {n}: {name} {move} is no move, expected a square a1 to h8 or nothing for a pass", "{n}手目：{name} {move}は着手ではありません。a1からh8までのマスか、パスなら空で書いてください。"],
  ["the game has no nodes, expected one such as ;GM[2]", "対局にノードがありません。;GM[2]のようなものが必要です。"],
  ["the position is changed by hand after ply {n}, what follows is left out", "{n}手目の後で局面が書き換えられているため、その先は省きました。"],
  ["a variation is left out, only the main line is kept", "変化は省き、本譜だけを読みました。"],
  ["{n} variations are left out, only the main line is kept", "{n}個の変化は省き、本譜だけを読みました。"],
  ["{text} is no property, expected capitals and a value such as PB[name]", "{text}はプロパティではありません。PB[name]のように大文字と値で書いてください。"],
  ["the FEN {text} is no position, expected rows from 8 to 1 of p (black), P (white) and numbers of empty squares, and then b or w", "FEN {text}は局面ではありません。8段目から1段目までをp（黒）、P（白）、空きマスの数で、続けて手番をbかwで書いてください。"],
  ["{text} is no mark, expected $ and a number", "{text}は記号ではありません。$と数字で書いてください。"],
  ["{why}, expected a tag such as [Black \"name\"]", "{why}[Black \"name\"]のように書いてください。"],
  ["the comment that begins here does not end with }", "ここから始まる注釈が}で終わっていません。"],
  ["the variation that begins here does not end with )", "ここから始まる変化が)で終わっていません。"],
  ["it has {a} bytes; at most {b} can be read at once", "{a}バイトあります。一度に読めるのは{b}バイトまでです。"],
  ["this format is not a text", "この形式は文字で書かれていません。"],
  ["a list of names of WTHOR; the games are in the .wtb files beside it", "WTHORの名前の一覧です。対局は同じ場所の.wtbファイルにあります。"],
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
  ["player {name}: write the program's command line after the colon: {rest}", "{name}：コマンドを入力してください。"],
  ["player {name}: expected option=value after the colon, not {text}", "{name}：コロンの後には「設定=値」と書いてください（{text}とあります）。"],
  ["player {name}: {option} is given twice", "{name}：{option}が二度書かれています。"],
  ["player {name} has no option {option}; {rest}", "{name}には{option}という設定がありません。"],
  ["player {name}: {option} must be a time from {a} to {b}, not {text}", "{name}：{option}は{a}から{b}までの時間です（{text}は使えません）。"],
  ["player {name}: {option} must be a whole number from {a} to {b}, not {text}", "{name}：{option}は{a}から{b}までの整数です（{text}は使えません）。"],
  ["the program {name} ended with status {n}", "プログラム{name}が終了しました（終了コード{n}）。"],
  ["the program {name} ended with status {n}, after {text}", "プログラム{name}が終了しました（終了コード{n}、最後の出力は{text}）。"],
  ["the program {name} was ended by signal {text}", "プログラム{name}がシグナル{text}で終了しました。"],
  ["the program {name} does not listen any more", "プログラム{name}が入力を受け付けなくなりました。"],
  ["the program {name} does not answer any more", "プログラム{name}が応答しなくなりました。"],
  ["the program {name} did not answer in time: no {text}", "プログラム{name}が時間内に応答しませんでした。"],
  ["the program {name} floods us with output instead of {text}", "プログラム{name}の出力が多すぎます。"],
  ["the program {name} answered {text} at ply {n}, which is no move", "プログラム{name}が{n}手目に{text}と答えましたが、着手ではありません。"],
  ["the program {name} answered {move} at ply {n}, which is illegal: the legal moves are {moves}", "プログラム{name}の{n}手目の{move}は反則です。打てるのは{moves}です。"],
  ["the program {name} refuses {move} at ply {n}: {text}", "プログラム{name}が{n}手目の{move}を受け付けません：{text}"],
  ["the program {name} refuses {command}: {text}", "プログラム{name}が{command}を受け付けません：{text}"],
  ["the program {name} can play only from the start of a game: it lists no command ...setup_board", "プログラム{name}は初期配置からしか打てません（setup_boardに対応していません）。"],
  ["cannot start {name}: {text}", "{name}を起動できません：{text}"],
  ["the game {name} is damaged: {why}", "対局{name}のデータが壊れています：{why}"],
  ["the head is longer than {n} bytes", "要求のヘッダーが{n}バイトを超えています。"],
  ["the host {name} is not this server: its port is {n}", "{name}はこのサーバーではありません（ポートは{n}です）。"],
  ["the host {name} is not a name of this server; start it with --host to allow one", "{name}はこのサーバーの名前ではありません。--host で許可してください。"],
  ["requests from pages of {name} are not answered", "{name}のページからの要求には応じません。"],
  ["requests from pages of another site are not answered", "他のサイトのページからの要求には応じません。"],
  ["something went wrong inside: {text}", "サーバー内部で問題が起きました：{text}"],
  ["this is not HTTP: {text}", "HTTPの要求ではありません：{text}"],
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
  ["how to pick among equal moves; 0: the first from a1 to h8", "同点の手の選び方。0：a1からh8の順で最初の手"],
  ["Lee and Mahajan's program of 1990: features from tables, weighed by what wins games", "リーとマハジャンの1990年のプログラム：表から引く特徴を、勝敗から学んだ重みで評価"],
  ["Greene's Learner of 1991: heuristics that were used in won games", "グリーンの1991年の学習プログラム：勝った対局で使われた方針を選ぶ"],
  ["empty squares from which on it searches to the end", "最後まで読み始める空きマスの数"],
  ["1: always the heuristic with the highest WinMeasure; 0: by chance", "1：常にWinMeasureの最も高い方針、0：くじ引き"],
  ["what it learned from: 0: 60,000 games from nothing; 1: 10,000 games from weights given beforehand", "学習の仕方。0：白紙から60,000局、1：与えた重みから10,000局"],
  ["McAbee's program of 1994: Samuel's method, values of squares by move", "マカビーの1994年のプログラム：サミュエルの学習法、手数ごとのマスの値"],
  ["plies to look ahead; 0: what the time allows, or 5 without a clock", "先読みの手数。0：時間の許すだけ、時計がなければ5手"],
  ["0: minimax, 1: branch-and-bound, 2: alpha-beta", "0：ミニマックス、1：分枝限定、2：アルファベータ"],
  ["1: moves ordered by the learned values of squares, 0: as generated", "1：学習したマスの値で手を並べる、0：並べない"],
  ["1: the learned coefficients, 0: those before learning", "1：学習後の係数、0：学習前の係数"],
  ["weight of the piece count; below 0 it plays to lose", "石数の重み。負にすると負けを目指す"],
  ["Buro's program of 1994: learned patterns, ProbCut", "ブーロの1994年のプログラム：学習したパターンとProbCut"],
  ["Buro's program of 1997: patterns fitted together, Multi-ProbCut, a book that learns", "ブーロの1997年のプログラム：同時に求めたパターンの値、Multi-ProbCut、学習する定石書"],
  ["most plies to look ahead; 0: what the limits allow, or 6 without any", "先読みの最大手数。0：制限の許すだけ、制限がなければ6手"],
  ["94: patterns valued one by one, 97: fitted together", "94：パターンの値を一つずつ、97：全体で同時に求める"],
  ["0: full width, 1: ProbCut, 2: Multi-ProbCut", "0：全幅探索、1：ProbCut、2：Multi-ProbCut"],
  ["1: guess the outcome of the end before it is searched for", "1：終盤を読む前に結果を予想する"],
  ["takes only this part of its time or nodes: 10 for a tenth", "時間やノード数のこの分の一だけ使う（10なら十分の一）"],
  ["0: no opening book, 1: plays by its own, 2: and learns from its games", "0：定石書なし、1：自分の定石書で打つ、2：さらに自分の対局から学ぶ"],
  ["students' program for a board of 96 squares: seven features, weights by stage", "学生による96マス盤のプログラム：七つの特徴と段階ごとの重み"],
  ["plies to look ahead; 0: what the time allows, or 6 without a clock", "先読みの手数。0：時間の許すだけ、時計がなければ6手"],
  ["from so many empty squares on it searches to the end", "最後まで読み始める空きマスの数"],
  ["0: alpha-beta, as in the tournament; 1: NegaScout; 2: MTD(f)", "0：アルファベータ（大会と同じ）、1：NegaScout、2：MTD(f)"],
  ["logarithm to base 2 of the positions remembered; 0: none", "覚える局面の数（2の何乗か）。0：覚えない"],
  ["1: its opening book, which was left out of the tournament", "1：定石書を使う（大会では使われなかった）"],
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
