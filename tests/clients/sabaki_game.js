// Two players of EMILIA play a whole game through the GTP client of Sabaki, one to each colour, and agree about
// every position: sabaki_game.js NODE_MODULES EMILIA
"use strict";

const path = require("path");

const [modules, emilia] = process.argv.slice(2);
const {Controller} = require(path.join(modules, "@sabaki", "gtp"));

const LIMIT_MS = 120000;

function fail(message) {
  console.error(message);
  process.exit(1);
}

async function ask(engine, name, ...args) {
  const response = await engine.sendCommand({name, args});
  if (response.error) fail(`${name} ${args.join(" ")}: ${response.content}`);
  return response.content;
}

async function analyze(engine) {
  const lines = [];
  let seen;
  const first = new Promise((resolve) => { seen = resolve; });
  const done = engine.sendCommand({name: "analyze", args: ["b", "10"]}, ({line}) => {
    lines.push(line);
    if (line.startsWith("info ")) seen();
  });
  await first;
  // It goes on until something else is asked.
  const name = ask(engine, "name");
  await done;
  if ((await name) !== "Emilia") fail("no answer after an analysis");
  return lines.filter((line) => line.startsWith("info "));
}

async function main() {
  const black = new Controller(emilia, ["gtp", "--player", "weighted-squares:depth=3"]);
  const white = new Controller(emilia, ["gtp", "--player", "random:seed=1"]);
  const engines = [black, white];
  for (const engine of engines) {
    engine.start();
    if ((await ask(engine, "name")) !== "Emilia") fail("that is not Emilia");
    if ((await ask(engine, "protocol_version")) !== "2") fail("that is not version 2");
    if (!(await ask(engine, "list_commands")).split("\n").includes("genmove")) fail("genmove is not listed");
    await ask(engine, "boardsize", "8");
    await ask(engine, "clear_board");
    await ask(engine, "time_settings", "60", "0", "0");
  }
  const lines = await analyze(black);
  if (!/^info move [a-h][1-8] visits \d+ .* pv( [a-h][1-8])+$/.test(lines[0])) fail(`analysis: ${lines[0]}`);

  let turn = 0;
  let moves = 0;
  let passes = 0;
  while ((await ask(black, "gogui-rules_legal_moves")) !== "") {
    const color = turn === 0 ? "b" : "w";
    await ask(engines[turn], "time_left", color, "60", "0");
    const move = await ask(engines[turn], "genmove", color);
    await ask(engines[1 - turn], "play", color, move);
    const boards = await Promise.all(engines.map((engine) => ask(engine, "showboard")));
    if (boards[0] !== boards[1]) fail(`after ${move} there are two boards:\n${boards[0]}\n${boards[1]}`);
    moves += move !== "pass";
    passes += move === "pass";
    turn = 1 - turn;
    if (moves + passes > 130) fail("the game does not end");
  }
  const scores = await Promise.all(engines.map((engine) => ask(engine, "final_score")));
  if (scores[0] !== scores[1] || !/^([BW]\+\d+|0)$/.test(scores[0])) fail(`scores: ${scores}`);
  const refused = await black.sendCommand({name: "play", args: ["b", "a1"]});
  if (!refused.error || refused.content !== "illegal move") fail("a move after the end was taken");
  for (const engine of engines) await engine.stop();
  if (passes === 0) fail("nobody had to pass: the players have to be others");
  console.log(`${moves} moves, ${passes} passes, ${scores[0]}`);
}

setTimeout(() => fail(`not over after ${LIMIT_MS / 1000} s`), LIMIT_MS).unref();
main().catch((error) => fail(error.stack));
