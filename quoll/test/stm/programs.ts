/** Small transactional programs as threads of the explorer. */
import { Log } from '../../src/stm/memory.js';
import type { Realm as RealmClass } from '../../src/stm/realm.js';
import {
  type ExploredMemory,
  explore,
  type Exploration,
  type Thread,
  type Wakes,
  type World,
} from './explorer.js';
import { type Attempt, findAnomaly } from './serializability.js';

/** The algorithm under test: realm.js, or a mutant of it. */
export interface Algorithm {
  Realm: typeof RealmClass;
  RUN_AS_MAIN: number;
}

/** 'r0' reads field 0, 'w1' writes field 1, '|' ends a transaction: the handler after it is the next one of the same realm. */
export type Step = `${'r' | 'w'}${number}` | '|';

export interface Program {
  handlers: Step[][];
  /** The turns of the main realm, one after the other. */
  turns: Step[][];
  /** Do the turns throw at their end? */
  undo?: boolean;
  patience?: number;
  wakes?: Wakes;
}

export const FIELDS = [4096, 4112, 4128];

/** Explores the program; throws a Violation. */
export function exploreProgram(algorithm: Algorithm, program: Program, mostStates?: number): Exploration {
  const threads = program.handlers.map((_, i) => handler(algorithm, program, i));
  if (program.turns.length > 0) threads.push(mainRealm(algorithm, program));
  return explore(threads, FIELDS, check, mostStates, program.wakes);
}

export function check(world: World, records: Attempt<bigint>[][]): string | undefined {
  const attempts = records.flat();
  const known = attempts.map(attempt => ({
    ...attempt,
    after: world.committed.slice(0, Number(attempt.after[0])),
  }));
  const versions = new Map([...world.history].map(([address, values]) => [FIELDS.indexOf(address), values]));
  return findAnomaly(known, versions);
}

/** An attempt that has begun; `after` holds how many had committed then. */
function beginAttempt(memory: ExploredMemory, record: Attempt<bigint>[], name: string): Attempt<bigint> {
  const attempt = { name, committed: false, reads: [], writes: [], after: [String(memory.noteBegin())] };
  record.push(attempt);
  return attempt;
}

function noteRead(attempt: Attempt<bigint>, field: number, value: bigint): void {
  const own = attempt.writes.findLast(write => write.field === field);
  if (own) {
    if (own.value !== value) throw new Error(`${attempt.name} read ${value} after it wrote ${own.value}`);
  } else {
    attempt.reads.push({ field, value: value === 0n ? undefined : value });
  }
}

function handler(algorithm: Algorithm, program: Program, index: number): Thread<Attempt<bigint>> {
  const { handlers, turns, patience = 1 } = program;
  const id = index + 1;
  const others = handlers.length - 1;
  // Others abort a handler until it has the token, and then once more each: by a commit that had passed the check.
  // Main turns abort it until it becomes one.
  const mostAborts = (others > 0 ? patience + others : 0) + (turns.length > 0 ? patience - 1 : 0);
  return (memory, record) => {
    const realm = new algorithm.Realm(memory, new Log(), id, patience);
    transactionsOf(handlers[index]!).forEach((steps, k) => {
      runHandler(algorithm, realm, memory, record, `handler ${id}.${k}`, id * 10 + k, steps, mostAborts);
    });
  };
}

export function transactionsOf(steps: Step[]): Step[][] {
  const transactions: Step[][] = [[]];
  for (const step of steps) {
    if (step === '|') transactions.push([]);
    else transactions.at(-1)!.push(step);
  }
  return transactions;
}

export function runHandler(
  { Realm, RUN_AS_MAIN }: Algorithm,
  realm: RealmClass,
  memory: ExploredMemory,
  record: Attempt<bigint>[],
  name: string,
  id: number,
  steps: Step[],
  mostAborts: number,
  mayRest = false,
): void {
  for (let aborts = 0; ; aborts++) {
    if (aborts > mostAborts) throw new Error(`${name} was aborted ${aborts} times`);
    const attempt = beginAttempt(memory, record, `${name}, attempt ${aborts}`);
    if (aborts === 0) realm.beginHandler(mayRest);
    else realm.begin();
    if (runSteps(realm, attempt, id, steps) && realm.commit()) {
      attempt.committed = true;
      memory.noteCommit(attempt.name);
      return;
    }
    if (realm.afterAbort() === RUN_AS_MAIN) {
      memory.enterMain();
      runTurn(new Realm(memory, new Log(), 0, 1), memory, record, `${name} as a turn`, id, steps, false);
      memory.leaveMain();
      return;
    }
  }
}

function runSteps(realm: RealmClass, attempt: Attempt<bigint>, id: number, steps: Step[]): boolean {
  for (const [i, step] of steps.entries()) {
    const field = Number(step[1]);
    if (step[0] === 'w') {
      const value = BigInt(id * 100 + i + 1);
      realm.write(FIELDS[field]!, value);
      attempt.writes.push({ field, value });
    } else {
      if (!realm.read(FIELDS[field]!)) return false;
      noteRead(attempt, field, realm.value);
    }
  }
  return true;
}

function mainRealm({ Realm }: Algorithm, program: Program): Thread<Attempt<bigint>> {
  return (memory, record) => {
    program.turns.forEach((steps, i) => {
      memory.enterMain();
      const realm = new Realm(memory, new Log(), 0, 1);
      runTurn(realm, memory, record, `turn ${i}`, 900 + i, steps, program.undo ?? false);
      memory.leaveMain();
    });
  };
}

export function runTurn(
  realm: RealmClass,
  memory: ExploredMemory,
  record: Attempt<bigint>[],
  name: string,
  id: number,
  steps: Step[],
  undo: boolean,
): void {
  const attempt = beginAttempt(memory, record, name);
  for (const [i, step] of steps.entries()) {
    const field = Number(step[1]);
    if (step[0] === 'w') {
      const value = BigInt(id * 100 + 50 + i);
      realm.turnWrite(FIELDS[field]!, value);
      attempt.writes.push({ field, value });
    } else {
      realm.turnRead(FIELDS[field]!);
      noteRead(attempt, field, realm.value);
    }
  }
  realm.endTurn(undo);
  if (undo) return;
  attempt.committed = true;
  memory.noteCommit(name);
}
