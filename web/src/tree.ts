import { api, type Line, type Ply } from "./api";
import { moveCode, splitMoves } from "./squares";

export interface NodeValue { value: number; exact: boolean } // for Black

// A position of a game with its variations; the first child is the main line.
export interface Node {
  move: string; // as in lists of moves: "f5", "pa"; "" at the root
  ply: Ply;
  parent: Node | null;
  children: Node[];
  value?: NodeValue;
}

function node(move: string, ply: Ply, parent: Node | null): Node {
  const made: Node = { move, ply, parent, children: [] };
  if (ply.over) {
    const empties = 64 - ply.black - ply.white;
    const balance = ply.black - ply.white;
    made.value = { value: balance + Math.sign(balance) * empties, exact: true };
  }
  return made;
}

export class Tree {
  private constructor(readonly start: string, readonly root: Node) {}

  static of(line: Line): Tree {
    const tree = new Tree(line.start, node("", line.plies[0]!, null));
    let at = tree.root;
    for (const ply of line.plies.slice(1)) {
      const child = node(moveCode(ply.move!), ply, at);
      at.children.push(child);
      at = child;
    }
    return tree;
  }

  movesTo(to: Node): string {
    return to.parent ? this.movesTo(to.parent) + to.move : "";
  }

  // From the root through `through` to the end of its main line.
  lineThrough(through: Node): Node[] {
    const line: Node[] = [];
    for (let at: Node | null = through; at; at = at.parent) line.unshift(at);
    for (let at = through; at.children[0]; at = at.children[0]) line.push(at.children[0]);
    return line;
  }

  // The node after `moves` below `from`, made where it is not there; forced passes go in by themselves.
  async play(from: Node, moves: string[]): Promise<Node> {
    let at = from;
    for (const move of moves) {
      const code = moveCode(move);
      if (code === "pa" && !at.ply.must_pass) continue;
      at = await this.child(at, code);
      if (at.ply.must_pass) at = await this.child(at, "pa");
    }
    return at;
  }

  private async child(of: Node, code: string): Promise<Node> {
    const known = of.children.find((child) => child.move === code);
    if (known) return known;
    const line = await api.line(this.start, this.movesTo(of) + code);
    const made = node(code, line.plies.at(-1)!, of);
    of.children.push(made);
    return made;
  }

  at(moves: string, ply: number): Node {
    let found = this.root;
    for (const move of splitMoves(moves).slice(0, ply)) {
      const child = found.children.find((candidate) => candidate.move === move);
      if (!child) break;
      found = child;
    }
    return found;
  }

  remove(what: Node): Node {
    const parent = what.parent ?? what;
    parent.children = parent.children.filter((child) => child !== what);
    return parent;
  }

  promote(what: Node): void {
    for (let at = what; at.parent; at = at.parent) {
      at.parent.children = [at, ...at.parent.children.filter((child) => child !== at)];
    }
  }
}
