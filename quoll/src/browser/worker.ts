/** Entry point of a page's worker. */
import { knownCount } from '../code/known.js';
import { type Address, CodeRegistry } from '../code/registry.js';
import { methodsOf } from '../compat/host.js';
import { runLater } from '../compat/later.js';
import { type Host, install } from '../contract/contract.js';
import { useRealm } from '../events/outcomes.js';
import { interceptPromises } from '../events/promises.js';
import { nameAllAs } from '../heap/replacing.js';
import { Space } from '../heap/space.js';
import { alignClock } from '../runtime/clock.js';
import { codeOf } from '../runtime/code.js';
import { apiOf, parallelContract } from '../runtime/parallel.js';
import { Safepoint } from '../runtime/safepoint.js';
import { timerFunctions, WorkerTimers } from '../runtime/timers.js';
import { WorkerRealm } from '../runtime/worker.js';
import { ABORT } from '../stm/errors.js';
import { PageCode } from './code.js';
import { PageEffects } from './effects.js';
import { describeError, printed } from './format.js';
import type { Report, WorkerStart } from './pool.js';
import { pageText } from './text.js';
import { web, withoutNode } from './web.js';

/** How long a handler's promise may stay pending. A browser does not say whether anything can still settle it. */
const MOST_WAITING_MS = 10_000;

// Functions of the host as they are now: `Effects` replaces them.
const send = web.postMessage.bind(web);
const close = web.close.bind(web);
const afterMs = setTimeout.bind(globalThis);
const report = (what: Report): void => send(what);

function start(data: WorkerStart): WorkerRealm {
  if (knownCount() !== data.known)
    throw new Error(
      "the page has added functions to the language's objects before quoll started: load what does so after it",
    );
  alignClock(data.origin);
  const host = new PageCode();
  let registry: CodeRegistry;
  const code = codeOf(
    () => registry,
    address => realm.stopFor({ kind: 'code', address }),
  );
  const wakeMain = () => report({ kind: 'awake' });
  const safepoint = new Safepoint(new Space(data.memory, data.limit), data.id, wakeMain);
  safepoint.enter();
  const waiting = new WaitingTime();
  const realm: WorkerRealm = new WorkerRealm(
    data,
    pageText,
    code,
    {
      wakeMain,
      prepare: (address: Address) => effects.load(() => registry.prepare(address)),
      describe: describeError,
      runDue: isLong => waiting.pause(isLong),
      isWaiting: () => waiting.isLeft,
      waits: () => waiting.begin(),
      traced: slices => report({ kind: 'traced', slices }),
      leave(inMain) {
        report({ kind: 'left', inMain });
        close();
        return new Promise<never>(() => undefined);
      },
    },
    safepoint,
    data.inMain,
  );
  const effects = new PageEffects(realm);
  useRealm(realm);
  realm.heap.natives.install();
  const executorOf = interceptPromises(realm.promises(() => realm.callbacks()));
  const hosts = hostOf(realm);
  const contract = parallelContract(realm, apiOf(realm), hosts, () => registry);
  const { executor } = contract;
  contract.executor = f => executor(executorOf(f));
  registry = new CodeRegistry(
    contract,
    url => realm.modules.find(url),
    host,
    record => realm.heap.views.addNames(record.names),
    // That takes a while, and most functions that use the page's own objects run in the page.
    () => {
      realm.heap.membrane.isAlone = false;
      effects.replace(hosts.console);
    },
  );
  install(contract);
  web.addEventListener(
    'unhandledrejection',
    (event: { reason: unknown; promise: object; preventDefault(): void }) => {
      event.preventDefault();
      if (event.reason !== ABORT) realm.reject(event.reason, event.promise);
    },
  );
  return realm;
}

/** Bounds the wait for a handler's promises. */
class WaitingTime {
  private end = 0;

  begin(): void {
    this.end = performance.now() + MOST_WAITING_MS;
  }

  get isLeft(): boolean {
    return performance.now() < this.end;
  }

  pause(isLong: boolean): Promise<void> {
    return new Promise(isLong ? resolve => afterMs(resolve, 2) : runLater);
  }
}

/**
 * Host objects of handlers: console output and timers wait for the commit; an effect that cannot wait moves
 * the handler to the main realm.
 */
function hostOf(owner: WorkerRealm): Host {
  const printing =
    (name: string) =>
    (...args: unknown[]) => {
      const lent = args.map(value => owner.heap.membrane.lend(value));
      const lines = printed(name, lent) ?? owner.stopFor({ kind: 'main', what: `console.${name}` });
      for (const { method, text } of lines) owner.print(method, text);
    };
  const methods = methodsOf(console).map(name => [name, printing(name)] as const);
  return {
    console: { ...console, ...nameAllAs(Object.fromEntries(methods), console) },
    ...withoutNode(timerFunctions(new WorkerTimers(owner))),
    fetch: () => owner.stopFor({ kind: 'main', what: 'fetch' }),
  } as unknown as Host;
}

async function run(data: WorkerStart): Promise<void> {
  let isStart = true;
  try {
    const realm = start(data);
    isStart = false;
    await realm.run();
  } catch (error) {
    report({ kind: 'ended', why: error instanceof Error ? error.message : String(error), isStart });
    close();
  }
}

web.addEventListener(
  'message',
  ({ data }: { data: WorkerStart }) => {
    // The lock is held as long as this thread lives; the page learns from it that the thread has ended.
    void web.navigator.locks!.request(data.lock, () => {
      report({ kind: 'started' });
      void run(data);
      return new Promise(() => undefined);
    });
  },
  { once: true },
);
