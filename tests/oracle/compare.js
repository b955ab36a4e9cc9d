// Replays what random_games printed with two independent libraries of the rules and compares every
// legal move, board, pass, game end and result; then counts perft with one of them.
//
//   node compare.js NODE_MODULES RANDOM_GAMES EMILIA
'use strict';

const {execFileSync} = require('child_process');
const path = require('path');

const SKIPPED = 77;
const SEED = 20, GAMES = 500, STREWN = 1000, PERFT_DEPTH = 7;

const [modules, randomGames, emilia] = process.argv.slice(2);

// ffish was built when node had no fetch(), and takes one as proof of being in a browser.
delete globalThis.fetch;
let ffish, reversi;
try {
  ffish = require(path.join(modules, 'ffish'));
  reversi = require(path.join(modules, 'reversi'));
} catch (error) {
  console.log(`skipped: the rule libraries are not installed: ${error.message.split('\n')[0]}`);
  process.exit(SKIPPED);
}
const {BLACK, WHITE} = reversi.PIECE_TYPES;

// flipello counts its ranks from the bottom, so our f5 is its f4. Our black is its white, who begins.
const mirrored = (square) => square[0] + (9 - Number(square[1]));
const bySquare = (text) => text.match(/../g) || [];
const sorted = (squares) => squares.slice().sort().join('');

class Ffish {
  constructor() { this.board = new ffish.Board('flipello'); }
  player() { return this.board.turn() ? 'X' : 'O'; }
  moves() { return this.board.legalMoves().split(' ').filter((move) => move); }
  // A pass is a null move: from a square to itself.
  isPass(move) { return !move.includes('@'); }
  legal() {
    return sorted(this.moves().filter((m) => !this.isPass(m)).map((m) => mirrored(m.slice(2))));
  }
  mustPass() { const moves = this.moves(); return moves.length === 1 && this.isPass(moves[0]); }
  play(move) {
    this.board.push(move === 'pass' ? this.moves()[0] : 'P@' + mirrored(move));
  }
  // The rows of a FEN run from rank 8, which is our row 1.
  squares() {
    return this.board.fen().split(/[ []/)[0].replace(/\//g, '')
        .replace(/\d/g, (n) => '-'.repeat(Number(n))).replace(/P/g, 'X').replace(/p/g, 'O');
  }
  // With squares left empty the game of flipello goes on until both have passed.
  isOver() {
    let passes = 0;
    while (!this.board.isGameOver() && this.mustPass() && passes < 2) {
      this.play('pass');
      passes++;
    }
    const over = this.board.isGameOver();
    if (!over) while (passes--) this.board.pop();
    return over;
  }
  winner() { return {'1-0': 'X', '0-1': 'O', '1/2-1/2': '-'}[this.board.result()]; }
  end() { this.board.delete(); }
}

// The library passes by itself, so its turn and its end are looked at between passes.
class Reversi {
  constructor() { this.game = new reversi.Game(); this.passed = false; }
  player() {
    const next = this.game._nextPieceType === BLACK;
    return next !== this.passed ? 'X' : 'O';
  }
  legal() {
    if (this.passed) return '';
    return sorted(this.game.board.getPlaceableSquares(this.game._nextPieceType)
        .map((s) => 'abcdefgh'[s.colIndex] + (s.rowIndex + 1)));
  }
  mustPass() { return this.passed; }
  play(move) {
    if (move === 'pass') { this.passed = false; return; }
    const report = this.game.proceed(Number(move[1]) - 1, move.charCodeAt(0) - 97);
    if (!report.isSuccess) throw new Error(`reversi refuses ${move}`);
    this.passed = report.isNextActorPassed;
  }
  squares() { return this.game.board.toText().replace(/\n/g, '').toUpperCase(); }
  isOver() { return this.game.isEnded; }
  winner() { return {[BLACK]: 'X', [WHITE]: 'O'}[this.game.getHighScorer()] || '-'; }
  end() {}
}

// Throws at the first difference; returns what it saw.
function compare(text) {
  const seen = {games: 0, plies: 0, passes: 0, early: 0, strewn: 0, moves: 0};
  let oracles = [], where = '', last = '';
  const same = (what, ours, theirs, oracle) => {
    if (ours !== theirs) {
      throw new Error(`${where}: ${what}: ours ${ours}, ${oracle.constructor.name} ${theirs}`);
    }
  };
  for (const line of text.trim().split('\n')) {
    const [kind, ...fields] = line.split(' ');
    if (kind === 'game') {
      oracles.forEach((oracle) => oracle.end());
      oracles = [new Ffish(), new Reversi()];
      seen.games++;
    } else if (kind === 'ply') {
      const [player, legal, move, board] = fields;
      where = `game ${seen.games}, ${player} plays ${move} to ${board}`;
      seen.plies++;
      if (move === 'pass') seen.passes++;
      for (const oracle of oracles) {
        same('is it over', false, oracle.isOver(), oracle);
        same('player to move', player, oracle.player(), oracle);
        same('legal moves', legal === '-' ? '' : sorted(bySquare(legal)), oracle.legal(), oracle);
        same('must pass', move === 'pass', oracle.mustPass(), oracle);
        oracle.play(move);
        same('board', board, oracle.squares(), oracle);
      }
      last = board;
    } else if (kind === 'end') {
      const [result, black, white] = fields.map(Number);
      where = `end of game ${seen.games} at ${last}`;
      const empty = 64 - black - white;
      if (empty) seen.early++;
      for (const oracle of oracles) {
        const discs = oracle.squares();
        const x = discs.split('X').length - 1, o = discs.split('O').length - 1;
        same('is it over', true, oracle.isOver(), oracle);
        same('discs', `${black}-${white}`, `${x}-${o}`, oracle);
        same('result', result, x - o + Math.sign(x - o) * empty, oracle);
        same('winner', ['O', '-', 'X'][Math.sign(result) + 1], oracle.winner(), oracle);
      }
    } else if (kind === 'strewn') {
      const [board, player, ...children] = fields;
      where = `strewn ${board} ${player}`;
      seen.strewn++;
      seen.moves += children.length;
      const mapText = board.toLowerCase().match(/.{8}/g).join('\n');
      const piece = player === 'X' ? BLACK : WHITE;
      const oracle = new reversi.Board({mapText});
      same('legal moves', sorted(children.map((c) => c.slice(0, 2))),
           sorted(oracle.getPlaceableSquares(piece)
               .map((s) => 'abcdefgh'[s.colIndex] + (s.rowIndex + 1))), oracle);
      for (const child of children) {
        const [move, after] = child.split(':');
        const copy = new reversi.Board({mapText});
        copy.placePiece(Number(move[1]) - 1, move.charCodeAt(0) - 97, piece);
        same(`board after ${move}`, after, copy.toText().replace(/\n/g, '').toUpperCase(), copy);
      }
    } else {
      throw new Error(`random_games printed: ${line}`);
    }
  }
  oracles.forEach((oracle) => oracle.end());
  return seen;
}

// A pass is a ply, a finished game counts one.
function perft(board, depth) {
  if (depth === 0) return 1;
  const moves = board.legalMoves().split(' ').filter((move) => move);
  if (moves.length === 0) return 1;
  let leaves = 0;
  for (const move of moves) {
    board.push(move);
    leaves += perft(board, depth - 1);
    board.pop();
  }
  return leaves;
}

// A comparison that lets everything through proves nothing: each of these must be noticed.
function noticesMistakes(text) {
  const lines = text.trim().split('\n');
  const strewn = lines.filter((line) => line.startsWith('strewn'));
  const change = (pattern, by, from = lines) => {
    const at = from.findIndex((line, i) => i > 30 && pattern.test(line));
    return [...from.slice(0, at), from[at].replace(pattern, by), ...from.slice(at + 1)];
  };
  const mistakes = {
    'a legal move missing': change(/^(ply \w )[a-h]\d([a-h]\d)/, '$1$2'),
    'a wrong disc': change(/^(ply .*)X([XO-]*)$/, '$1O$2'),
    'a wrong result': change(/^end (-?\d+)/, (_, n) => `end ${Number(n) + 2}`),
    'a pass left out': lines.filter((line, i) => !/pass/.test(line)),
    'a game that ends too soon': lines.filter((line, i) => !/^end/.test(lines[i + 1] || '')),
    'a strewn move missing': change(/^(strewn \S+ \w) \S+/, '$1', strewn),
    'a strewn board wrong': change(/^(strewn .*)O([XO-]*)$/, '$1X$2', strewn),
  };
  return Object.entries(mistakes).filter(([, changed]) => {
    try {
      compare(changed.join('\n'));
      return true;
    } catch (error) {
      return false;
    }
  }).map(([name]) => name);
}

function main() {
  const text = execFileSync(randomGames, [SEED, GAMES, STREWN].map(String),
                            {encoding: 'utf8', maxBuffer: 1 << 28});
  const seen = compare(text);
  console.log(`${seen.games} games, ${seen.plies} plies, ${seen.passes} passes, ${seen.early} games ` +
              `that ended with empty squares, ${seen.strewn} strewn boards with ${seen.moves} moves: ` +
              'all the same');
  if (seen.games !== GAMES || seen.strewn !== STREWN || !seen.passes || !seen.early) {
    throw new Error('too little was compared');
  }
  const missed = noticesMistakes(text);
  if (missed.length) throw new Error(`not noticed: ${missed.join(', ')}`);

  const ours = execFileSync(emilia, ['perft', String(PERFT_DEPTH), '--json'], {encoding: 'utf8'})
      .trim().split('\n').map((line) => JSON.parse(line));
  for (const {depth, leaves} of ours) {
    const board = new ffish.Board('flipello');
    const theirs = perft(board, depth);
    board.delete();
    if (theirs !== leaves) throw new Error(`perft ${depth}: ours ${leaves}, ffish ${theirs}`);
  }
  console.log(`perft 1 to ${ours.length}: the same, ${ours[ours.length - 1].leaves} at the end`);
}

ffish.onRuntimeInitialized = () => {
  let code = 0;
  try {
    main();
  } catch (error) {
    console.log(error.message);
    code = 1;
  }
  process.exit(code);
};
