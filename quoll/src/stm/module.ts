/** The WebAssembly module as a realm's Stm. */
import { ENTRY, VALUE } from './entries.js';
import { SpinTime } from './spin-time.js';
import { bufferAt } from './growth.js';
import { NO_REST, type Stm, type StmOptions } from './stm.js';

/** The exports of wasm/index.ts. */
interface Exports extends Omit<
  Stm,
  | 'tag'
  | 'payload'
  | 'entry'
  | 'rewrite'
  | 'write'
  | 'writeTagged'
  | 'commit'
  | 'hasWritten'
  | 'hasReadSince'
  | 'endTurn'
  | 'isAborted'
  | 'hasToken'
  | 'beginHandler'
  | 'isAbortedToRest'
  | 'isConflictWithMain'
> {
  initialize(state: number, log: number, capacity: number, id: number, patience: number): void;
  logBytes(capacity: number): number;
  becomeMain(): void;
  write(address: number, number: number): number;
  writeTagged(address: number, tag: number, payload: number): number;
  commit(): number;
  hasWritten(): number;
  hasReadSince(): number;
  beginHandler(mayRest: number): void;
  isAborted(): number;
  isAbortedToRest(): number;
  hasToken(): number;
  isConflictWithMain(): number;
  endTurn(undo: number): void;
}

const STATE_BYTES = 128;
const RESULTS = 112;
const LOG_CAPACITY = 256;

export function instantiate(module: WebAssembly.Module, options: StmOptions): Stm {
  const spin = new SpinTime();
  let cells: Int32Array = new Int32Array(0);
  const host = {
    ...(options.rest ?? NO_REST),
    sleep(address: number, expected: number, ms: number): void {
      const cell = (address >>> 0) / 4;
      if (cell >= cells.length) cells = new Int32Array(bufferAt(options.memory, 4 * cell));
      Atomics.wait(cells, cell, expected, ms);
    },
    growLog: (bytes: number) => useLog(options.allocate(bytes), bytes),
    turnBegan: options.turnBegan ?? (() => undefined),
    spinning(round: number): void {
      if (round === 0) spin.begin();
      else spin.check();
    },
  };
  /** The numbers in the log's region, which this realm uses alone. */
  let numbers: Float64Array = new Float64Array(0);
  const useLog = (region: number, bytes: number): number => {
    numbers = new Float64Array(bufferAt(options.memory, region + bytes - 1), region, bytes / 8);
    return region;
  };
  const instance = new WebAssembly.Instance(module, { env: { memory: options.memory }, realm: host });
  const wasm = instance.exports as unknown as Exports;

  const state = options.allocate(STATE_BYTES);
  const bytes = wasm.logBytes(LOG_CAPACITY);
  const log = useLog(options.allocate(bytes), bytes);
  wasm.initialize(state, log, LOG_CAPACITY, options.id, options.patience);
  if (options.main) wasm.becomeMain();

  const results = new Int32Array(bufferAt(options.memory, state), state + RESULTS, 3);
  return {
    beginHandler: mayRest => wasm.beginHandler(mayRest ? 1 : 0),
    begin: wasm.begin,
    read: wasm.read,
    peek: wasm.peek,
    tag: () => results[0]!,
    payload: () => results[1]! >>> 0,
    write: (address, number) => wasm.write(address, number) !== 0,
    writeTagged: (address, tag, payload) => wasm.writeTagged(address, tag, payload) !== 0,
    entry: options.main ? () => -1 : () => results[2]!,
    rewrite: (entry, number) => {
      numbers[entry * (ENTRY / 8) + VALUE / 8] = number;
    },
    overwrite: wasm.overwrite,
    overwriteTagged: wasm.overwriteTagged,
    put: wasm.put,
    putTagged: wasm.putTagged,
    publish: wasm.publish,
    publishTagged: wasm.publishTagged,
    commit: () => wasm.commit() !== 0,
    hasWritten: () => wasm.hasWritten() !== 0,
    noteTime: wasm.noteTime,
    hasReadSince: () => wasm.hasReadSince() !== 0,
    afterAbort: wasm.afterAbort,
    abandon: wasm.abandon,
    endTurn: undo => wasm.endTurn(undo ? 1 : 0),
    isAborted: () => wasm.isAborted() !== 0,
    isAbortedToRest: () => wasm.isAbortedToRest() !== 0,
    conflictAddress: () => wasm.conflictAddress() >>> 0,
    hasToken: () => wasm.hasToken() !== 0,
    isConflictWithMain: () => wasm.isConflictWithMain() !== 0,
    setNoting: (address, expected, value, note, noted) =>
      wasm.setNoting(address, expected, value, note, noted) >>> 0,
    takeNoting: (address, note) => wasm.takeNoting(address, note) >>> 0,
    addNoting: wasm.addNoting,
  };
}
