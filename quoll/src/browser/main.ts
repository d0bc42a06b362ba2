/** The main realm of a page: makes the shared memory, and starts workers as tasks come. */
import { CodeRegistry } from '../code/registry.js';
import { knownCount } from '../code/known.js';
import { waitingConsole } from '../compat/host.js';
import { runLater } from '../compat/later.js';
import { SynchronousContext } from '../contract/context.js';
import type { Contract, Host } from '../contract/contract.js';
import { useRealm } from '../events/outcomes.js';
import { LOOK_AGAIN_MS, MOST_WORKERS } from '../protocol/control.js';
import { codeOf } from '../runtime/code.js';
import { MainRealm } from '../runtime/main.js';
import { apiOf, parallelContract } from '../runtime/parallel.js';
import type { Carried } from '../runtime/roots.js';
import { PageCode } from './code.js';
import { describeError, printed } from './format.js';
import { Pool } from './pool.js';
import { pageText } from './text.js';
import { pageTrace } from './tracing.js';
import { wasm } from './wasm.js';
import { pageFetch, web, type WebWorker, withoutNode } from './web.js';

export interface PageOptions {
  /** Makes a worker whose file is this package's `browser/worker`. */
  readonly worker: () => WebWorker;
  /** The most workers; by default as many as the browser reports processors. */
  readonly workers?: number;
  /** The most MiB of the shared heap; by default 1024, at most 4095. */
  readonly heap?: number;
  /** Whether to keep a trace; see `trace`. */
  readonly trace?: boolean;
}

const PAGE = 65536;
const DEFAULT_MIB = 1024;
const MOST_MIB = 4095;

/** What the threads of the page share. */
export interface Shared {
  readonly memory: WebAssembly.Memory;
  readonly module: WebAssembly.Module;
  readonly limit: number;
}

/** Throws if the page's policy allows no WebAssembly, or there is no memory. */
export function sharedBy({ heap = DEFAULT_MIB }: PageOptions): Shared {
  const pages = Math.max(1, Math.floor((Math.min(heap, MOST_MIB) * 2 ** 20) / PAGE));
  return {
    memory: new WebAssembly.Memory({ initial: 1, maximum: pages, shared: true }),
    module: new WebAssembly.Module(wasm()),
    limit: pages * PAGE,
  };
}

/** Starts the run time of this page, and one worker; others start with tasks. */
export function startPage(
  { worker, workers = web.navigator.hardwareConcurrency, trace: isTraced = false }: PageOptions,
  shared: Shared,
): Contract {
  const trace = pageTrace();
  const most = Math.max(1, Math.min(workers, MOST_WORKERS));
  const data = {
    ...shared,
    ...{ id: 1, origin: performance.timeOrigin, stats: isTraced, trace: isTraced },
    // Counted before the program may add functions to the language's objects.
    known: knownCount(),
  };
  const host = new PageCode();
  const endProgram = (why: string) => {
    pool.close();
    web.reportError(new Error(`quoll: ${why}`));
  };
  const pool = new Pool(data, {
    make: worker,
    most,
    wakeMain: () => realm.awake(),
    traced: (id, slices) => trace?.add(id, slices),
    died(id, why) {
      try {
        realm.bury(id, why);
      } catch (error) {
        realm.endProgram(`${(error as Error).message}; tasks may be lost, so no further handler runs`, true);
      }
    },
    failed: why => realm.endProgram(`no worker can start: ${why}`),
  });
  let registry: CodeRegistry;
  const code = codeOf(
    () => registry,
    address => registry.prepareNow(address) || realm.stopFor({ kind: 'code', address }),
  );
  const alive = new Looking(() => realm.lookAgain());
  const realm: MainRealm = new MainRealm(data, pageText, code, {
    startWorkers: tasks => pool.start(tasks, id => realm.expect(id)),
    stayAlive: isNeeded => alive.set(isNeeded),
    later: runLater,
    prepare: address => registry.prepare(address),
    print: (method, text) => (console as unknown as Record<string, (text: string) => void>)[method]!(text),
    describe: describeError,
    // A page cannot make the engine collect.
    dropViews: () => undefined,
    endProgram,
    traced: slices => trace?.add(data.id, slices),
    ...(trace && { requests: trace.requests }),
    storage: new SynchronousContext<Carried>(),
  });
  if (trace) trace.flush = () => realm.flushTrace();
  pool.startEarly(id => realm.expect(id));
  useRealm(realm);
  realm.heap.natives.install();
  realm.holdKeys();
  const lend = (value: unknown) => realm.heap.membrane.lend(value);
  const output = waitingConsole(realm, printed, lend);
  const contract = parallelContract(
    realm,
    apiOf(realm),
    { ...withoutNode(realm.timers.functions()), console: output, fetch: pageFetch } as unknown as Host,
    () => registry,
  );
  const places = new Map<string, string>();
  registry = new CodeRegistry(
    contract,
    url => host.recordOf(url, places.get(url)),
    host,
    record => {
      realm.modules.add(record);
      realm.heap.views.addNames(record.names);
      if (!record.isAlone) realm.heap.membrane.isAlone = false;
      // The page has reported this failed import already.
      void registry.prepareImports(record.url).catch(() => undefined);
    },
  );
  contract.module = (name, hash, tools) => {
    // A development server may replace a module, whose functions must not be mixed with the new ones.
    const url = places.has(name) ? `${name}?v=${hash}` : name;
    host.add(url, tools!.code!);
    places.set(url, tools!.at!);
    return registry.module(url, hash, tools);
  };
  return contract;
}

/** Looks at intervals, while tasks are enqueued or running, whether the main realm has missed something. */
class Looking {
  private timer: ReturnType<typeof setInterval> | undefined;
  private isNeeded = false;

  constructor(private readonly look: () => void) {}

  set(isNeeded: boolean): void {
    this.isNeeded = isNeeded;
    if (isNeeded) this.timer ??= setInterval(this.tick, LOOK_AGAIN_MS);
  }

  // The timer ends here, because tasks that come one by one would start and end it each time, which takes a tenth of their time.
  private readonly tick = (): void => {
    if (this.isNeeded) return this.look();
    clearInterval(this.timer);
    this.timer = undefined;
  };
}
