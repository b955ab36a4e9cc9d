// The page in a real browser: page_test.mjs NODE_MODULES BINARY [NAME...]
// Each test gets a fresh window; NAMEs choose tests by parts of their names.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { axeSource, findChromium, openBrowser, Server, SKIPPED } from "./harness.mjs";

const [modules, binary, ...chosen] = process.argv.slice(2);
const executable = findChromium();
if (!executable) {
  console.log("skipped: there is no chromium here (Debian package chromium)");
  process.exit(SKIPPED);
}

const GAME = "f5d6c3d3c4f4f6f7g6h6e6b3f8f3e7g5h4d7e3h5h7d8a3c2c8b8b5g3c1b4e8g8h3c6a5a4g4d2e1a6a7d1c5f1g1a2a1b1b6h1c7h2e2h8b2g7f2g2b7a8";
const MIDGAME = GAME.slice(0, 40);
const ENDGAME = GAME.slice(0, 88);

const server = await new Server(binary).start();
if ((await (await fetch(`${server.url}app.js`)).text()) === "") {
  console.log("skipped: the page was not built into this program");
  await server.close();
  process.exit(SKIPPED);
}
const browser = await openBrowser(modules, executable);
const problems = []; // of the window of the test that runs
let offlineExpected = false;

async function window(options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: "en-GB", acceptDownloads: true, bypassCSP: true, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(15000);
  page.on("console", (message) => {
    if (message.type() === "error" && !(offlineExpected && /Failed to load resource|ERR_/.test(message.text()))) problems.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => problems.push(`error: ${error.message}`));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(server.url) && !/^(data|blob|about):/.test(url)) problems.push(`a request left the machine: ${url}`);
  });
  return page;
}

const boardOf = (page) => page.$$eval("#board .square", (squares) =>
  squares.map((square) => (square.querySelector(".is-black") ? "X" : square.querySelector(".is-white") ? "O" : "-")).join(""));
const analysing = async () => (await server.ask("GET", "/api/about")).analysing;

async function until(what, holds, milliseconds = 10000) {
  const end = Date.now() + milliseconds;
  for (;;) {
    if (await holds()) return;
    if (Date.now() > end) assert.fail(`${what}: not within ${milliseconds} ms`);
    await new Promise((done) => setTimeout(done, 20));
  }
}

async function newGame(page, side, player) {
  await page.goto(`${server.url}#/play`);
  await page.check(`input[name=side][value=${side}]`, { force: true });
  if (player) await page.selectOption("#opponent", player);
  await page.click("button[type=submit]");
  await page.waitForSelector("#board");
}

// The game that the page shows, as the server knows it.
const gameOf = (page) => server.ask("GET", `/api/games/${new URL(page.url()).hash.split("/")[2]}`);

async function playMove(page) {
  await page.waitForSelector("#board .square.legal");
  const before = (await gameOf(page)).plies;
  await page.click("#board .square.legal >> nth=0");
  await until("the move is played", async () => (await gameOf(page)).plies > before);
  // And answered, and all of it shown.
  await until("the page shows the game", async () => {
    const game = await gameOf(page);
    const last = game.line.plies.at(-1);
    return (game.ending || game[last.to_move] === "human") && (await boardOf(page)) === last.position.slice(0, 64);
  });
}

const tests = {
  async "a whole game against a player"(page) {
    await newGame(page, "black", "random");
    for (let moves = 0; moves < 40; ++moves) {
      await page.waitForFunction(() => document.querySelector("#board .square.legal") || document.querySelector("#rematch"), null, { timeout: 15000 });
      if (await page.$("#rematch")) break;
      await playMove(page);
    }
    const game = await gameOf(page);
    assert.equal(game.ending, "finished");
    await page.waitForFunction((position) => [...document.querySelectorAll("#board .square")].every((square, i) =>
      (square.querySelector(".is-black") ? "X" : square.querySelector(".is-white") ? "O" : "-") === position[i]), game.line.plies.at(-1).position);
    assert.match(await page.textContent("#status"), /wins|draw/);
    const black = game.line.plies.at(-1).black;
    assert.equal(await page.textContent(".card[data-color=black] .count"), String(black));
    await page.click("#rematch");
    await page.waitForFunction((id) => !location.hash.includes(id), game.id);
    await page.waitForSelector(".card[data-color=black] .who");
    await page.waitForFunction(() => /Random/.test(document.querySelector(".card[data-color=black] .who")?.textContent ?? ""));
    await until("the player opens the rematch", async () => (await gameOf(page)).plies > 0);
  },

  async "undo, redo and resign"(page) {
    await newGame(page, "black", "max-disc");
    await playMove(page);
    await page.waitForSelector("#board .square.legal");
    const board = await boardOf(page);
    await page.click("#undo");
    await page.waitForFunction(() => document.querySelectorAll("#board .disc").length === 4);
    await page.keyboard.press("r");
    await page.waitForFunction(() => document.querySelectorAll("#board .disc").length === 6);
    assert.equal(await boardOf(page), board);
    await page.click("#resign");
    await page.waitForFunction(() => /Black resigns: White wins/.test(document.querySelector("#status").textContent));
    assert.equal((await gameOf(page)).winner, "white");
  },

  async "two people, by keyboard alone"(page) {
    await newGame(page, "both");
    await page.reload();
    await page.waitForSelector("#board .square.legal");
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.className), "skip");
    await page.keyboard.press("Enter");
    // From d4 to d3.
    await page.keyboard.press("ArrowUp");
    assert.match(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), /^d3, legal move/);
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelectorAll("#board .disc").length === 5);
    assert.match(await page.getAttribute("[data-square=d3]", "aria-label"), /^d3, black, last move/);
    await page.keyboard.press("u");
    await page.waitForFunction(() => document.querySelectorAll("#board .disc").length === 4);
  },

  async "two players are watched, paused and left"(page) {
    await page.goto(`${server.url}#/play`);
    await page.check("input[name=side][value=none]", { force: true });
    await page.selectOption("#opponent", "weighted-squares");
    await page.selectOption("#second", "max-disc");
    await page.click("button[type=submit]");
    await page.waitForSelector("#board");
    await until("they play", async () => (await gameOf(page)).plies > 2);
    await until("and end", async () => (await gameOf(page)).ending === "finished");
    await page.waitForSelector("#rematch");
  },

  async "the usual opponent, with levels in words"(page) {
    await page.goto(`${server.url}#/play`);
    await page.waitForSelector("#opponent");
    assert.equal(await page.inputValue("#opponent"), "emilia");
    const level = page.locator(".chooser input[type=range]").first();
    const words = page.locator(".chooser .row small").first();
    for (const [value, said] of [[0, /clock/], [1, /^a beginner/], [60, /^beyond any human/], [2, /now and then/]]) {
      await level.fill(String(value));
      assert.match(await words.textContent(), said);
    }
    // What the server does not let a player choose is not offered.
    assert.equal(await page.locator(".chooser input[aria-label^=threads]").count(), 0);
    await page.click("button[type=submit]");
    await playMove(page);
    await page.waitForSelector("#board .square.legal");
    assert.equal(await page.textContent(".card[data-color=white] .who"), "White: Emilia (level 2)");
  },

  async "a pass is said"(page) {
    const found = await findPass();
    const made = await server.ask("POST", "/api/games", { black: "human", white: "human", start: found.start });
    await page.goto(`${server.url}#/play/${made.id}`);
    await page.click(`[data-square=${found.move}]`);
    await page.waitForSelector(".pass-note");
    assert.match(await page.textContent("#status"), new RegExp(`${found.who} has no move and passes`));
  },

  async "live analysis starts, updates and stops"(page) {
    await page.goto(`${server.url}#/analyse?moves=${MIDGAME}`);
    await page.waitForSelector("#board .value");
    const legal = (await server.ask("POST", "/api/line", { moves: MIDGAME })).plies.at(-1).legal.length / 2;
    await page.waitForFunction((n) => document.querySelectorAll("#board .value").length === n, legal);
    assert.equal(await page.locator("#board .square.best").count() >= 1, true);
    const depth = Number(await page.textContent("#depth"));
    await page.waitForFunction((n) => Number(document.querySelector("#depth").textContent) > n, depth);
    // Nodes go on between the values.
    const nodes = await page.textContent("#nodes");
    await page.waitForFunction((before) => document.querySelector("#nodes").textContent !== before, nodes);
    await until("the search is on", async () => (await analysing()) === 1, 1000);
    await page.click("#toggle-analysis");
    await until("the search ends", async () => (await analysing()) === 0, 1000);
    assert.equal(await page.locator("#board .value").count(), 0);
    await page.keyboard.press("a");
    await page.waitForSelector("#board .value");
    await until("the search is on", async () => (await analysing()) === 1, 1000);
    await page.goto(`${server.url}#/museum`);
    await until("the search ends with its page", async () => (await analysing()) === 0, 1000);
  },

  async "exact values, best line, variations and graph"(page) {
    await page.goto(`${server.url}#/analyse?moves=${ENDGAME}`);
    await page.waitForFunction(() => /solved/.test(document.querySelector("#analysis")?.textContent ?? ""));
    assert.equal(await page.locator("#board .value").count(), await page.locator("#board .value.exact").count());
    // The second move of the best line, seen and then played.
    const before = await boardOf(page);
    await page.hover(".lines li:first-child .pv button:nth-child(2)");
    await page.waitForSelector(".preview");
    assert.notEqual(await boardOf(page), before);
    await page.mouse.move(5, 5);
    await page.waitForFunction(() => !document.querySelector(".preview"));
    assert.equal(await boardOf(page), before);
    await page.click(".lines li:first-child .pv button:nth-child(2)");
    await page.waitForFunction(() => document.querySelectorAll(".tree .node").length === 46);
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await page.waitForSelector("#board .value.exact");
    await page.click("#board .square.legal:not(.best)");
    await page.waitForSelector(".tree .branch .node.current");
    await page.waitForSelector(".graph canvas");
    const moves = new URL(page.url()).hash;
    await page.reload();
    await page.waitForSelector(".tree .node.current");
    assert.equal(new URL(page.url()).hash, moves, "the address names the position");
  },

  async "every format is read, and what is broken is said"(page) {
    await page.goto(`${server.url}#/analyse`);
    await page.waitForSelector("#paste");
    const position = (await server.ask("POST", "/api/line", { moves: MIDGAME })).plies.at(-1).position;
    const written = (format) => execFileSync(binary, ["convert", "-", "--to", format], { input: MIDGAME, encoding: "utf8" });
    const texts = { transcript: MIDGAME, position, obf: `${position};`, ggf: written("ggf"), sgf: written("sgf"), pgn: written("pgn") };
    for (const [format, text] of Object.entries(texts)) {
      await page.keyboard.press("Home");
      await page.goto(`${server.url}#/museum`);
      await page.goto(`${server.url}#/analyse`);
      await page.fill("#paste", text);
      await page.click("#read");
      await page.waitForFunction((wanted) => [...document.querySelectorAll("#board .square")].every((square, i) =>
        (square.querySelector(".is-black") ? "X" : square.querySelector(".is-white") ? "O" : "-") === wanted[i]), position)
        .catch(() => assert.fail(`${format} was not read`));
      assert.equal(await page.textContent("#paste-problem"), "");
    }
    // The page reports refusals to its console as any browser does; that is no fault of it.
    offlineExpected = true;
    for (const [text, said] of [["f5d6c3a1", /ply 4: .*a1/], ["(;GM[2]B[f5", /./], ["XO-", /3 of 64/], ["hello", /./]]) {
      await page.fill("#paste", text);
      await page.click("#read");
      await page.waitForFunction((pattern) => new RegExp(pattern).test(document.querySelector("#paste-problem").textContent), said.source);
    }
    await page.waitForTimeout(100);
    offlineExpected = false;
  },

  async "set up a position"(page) {
    await page.goto(`${server.url}#/analyse`);
    await page.click("#setup");
    await page.click("[data-square=a1]");
    await page.click("#setup-done");
    await page.mouse.move(5, 5);
    await page.waitForFunction(() => document.querySelectorAll("#board .disc").length === 5 && document.querySelector("#analysis"));
    await page.waitForSelector("#board .value");
    // No game has such a board, and the page says so.
    await page.goto(`${server.url}#/analyse?start=${encodeURIComponent(`XO${"-".repeat(62)} X`)}`);
    await page.waitForFunction(() => /centre/.test(document.querySelector("#analysis")?.textContent ?? ""));
  },

  async "what players see is shown beside the analysis"(page) {
    await page.goto(`${server.url}#/analyse?moves=${MIDGAME}`);
    await page.waitForSelector("#lens");
    const { players } = await server.ask("GET", "/api/players");
    const wanted = players.filter((kind) => kind.view).map((kind) => `own:${kind.name}`);
    assert.ok(wanted.includes("own:iago"));
    await page.waitForFunction((n) => document.querySelectorAll("#lens option[value^=own]").length === n, wanted.length);
    await page.selectOption("#lens", "own:iago");
    await page.waitForSelector(".view-table tbody tr");
    const rows = await page.$$eval(".view-table tbody tr", (found) => found.map((row) =>
      [row.querySelector(".part"), ...[...row.cells].slice(1)].map((cell) => cell.textContent.replaceAll(",", ""))));
    assert.deepEqual(rows.map(([name]) => name), ["Edge stability", "Internal stability", "Current mobility", "Potential mobility", "All together"]);
    for (const [, black, white] of rows) assert.equal(Number(black) + Number(white), 0);
    const sum = rows.slice(0, 4).reduce((all, [, black]) => all + Number(black), 0);
    assert.ok(Math.abs(sum - Number(rows[4][1])) <= 2 && Number(rows[4][1]) !== 0);
  },

  async "the parts of a view are drawn on the board"(page) {
    // White has stable discs inside the edges.
    const moves = GAME.slice(0, 112);
    await page.goto(`${server.url}#/analyse?moves=${moves}`);
    await page.waitForSelector("#lens");
    await page.selectOption("#lens", "own:iago");
    await page.waitForSelector("#board .mark");
    const view = await server.ask("POST", "/api/view", { player: "iago", moves });
    const squares = (text) => text.match(/../g) ?? [];
    const marked = (place, side) => page.$$eval(`#board .mark.${place}`, (marks, wanted) =>
      marks.filter((mark) => mark.classList.contains(wanted) || mark.classList.contains("both")).map((mark) => mark.closest(".square").dataset.square).sort(), side);
    const parts = [...view.components.entries()].filter(([, part]) => part.black_squares || part.white_squares);
    assert.equal(parts.length, 3, "stable discs, moves and frontier");
    for (const [i, part] of parts) {
      assert.deepEqual(await marked(`at-${i}`, "black"), squares(part.black_squares).sort(), part.name);
      assert.deepEqual(await marked(`at-${i}`, "white"), squares(part.white_squares).sort(), part.name);
    }
    // The four edges have their numbers in the middle.
    const edges = view.components[0].areas.map((area) => Math.round(area.value));
    assert.equal(edges.length, 4);
    assert.deepEqual(await page.$$eval("#board .area", (found) => found.map((area) => Number(area.textContent.replace("−", "-")))), edges);
    // Squares say it too, and a part can be put out.
    assert.match(await page.getAttribute(`[data-square=${squares(view.components[1].white_squares)[0]}]`, "aria-label"), /Internal stability/);
    await page.uncheck(".view-table input[aria-label*='Edge stability']");
    assert.equal(await page.locator("#board .area").count(), 0);
    await page.uncheck(".view-table input[aria-label*='Internal stability']");
    assert.equal(await page.locator("#board .mark.at-1").count(), 0);
    await page.selectOption("#lens", "stable");
    await page.waitForSelector("#board .mark.middle");
    await page.goto(`${server.url}#/museum/iago`);
    await page.waitForSelector("#board .mark");
    assert.equal(await page.locator("#board .area").count(), 4);
  },

  async "a move out of a book says so"(page) {
    await newGame(page, "black", "logistello-97");
    await playMove(page);
    await page.waitForFunction(() => /from its book/.test(document.querySelector(".thought").textContent));
    await page.goto(`${server.url}#/analyse?moves=f5`);
    await page.waitForSelector('#lens option[value="own:logistello-97"]', { state: "attached" });
    await page.selectOption("#lens", "own:logistello-97");
    await page.waitForFunction(() => [...document.querySelectorAll(".view-table .part")].some((part) => part.textContent === "Opening book"));
  },

  async "patterns are drawn one family at a time, and heuristics have their measures"(page) {
    for (const player of ["logistello-97", "emilia"]) {
      const view = await server.ask("POST", "/api/view", { player, moves: ENDGAME });
      const families = view.components.filter((part) => part.areas.length > 0);
      assert.ok(families.length > 10);
      for (const part of families) {
        const sum = part.areas.reduce((all, area) => all + area.value, 0);
        assert.ok(Math.abs(sum - part.black) < 0.05, `${player}: ${part.name}`);
      }
      await page.goto(`${server.url}#/analyse?moves=${ENDGAME}`);
      await page.waitForSelector(`#lens option[value="own:${player}"]`, { state: "attached" });
      await page.selectOption("#lens", `own:${player}`);
      const greatest = families.reduce((best, part) => (Math.abs(part.black) > Math.abs(best.black) ? part : best));
      // What the player before was shown by stays until this one's view has come.
      const areas = (compare) => page.waitForFunction(
        ([n, more]) => { const shown = document.querySelectorAll("#board .area").length; return more ? shown > n : shown === n; },
        [greatest.areas.length, compare === "more"],
      );
      await areas("as many");
      await page.click(".view-table tr:has(input:not(:checked)) input");
      await areas("more");
    }
    const view = await server.ask("POST", "/api/view", { player: "greene", moves: MIDGAME });
    assert.ok(view.heuristics.length > 1);
    await page.goto(`${server.url}#/analyse?moves=${MIDGAME}`);
    await page.waitForSelector("#lens option[value='own:greene']", { state: "attached" });
    await page.selectOption("#lens", "own:greene");
    await page.waitForSelector(".heuristics tbody tr");
    const shown = await page.$$eval(".heuristics tbody tr", (rows) => rows.map((row) => [row.cells[0].textContent.slice(0, 2), Number(row.cells[1].textContent.replaceAll(",", ""))]));
    assert.deepEqual(shown, view.heuristics.map((entry) => [entry.move, entry.measure]));
  },

  async "what the server says is Japanese on the Japanese page"(_page) {
    const page = await window({ locale: "ja-JP" });
    await page.goto(`${server.url}#/analyse?moves=f5d6c3d3c4`);
    await page.waitForFunction(() => document.querySelector(".glance dd")?.textContent === "虎定石");
    offlineExpected = true;
    const broken = [
      "f5d6c3a1", "f5d6x9", "XO-", "(;GM[Othello]BO[8 *];)", "(;GM[1]FF[4];B[f5])", "f5pass", "(;GM[2]PL[green];B[f5])", "(;GM[2]AB[z9])", "(;GM[2];B[z9])",
      "(;GM[2];B[f5]", "(;GM[2];B[f5", "(;GM[2]PB;B[f5])", "(;GM[2]pb[x];B[f5])", '[Black "A"]\n\n1. f5 x9', '[FEN "8/8"]\n\n1. f5', '[Black A]\n\n1. f5', '[Black "A\n\n1. f5',
      '[Black "A"]\n\n1. f5 {no end', '[Black "A"]\n\n1. f5 (1. d3', '[Black "A"]\n\n1. f5 $x', `${"-".repeat(27)}OX------XO${"-".repeat(27)} X; z9:+1;`,
      `${"-".repeat(27)}OX------XO${"-".repeat(27)} X; f5:+99;`,
    ];
    for (const text of broken) {
      await page.fill("#paste", text);
      await page.click("#read");
      await page.waitForFunction(() => document.querySelector("#paste-problem").textContent !== "");
      const said = await page.textContent("#paste-problem");
      assert.match(said, /[ぁ-んァ-ン一-龠]/, `${text}: ${said}`);
      assert.doesNotMatch(said, /\b(the|is|expected|cannot|there)\b/, `${text}: ${said}`);
      await page.fill("#paste", "f5");
      await page.click("#read");
      await page.waitForFunction(() => document.querySelector("#paste-problem").textContent === "");
    }
    offlineExpected = false;
    // So are the players and all their options.
    const { players } = await server.ask("GET", "/api/players");
    await page.goto(`${server.url}#/play`);
    await page.waitForSelector("#opponent");
    for (const kind of players) {
      if (!kind.allowed) continue;
      await page.selectOption("#opponent", kind.name);
      const offered = kind.options.filter((option) => option.maximum > option.minimum);
      await page.waitForFunction((n) => document.querySelectorAll(".chooser label.row").length === n, offered.length);
      const texts = await page.$$eval(".chooser .hint, .chooser label.row", (found) => found.map((element) => element.title || element.textContent));
      assert.equal(texts.length, offered.length + 1, kind.name);
      for (const text of texts) assert.match(text, /[ぁ-んァ-ン一-龠]/, `${kind.name}: ${text}`);
    }
    // And the parts of what they see.
    for (const kind of players.filter((one) => one.view)) {
      await page.goto(`${server.url}#/museum/${kind.name}`);
      await page.waitForSelector(".view-table .part");
      for (const name of await page.$$eval(".view-table .part", (found) => found.map((part) => part.textContent))) {
        assert.match(name, /[ぁ-んァ-ン一-龠]/, `${kind.name}: ${name}`);
      }
    }
    await page.context().close();
    // Every opening has a name.
    const source = (file) => readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
    const names = [...source("src/game/openings.cpp").matchAll(/^    \{"([^"]+)", "/gm)].map((found) => found[1]);
    assert.ok(names.length > 100);
    const table = source("web/src/said.ts").split("const OPENINGS")[1].split("\n};")[0];
    for (const name of names) assert.ok(table.includes(`"${name}":`) || new RegExp(`\\b${name}:`).test(table), `${name} has no Japanese name`);
  },

  async "pictures of the board"(page) {
    await page.goto(`${server.url}#/analyse?moves=f5d6`);
    await page.click("details summary");
    const [svg] = await Promise.all([page.waitForEvent("download"), page.click("#save-svg")]);
    const text = readFileSync(await svg.path(), "utf8");
    assert.equal(text.match(/r="25"/g).length, 6);
    const [png] = await Promise.all([page.waitForEvent("download"), page.click("#save-png")]);
    assert.equal(readFileSync(await png.path()).subarray(1, 4).toString(), "PNG");
  },

  async "a reload in mid-game loses nothing"(page) {
    await newGame(page, "white", "weighted-squares");
    await playMove(page);
    await page.waitForSelector("#board .square.legal");
    const board = await boardOf(page);
    await page.reload();
    await page.waitForSelector("#board .square.legal");
    assert.equal(await boardOf(page), board);
    await playMove(page);
  },

  async "the server is killed and comes back"(page) {
    await newGame(page, "black", "weighted-squares");
    await playMove(page);
    await page.waitForSelector("#board .square.legal");
    const board = await boardOf(page);
    offlineExpected = true;
    await server.kill();
    await page.waitForSelector(".banner.shown");
    await server.start();
    await page.waitForSelector(".banner:not(.shown)", { state: "attached" });
    await page.waitForSelector("#board .square.legal");
    assert.equal(await boardOf(page), board);
    await playMove(page);
    await page.waitForSelector("#board .square.legal");
    offlineExpected = false;
  },

  async "games are listed, renamed, saved and deleted"(page) {
    await server.ask("POST", "/api/games", { black: "human", white: "random", name: "to be renamed" });
    await page.goto(`${server.url}#/games`);
    const entry = page.locator("li", { hasText: "to be renamed" });
    await entry.getByRole("button", { name: "Rename" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("another name");
    await page.getByRole("button", { name: "Save" }).click();
    const renamed = page.locator("li", { hasText: "another name" });
    await renamed.waitFor();
    const [saved] = await Promise.all([page.waitForEvent("download"), renamed.getByRole("link", { name: "SGF" }).click()]);
    assert.match(readFileSync(await saved.path(), "utf8"), /GM\[2\]/);
    page.on("dialog", (dialog) => dialog.accept());
    await renamed.getByRole("button", { name: "Delete" }).click();
    await renamed.waitFor({ state: "detached" });
  },

  async "every player has a room, and all can be chosen"(page) {
    const { players } = await server.ask("GET", "/api/players");
    await page.goto(`${server.url}#/museum`);
    for (const player of players.filter((kind) => !kind.command)) await page.waitForSelector(`a[href="#/museum/${player.name}"]`);
    await page.goto(`${server.url}#/play`);
    await page.waitForSelector("#opponent");
    const offered = await page.$$eval("#opponent option", (options) => options.map((option) => option.value));
    assert.deepEqual(offered, players.map((player) => player.name));
    await page.goto(`${server.url}#/museum/weighted-squares`);
    await page.waitForSelector(".weight");
    assert.equal(await page.textContent("[data-square=a1] .weight"), "50");
  },

  async "a room tells how its program fared"(page) {
    await page.goto(`${server.url}#/museum/logistello-94`);
    await page.waitForFunction(() => /No game with it has ended/.test(document.querySelector("main").textContent));
    // Of the tournament of all players, as the results in docs have it.
    const results = readFileSync(new URL("../../docs/reproductions.md", import.meta.url), "utf8").split("\n## lineage")[1];
    const [, won, drawn, lost] = results.match(/^\| logistello-94 \|.* (\d+) - (\d+) - (\d+) \|/m);
    assert.match(await page.textContent("main"), new RegExp(`place \\d+ of \\d+, with ${won} won, ${drawn} drawn and ${lost} lost`));
    // A person resigns against it twice, and once it plays its like, which does not count.
    for (const other of ["human", "human", "logistello-94:depth=1"]) {
      const game = await server.ask("POST", "/api/games", { black: other, white: "logistello-94:depth=1", moves: other === "human" ? "" : GAME.slice(0, 118) });
      if (other === "human") await server.ask("POST", `/api/games/${game.id}/resign`, { color: "black" });
      else {
        await page.goto(`${server.url}#/play/${game.id}`);
        await page.waitForSelector("#rematch");
      }
    }
    await page.goto(`${server.url}#/museum/logistello-94`);
    await page.reload();
    await page.waitForSelector(".record tbody tr");
    assert.deepEqual(await page.$$eval(".record tbody tr", (rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent))), [["Human", "2", "0", "0"]]);
  },

  async "Japanese, and back"(page) {
    await page.goto(`${server.url}#/analyse`);
    await page.waitForSelector("#language");
    await page.click("#language");
    await page.waitForFunction(() => document.documentElement.lang === "ja");
    assert.equal(await page.textContent("nav a[aria-current]"), "検討");
    await page.reload();
    await page.waitForFunction(() => document.querySelector("nav a[aria-current]")?.textContent === "検討");
    await page.click("#language");
    await page.waitForFunction(() => document.querySelector("nav a[aria-current]")?.textContent === "Analyse");
  },

  async "no page is wider than a phone of 360 pixels"(page) {
    await page.setViewportSize({ width: 360, height: 640 });
    const game = await server.ask("POST", "/api/games", { black: "human", white: "weighted-squares:depth=4", clock: { seconds: 300 } });
    for (const language of ["en", "ja"]) {
      for (const where of ["#/play", `#/play/${game.id}`, `#/analyse?moves=${ENDGAME}`, "#/games", "#/museum", "#/museum/weighted-squares", "#/museum/iago", "#/museum/greene"]) {
        await page.goto(server.url + where);
        await page.waitForTimeout(400);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(width <= 360, `${where} in ${language} is ${width} pixels wide`);
      }
      if (language === "en") await page.click("#language");
    }
  },

  async "nothing moves while values stream, and frames keep coming"(page) {
    // On a phone while the values of an ending become exact.
    for (const [width, moves] of [[1280, MIDGAME], [390, GAME.slice(0, 72)]]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${server.url}#/analyse?moves=${moves}`);
      await page.waitForSelector("#board .value");
      const measured = await page.evaluate(() => new Promise((done) => {
        let shift = 0;
        const moved = new Set();
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            shift += entry.value;
            for (const source of entry.sources) moved.add(source.node?.parentElement?.outerHTML.slice(0, 100));
          }
        }).observe({ type: "layout-shift", buffered: false });
        const times = [];
        const step = (now) => {
          times.push(now);
          if (now - times[0] < 3000) requestAnimationFrame(step);
          else {
            const gaps = times.slice(1).map((time, i) => time - times[i]).sort((a, b) => a - b);
            done({ shift, moved: [...moved], median: gaps[Math.floor(gaps.length / 2)], frames: times.length - 1 });
          }
        };
        requestAnimationFrame(step);
      }));
      console.log(`  ${width} pixels: layout shift ${measured.shift}, ${measured.frames} frames in 3 s, median ${measured.median.toFixed(1)} ms`);
      assert.ok(measured.shift < 0.001, `layout shift ${measured.shift}: ${measured.moved.join(" | ")}`);
      assert.ok(measured.median < 18, `a frame takes ${measured.median} ms`);
    }
  },

  async "axe finds nothing serious"(page) {
    const game = await server.ask("POST", "/api/games", { black: "human", white: "weighted-squares:depth=4", moves: MIDGAME });
    const pages = ["#/play", `#/play/${game.id}`, `#/analyse?moves=${ENDGAME}`, "#/games", "#/museum", "#/museum/weighted-squares"];
    const source = axeSource(modules);
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme });
      for (const where of pages) {
        await page.goto("about:blank");
        await page.goto(server.url + where);
        await page.waitForTimeout(700);
        // Through the debugger: the page's own policy forbids scripts from elsewhere.
        await page.evaluate(source);
        const { violations } = await page.evaluate(() => globalThis.axe.run());
        const serious = violations.filter((violation) => ["serious", "critical"].includes(violation.impact));
        assert.deepEqual(serious.map((found) => `${where} ${colorScheme}: ${found.id}: ${found.nodes.slice(0, 3).map((node) => node.html.slice(0, 120) + " " + node.failureSummary).join(" | ")}`), []);
      }
    }
  },

  async "the page keeps its own policy"(page) {
    const strict = await window({ bypassCSP: false });
    for (const where of ["#/play", `#/analyse?moves=${MIDGAME}`, "#/games", "#/museum/weighted-squares"]) {
      await strict.goto(server.url + where);
      await strict.waitForTimeout(500);
    }
    await strict.context().close();
    const response = await page.goto(server.url);
    assert.match(response.headers()["content-security-policy"], /default-src 'self'/);
  },

  async "the script is small"() {
    const script = await (await fetch(`${server.url}app.js`)).text();
    console.log(`  ${script.length} bytes of script`);
    assert.ok(script.length > 10000 && script.length < 200 * 1024);
  },
};

// A position and a move after which the other side has to pass, from games played at random.
async function findPass() {
  for (let seed = 1; seed < 50; ++seed) {
    const made = await server.ask("POST", "/api/games", { black: `random:seed=${seed}`, white: `random:seed=${seed + 100}` });
    const abort = new AbortController();
    fetch(`${server.url}api/games/${made.id}/events`, { signal: abort.signal }).then((response) => response.text()).catch(() => undefined);
    let game = made;
    await until("the game ends", async () => (game = await server.ask("GET", `/api/games/${made.id}`)).ending !== null);
    abort.abort();
    const passed = game.line.plies.findIndex((ply) => ply.move === "pass");
    if (passed < 2) continue;
    const before = game.line.plies[passed - 2];
    const name = (color) => (color === "black" ? "Black" : "White");
    return { start: before.position, move: game.line.plies[passed - 1].move, who: name(game.line.plies[passed - 1].to_move) };
  }
  return assert.fail("no game with a pass");
}

let failures = 0;
try {
  for (const [name, test] of Object.entries(tests)) {
    if (chosen.length > 0 && !chosen.some((part) => name.includes(part))) continue;
    const page = await window();
    problems.length = 0;
    offlineExpected = false;
    const began = Date.now();
    try {
      await test(page);
      assert.deepEqual(problems, []);
      console.log(`ok: ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
    } catch (error) {
      ++failures;
      console.log(`FAILED: ${name}: ${error.message.slice(0, 3000)}`);
      if (problems.length > 0) console.log(`  ${problems.join("\n  ")}`);
      if (process.env.PAGE_TEST_PICTURES) await page.screenshot({ path: `${process.env.PAGE_TEST_PICTURES}/${name.replaceAll(" ", "-")}.png` }).catch(() => undefined);
    }
    await page.context().close();
  }
} finally {
  await browser.close();
  await server.close();
}
console.log(failures === 0 ? "all passed" : `${failures} failed`);
process.exit(failures === 0 ? 0 : 1);
