/**
 * The main realm on Node: makes the shared memory, starts workers as tasks come, and lets
 * the program end when there are no more.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import {
  MessageChannel,
  type MessagePort,
  receiveMessageOnPort,
  SHARE_ENV,
  Worker,
} from 'node:worker_threads';
import type { Api } from '../api.js';
import { CodeRegistry, type Records } from '../code/registry.js';
import { hostWith, waitingConsole } from '../compat/host.js';
import { useRealm } from '../events/outcomes.js';
import * as exported from '../index.js';
import { codeOf } from '../runtime/code.js';
import type { Contract } from '../contract/contract.js';
import { LANGUAGE_CHANGED, LOOK_AGAIN_MS, MOST_WORKERS } from '../protocol/control.js';
import { MainRealm } from '../runtime/main.js';
import { apiOf, parallelContract } from '../runtime/parallel.js';
import type { RealmData } from '../runtime/realm.js';
import { Watchdog } from '../runtime/watchdog.js';
import { gather } from '../stats/gathering.js';
import '../stats/observing.js';
import { lineOf, tableOf } from '../stats/table.js';
import { type Slice, Trace } from '../stats/trace.js';
import './bytes.js';
import './known.js';
import './names.js';
import { cloneShared } from './cloning.js';
import { nodeCode } from './code.js';
import { collectEngineGarbage } from './engine.js';
import { compareShared } from './comparing.js';
import { openContexts } from './contexts.js';
import { terminals } from './effects.js';
import { describeError } from './errors.js';
import { explain } from './explaining.js';
import { keepContextOfFromAsync } from './from-async.js';
import { Language } from './language.js';
import { delayOutput } from './output.js';
import { printed, showShared } from './printing.js';
import { promiseTimers } from './promised.js';
import { nodeText } from './text.js';
import { pairHosts } from './hosts.js';
import { meetForeign, noteTexts } from './texts.js';
import { Abandoned } from './abandoned.js';
import { reportUnreached } from './unreached.js';
import { Watched } from './watched.js';
import type { InMain } from '../runtime/worker-host.js';
import type { Report, WorkerExtra } from './worker.js';

export interface MainOptions {
  /** Finds the record of a module that this realm loads. */
  records: Records;
  /** The most workers; by default as many as cores. */
  workers?: number;
  /** The most bytes of the shared heap; by default 1 GiB, at most 4 GiB less 64 KiB. */
  heapLimit?: number;
  /** Prints at the end of the program how often its handlers ran and were aborted. */
  stats?: boolean;
  /** Writes a trace of the program into this file at its end. */
  trace?: string;
  /** Writes it as spans of OpenTelemetry into this file. */
  otlp?: string;
  /** Reports handlers that have not ended after this many seconds. */
  watchdog?: number;
}

const PAGE = 65536;
const DEFAULT_LIMIT = 2 ** 30;
const MOST = 2 ** 32 - PAGE;

export interface MainRuntime {
  contract: Contract;
  api: Api;
  realm: MainRealm;
}

/** Starts the run time of this thread. Workers start with the first task. */
export function startMain({
  records,
  workers,
  heapLimit,
  stats = false,
  trace: traceFile,
  otlp,
  watchdog,
}: MainOptions): MainRuntime {
  const limit = Math.floor(Math.min(heapLimit ?? DEFAULT_LIMIT, MOST) / PAGE) * PAGE;
  const isTraced = traceFile !== undefined || otlp !== undefined;
  const data: RealmData = {
    memory: new WebAssembly.Memory({ initial: 1, maximum: limit / PAGE, shared: true }),
    module: new WebAssembly.Module(readFileSync(new URL('../stm/stm.wasm', import.meta.url))),
    limit,
    id: 1,
    origin: performance.timeOrigin,
    stats: stats || isTraced,
    trace: isTraced,
  };
  const trace = new Trace();
  const most = Math.max(1, Math.min(workers ?? availableParallelism(), MOST_WORKERS));
  const pool = new Pool(data, trace, most, {
    died(id, why) {
      try {
        realm.bury(id, why);
      } catch (error) {
        endProgram((error as Error).message);
      }
    },
    failed: why => realm.endProgram(`no worker can start: ${why}`),
  });
  const alive = new Alive(() => {
    realm.lookAgain();
    if (abandoned.look()) alive.set(false);
  });
  let registry: CodeRegistry;
  const code = codeOf(
    () => registry,
    address => registry.prepareNow(address) || realm.stopFor({ kind: 'code', address }),
  );
  const realm: MainRealm = new MainRealm(data, nodeText, code, {
    startWorkers(tasks) {
      look();
      pool.start(
        tasks,
        id => realm.expect(id),
        () => realm.awake(),
      );
    },
    stayAlive: isNeeded => alive.set(isNeeded),
    later: setImmediate,
    prepare: address => registry.prepare(address),
    print: (method, text) => (console as unknown as Record<string, (text: string) => void>)[method]!(text),
    describe: describeError,
    dropViews: collectEngineGarbage,
    endProgram: why => {
      console.error(`quoll: ${why}`);
      process.exit(70);
    },
    traced: slices => trace.add(data.id, slices),
    requests: trace.requests,
    storage: new AsyncLocalStorage(),
  });
  let isOriginal = true;
  const look = (isLast = false): void => {
    if (!isOriginal) return;
    const changed = language.changed(isLast);
    if (changed === undefined) return;
    isOriginal = false;
    realm.space.storePointer(LANGUAGE_CHANGED, 1);
    if (pool.count > 0)
      console.error(
        `quoll: the program has changed ${changed}. Handlers that ran before had the original in workers: change it before the first handler`,
      );
  };
  const abandoned = new Abandoned(realm);
  trace.flush = () => realm.flushTrace();
  useRealm(realm);
  keepContextOfFromAsync();
  realm.heap.natives.install();
  noteTexts(() => meetForeign(realm.heap.membrane));
  realm.holdKeys();
  showShared(realm.heap);
  compareShared(realm.heap);
  cloneShared(realm.heap);
  openContexts(realm.heap);
  const api = apiOf(realm);
  const output = waitingConsole(realm, printed, value => realm.heap.membrane.lend(value));
  delayOutput(realm, output);
  const timers = realm.timers.functions();
  promiseTimers(timers);
  const host = hostWith({ ...timers, console: output });
  pairHosts(host);
  const contract = parallelContract(realm, api, host, () => registry, Object.values(exported));
  registry = new CodeRegistry(contract, records, nodeCode, record => {
    realm.modules.add(record);
    language.noteText(record.source);
    realm.heap.views.addNames(record.names);
    if (!record.isAlone) meetForeign(realm.heap.membrane);
    // The program has reported this failed import already.
    void registry.prepareImports(record.url).catch(() => undefined);
  });
  const language = new Language();
  process.on('uncaughtExceptionMonitor', error => {
    realm.leave();
    explain(realm, error);
  });
  process.on('exit', () => {
    realm.leave();
    look(true);
    reportUnreached(realm.unreached);
  });
  if (data.stats) reportAtEnd(realm, pool, stats, trace, { trace: traceFile, otlp });
  if (watchdog !== undefined) {
    const print = (text: string) => void writeSync(2, `${text}\n`);
    realm.watchdog = new Watchdog(realm, new Watched(watchdog), watchdog, print);
  }
  return { contract, api, realm };
}

/** The signals that end a program, unless it handles them. */
const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Calls a function at the end of the process, also if a signal ends it. */
function atEnd(report: () => void): void {
  process.on('exit', report);
  for (const signal of ENDING) {
    const end = () => {
      // A listener of the program decides itself whether the signal ends it.
      if (process.listenerCount(signal) > 1) return;
      report();
      process.off(signal, end);
      process.kill(process.pid, signal);
    };
    process.on(signal, end);
  }
}

/** Writes synchronously at the end of the process, when asynchronous output is no longer possible. */
function reportAtEnd(
  realm: MainRealm,
  pool: Pool,
  stats: boolean,
  trace: Trace,
  files: { readonly trace: string | undefined; readonly otlp: string | undefined },
): void {
  // Opened now, because a program that has run for hours must not lose its trace to a wrong name.
  const file = files.trace === undefined ? undefined : opened('--trace', files.trace);
  const spans = files.otlp === undefined ? undefined : opened('--otlp', files.otlp);
  const began = performance.now();
  atEnd(() => {
    // Workers send the rest of their traces before they report.
    const report = gather(realm.space, nodeText, realm.recorder!.report, () => release(realm));
    const seconds = (performance.now() - began) / 1000;
    if (stats) writeSync(2, tableOf(report, pool.count, seconds, shorten) + lineOf(realm.garbage.pauses));
    if (file === undefined && spans === undefined) return;
    pool.takeTraces();
    if (file !== undefined) writeFileSync(file, trace.text());
    if (spans === undefined) return;
    for (const message of trace.otlp(basename(process.argv[1] ?? 'quoll')))
      writeFileSync(spans, `${message}\n`);
  });
}

/** A requested collection comes no more. After one that failed, workers must not go on. */
function release({ damage, garbage: { safepoint } }: MainRealm): void {
  if (damage === undefined && safepoint.isRequested) safepoint.release();
}

function opened(option: string, file: string): number {
  try {
    return openSync(file, 'w');
  } catch (error) {
    console.error(`quoll: ${option} ${file}: ${(error as Error).message}`);
    process.exit(2);
  }
}

/** A module's path, relative to the current folder if that is shorter. */
function shorten(url: string): string {
  const path = url.startsWith('file:') ? fileURLToPath(url) : url;
  const here = relative(process.cwd(), path);
  return here.length < path.length ? here : path;
}

/** Keeps the event loop alive while tasks are enqueued or running in any realm, and checks for them at intervals. */
class Alive {
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly lookAgain: () => void) {}

  set(isNeeded: boolean): void {
    if (isNeeded) {
      this.timer ??= setInterval(this.lookAgain, LOOK_AGAIN_MS);
    } else {
      clearInterval(this.timer);
      this.timer = undefined;
    }
  }
}

/** The program's workers, which start when there are tasks, and end with the program. */
class Pool {
  /** Living workers. */
  count = 0;
  /** Ids of workers that have died. */
  private readonly free: number[] = [];

  /** The ports by which workers send their traces. */
  private readonly ports: (readonly [number, MessagePort])[] = [];
  /** What workers have learned. */
  private readonly inMain = new Map<string, string>();

  constructor(
    private readonly data: RealmData,
    private readonly trace: Trace,
    /** How many workers may live. Each that cannot start lowers it, so that such workers are not replaced for ever. */
    private most: number,
    private readonly ends: {
      died(id: number, why: string): void;
      /** No worker can start. */
      failed(why: string): void;
    },
  ) {}

  /** Starts workers until there is one for each task, or the limit is reached. */
  start(tasks: number, started: (id: number) => void, wakeMain: () => void): void {
    for (; this.count < this.most && tasks > 0; tasks--) {
      const id = this.free.pop() ?? this.count + 2;
      this.count++;
      started(id);
      const port = this.data.trace ? this.portFor(id) : undefined;
      // By a path that is the same if this module has become a part of another file.
      const worker = new Worker(new URL('../node/worker.js', import.meta.url), {
        workerData: { ...this.data, id, ...extraFor(port, this.inMain) },
        transferList: port ? [port] : [],
        execArgv: [],
        env: SHARE_ENV,
      });
      let hasStarted = false;
      let why: string | undefined;
      worker.on('message', (message: unknown) => {
        // A package that runs in the worker may send messages of its own.
        if (typeof message !== 'object' || message === null) return;
        const report = message as Report;
        if (report.kind === 'awake') return wakeMain();
        if (report.kind === 'started') hasStarted = true;
        if (report.kind === 'left') for (const [code, what] of report.inMain) this.inMain.set(code, what);
      });
      worker.on('error', error => (why = error instanceof Error ? error.message : inspect(error)));
      worker.on('exit', () => {
        this.count--;
        this.free.push(id);
        if (!hasStarted && --this.most === 0) return this.ends.failed(why ?? 'it ended');
        this.ends.died(id, why === undefined ? 'a worker died' : `a worker died: ${why}`);
      });
      // Called after adding the listeners, because they would keep the program alive.
      worker.unref();
    }
  }

  private portFor(id: number): MessagePort {
    const { port1, port2 } = new MessageChannel();
    this.ports.push([id, port1]);
    port1.on('message', slices => this.trace.add(id, slices as readonly Slice[]));
    port1.unref();
    return port2;
  }

  /** Takes what the workers have sent and the event loop has not delivered. */
  takeTraces(): void {
    for (const [id, port] of this.ports) {
      for (let found = receiveMessageOnPort(port); found; found = receiveMessageOnPort(port))
        this.trace.add(id, (found as { message: readonly Slice[] }).message);
    }
  }
}

function extraFor(port: MessagePort | undefined, inMain: InMain): WorkerExtra {
  const { argv, execArgv, title } = process;
  const own = { argv: [...argv], execArgv: [...execArgv], title };
  const extra = { process: own, terminals: terminals(), inMain };
  return port ? { ...extra, port } : extra;
}

function endProgram(why: string): never {
  console.error(`quoll: ${why}; tasks may be lost, so the program ends`);
  process.exit(70);
}
