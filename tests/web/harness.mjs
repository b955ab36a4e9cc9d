// Starts the program's server and a browser for the tests of the page.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";

export const SKIPPED = 77;

export function findChromium() {
  for (const name of ["chromium", "chromium-browser", "google-chrome"]) {
    for (const folder of (process.env.PATH ?? "").split(":")) {
      if (folder && existsSync(path.join(folder, name))) return path.join(folder, name);
    }
  }
  return null;
}

export class Server {
  constructor(binary, ...more) {
    this.binary = binary;
    this.more = more;
    this.folder = mkdtempSync(path.join(tmpdir(), "emilia-page-"));
    this.port = 0;
  }

  // Resolves when it says where it is.
  start() {
    return new Promise((done, failed) => {
      this.process = spawn(this.binary, ["serve", "--no-browser", "--port", String(this.port),
        "--data", path.join(this.folder, "games.db"), ...this.more], { stdio: ["ignore", "pipe", "inherit"] });
      this.exited = new Promise((gone) => this.process.once("exit", gone));
      this.process.once("error", failed);
      this.process.once("exit", (code) => failed(new Error(`the server exited with ${code}`)));
      let said = "";
      this.process.stdout.on("data", (text) => {
        said += text;
        const found = /http:\/\/127\.0\.0\.1:(\d+)\//.exec(said);
        if (!found) return;
        this.port = Number(found[1]);
        this.url = found[0];
        done(this);
      });
    });
  }

  async kill(signal = "SIGKILL") {
    this.process.kill(signal);
    await this.exited;
  }

  async close() {
    if (this.process.exitCode === null && this.process.signalCode === null) await this.kill("SIGTERM");
    rmSync(this.folder, { recursive: true, force: true });
  }

  async ask(method, where, body) {
    const response = await fetch(this.url + where.slice(1), {
      method, headers: body ? { "Content-Type": "application/json" } : {}, body: body && JSON.stringify(body),
    });
    return response.json();
  }
}

export async function openBrowser(modules, executable) {
  const { chromium } = createRequire(path.resolve(modules, "x.js"))("playwright-core");
  return chromium.launch({ executablePath: executable, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
}

export function axeSource(modules) {
  return readFileSync(path.join(modules, "axe-core", "axe.min.js"), "utf8");
}
