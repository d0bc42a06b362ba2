/**
 * Random transactions of real threads, each recorded with its reads and writes. A field holds the number of the transaction that wrote
 * it last; a transaction reads each field before it writes it, so the versions of a field form a chain.
 *
 * Fields come in pairs that are always written together with the same value. Every attempt, also one that is aborted later, checks
 * each pair that it reads: a difference is a violation of opacity.
 */
import { RUN_AS_MAIN } from '../../src/stm/realm.js';
import type { Stm } from '../../src/stm/stm.js';
import { ABORTED } from '../../src/stm/tags.js';
import { randomOf } from './explorer.js';
import { field, type Kind, realm } from './memory.js';

export interface Load {
  kind: Kind;
  memory: WebAssembly.Memory;
  seed: number;
  /** Transactions per realm. */
  count: number;
  pairs: number;
  /** The realm's index; its transactions are numbered from `index * count + 1`. */
  index: number;
  main: boolean;
  /** Room for `OPS` notes per transaction of all realms. */
  notes: Int32Array;
  /** Counts the realms that are ready to begin, of `realms`. */
  gate: Int32Array;
  realms: number;
}

/** Most pairs that one transaction touches. A note: pair + 1, what was read, whether it was written. */
export const OPS = 3;
export const NOTE = 3;

/** Runs one realm's transactions; returns how many attempts were aborted. */
export function runLoad(load: Load): number {
  const stm = realm(load.kind, load.memory, load.index + 1, { main: load.main, patience: 4 });
  const random = randomOf(load.seed + load.index);
  let aborts = 0;
  Atomics.add(load.gate, 0, 1);
  while (Atomics.load(load.gate, 0) < load.realms);
  for (let n = 1; n <= load.count; n++) {
    const id = load.index * load.count + n;
    const pairs = distinctPairs(random, load.pairs);
    const writes = pairs.map(() => random() < 0.6);
    if (load.main) {
      attempt(stm, load.notes, id, pairs, writes);
      stm.endTurn(false);
    } else {
      aborts += runHandler(stm, load.notes, id, pairs, writes);
    }
  }
  return aborts;
}

function distinctPairs(random: () => number, pairs: number): number[] {
  const chosen = new Set<number>();
  const wanted = 1 + Math.floor(random() * OPS);
  while (chosen.size < wanted) chosen.add(Math.floor(random() * pairs));
  return [...chosen];
}

function runHandler(stm: Stm, notes: Int32Array, id: number, pairs: number[], writes: boolean[]): number {
  stm.beginHandler();
  for (let aborts = 0; ; aborts++) {
    if (attempt(stm, notes, id, pairs, writes) && stm.commit()) return aborts;
    // There is no main realm here that could run the handler, so it starts again as a new one.
    if (stm.afterAbort() === RUN_AS_MAIN) stm.beginHandler();
    else stm.begin();
  }
}

/** False: the attempt must be abandoned. */
function attempt(stm: Stm, notes: Int32Array, id: number, pairs: number[], writes: boolean[]): boolean {
  let at = (id - 1) * OPS * NOTE;
  for (let i = 0; i < pairs.length; i++) {
    const pair = pairs[i]!;
    const left = stm.read(field(2 * pair));
    if (left !== left && stm.tag() === ABORTED) return false;
    const right = stm.read(field(2 * pair + 1));
    if (right !== right && stm.tag() === ABORTED) return false;
    if (left !== right) throw new Error(`transaction ${id} saw ${left} and ${right} in pair ${pair}`);
    notes[at++] = pair + 1;
    notes[at++] = left;
    notes[at++] = writes[i] ? 1 : 0;
    if (writes[i]) {
      stm.write(field(2 * pair), id);
      stm.write(field(2 * pair + 1), id);
    }
  }
  return true;
}

/** Returns what is wrong with the history, if anything: a lost update, or a cycle. */
export function findCycle(notes: Int32Array): string | undefined {
  const transactions = notes.length / (OPS * NOTE);
  const successors = new Map<number, number>();
  const each = (visit: (id: number, pair: number, seen: number, wrote: boolean) => void) => {
    for (let id = 1; id <= transactions; id++) {
      for (let at = (id - 1) * OPS * NOTE, i = 0; i < OPS && notes[at]! > 0; i++, at += NOTE) {
        visit(id, notes[at]!, notes[at + 1]!, notes[at + 2] === 1);
      }
    }
  };
  const version = (pair: number, writer: number) => pair * (transactions + 1) + writer;

  let lost: string | undefined;
  each((id, pair, seen, wrote) => {
    if (!wrote) return;
    const other = successors.get(version(pair, seen));
    if (other !== undefined) lost ??= `${other} and ${id} both overwrote version ${seen} of pair ${pair - 1}`;
    successors.set(version(pair, seen), id);
  });
  if (lost) return lost;

  // Edges: from the writer of what was read, and to the writer of the next version.
  const edges: number[] = [];
  each((id, pair, seen) => {
    if (seen > 0) edges.push(seen, id);
    const next = successors.get(version(pair, seen));
    if (next !== undefined && next !== id) edges.push(id, next);
  });
  const unordered = countUnordered(transactions, edges);
  return unordered === 0 ? undefined : `${unordered} transactions are in or behind a cycle`;
}

/** How many nodes a topological sort leaves over. */
function countUnordered(nodes: number, edges: number[]): number {
  const first = new Int32Array(nodes + 2);
  const open = new Int32Array(nodes + 1);
  for (let i = 0; i < edges.length; i += 2) {
    first[edges[i]! + 1]!++;
    open[edges[i + 1]!]!++;
  }
  for (let node = 1; node < first.length; node++) first[node]! += first[node - 1]!;
  const targets = new Int32Array(edges.length / 2);
  const fill = first.slice();
  for (let i = 0; i < edges.length; i += 2) targets[fill[edges[i]!]!++] = edges[i + 1]!;

  const ready: number[] = [];
  for (let node = 1; node <= nodes; node++) if (open[node] === 0) ready.push(node);
  let ordered = 0;
  for (let node = ready.pop(); node !== undefined; node = ready.pop()) {
    ordered++;
    for (let i = first[node]!; i < first[node + 1]!; i++) {
      if (--open[targets[i]!]! === 0) ready.push(targets[i]!);
    }
  }
  return nodes - ordered;
}
