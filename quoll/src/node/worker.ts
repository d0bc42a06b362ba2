/** Entry point of a worker thread on Node. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { guard } from '../code/guard.js';
import { HOST_MODULE } from '../contract/language.js';
import { legible, methodsOf } from '../compat/host.js';
import { type Address, CodeRegistry } from '../code/registry.js';
import { useRealm } from '../events/outcomes.js';
import * as exported from '../index.js';
import { codeOf } from '../runtime/code.js';
import { install, type Host, type ModuleRecord } from '../contract/contract.js';
import { alignClock } from '../runtime/clock.js';
import { apiOf, parallelContract } from '../runtime/parallel.js';
import type { RealmData } from '../runtime/realm.js';
import { type Callbacks, interceptPromises } from '../events/promises.js';
import { timerFunctions, WorkerTimers } from '../runtime/timers.js';
import { Safepoint } from '../runtime/safepoint.js';
import { WorkerRealm } from '../runtime/worker.js';
import type { InMain } from '../runtime/worker-host.js';
import type { Unit } from '../events/unit.js';
import { nameAllAs } from '../heap/replacing.js';
import { Space } from '../heap/space.js';
import '../stats/observing.js';
import { ABORT } from '../stm/errors.js';
import './bytes.js';
import './known.js';
import './names.js';
import { cloneShared } from './cloning.js';
import { nodeCode } from './code.js';
import { compareShared } from './comparing.js';
import { openContexts } from './contexts.js';
import { NodeEffects, type Terminals } from './effects.js';
import { describeError } from './errors.js';
import { Language } from './language.js';
import { printed, showShared } from './printing.js';
import { promiseTimers } from './promised.js';
import { mapStacks } from './stacks.js';
import { nodeText } from './text.js';
import { pairHosts } from './hosts.js';
import { meetForeign, noteTexts } from './texts.js';

/** What a worker needs besides the parameters of its realm. */
export interface WorkerExtra {
  /** Where its trace goes. */
  readonly port?: MessagePort;
  /** The properties of `process` that would differ from the main realm's. */
  readonly process: Partial<NodeJS.Process>;
  readonly terminals: Terminals;
  /** What workers before it have learned. */
  readonly inMain: InMain;
}

/** What a worker sends to the main realm. */
export type Report =
  { readonly kind: 'started' | 'awake' } | { readonly kind: 'left'; readonly inMain: InMain };

/** The properties of `process` that are the same in all threads. */
const SAME: ReadonlySet<string> = new Set([
  ...['allowedNodeEnvironmentFlags', 'arch', 'argv', 'config', 'env', 'execArgv', 'execPath', 'features'],
  ...['pid', 'platform', 'ppid', 'release', 'version', 'versions'],
]);

let registry: CodeRegistry;
const code = codeOf(
  () => registry,
  address => realm.stopFor({ kind: 'code', address }),
);
const data = workerData as RealmData & WorkerExtra;
Object.assign(process, data.process);
alignClock(data.origin);
// Functions of the host as they are now: `NodeEffects` replaces them.
const send = parentPort!.postMessage.bind(parentPort) as (report: Report) => void;
send({ kind: 'started' });
const sendTrace = data.port?.postMessage.bind(data.port);
const [later, afterMs] = [setImmediate, setTimeout];
const wakeMain = () => send({ kind: 'awake' });
const end = process.exit.bind(process);
const safepoint = new Safepoint(new Space(data.memory, data.limit), data.id, wakeMain);
safepoint.enter();
const host = {
  wakeMain,
  prepare: (address: Address) => registry.prepare(address),
  describe: describeError,
  runDue: (isLong: boolean) =>
    new Promise<void>(resolve => void (isLong ? afterMs(resolve, 2) : later(resolve))),
  during: (unit: Unit, body: () => void) =>
    effects.during(unit, () => {
      body();
      if (language.changed() !== undefined) realm.staysInMain('a change of the language');
    }),
  left: () => effects.left(),
  hasPackages: () => effects.hasPackages,
  leave: (inMain: InMain) => {
    send({ kind: 'left', inMain });
    // Packages must not do now what is due at the end of the program.
    process.removeAllListeners('exit');
    return Promise.resolve(end());
  },
  traced: (slices: unknown) => sendTrace?.(slices),
  isWaiting: () => process.getActiveResourcesInfo().length > 0 || hasWork(),
};
const realm: WorkerRealm = new WorkerRealm(data, nodeText, code, host, safepoint, data.inMain);
const effects = new NodeEffects(realm, data.terminals);
useRealm(realm);
realm.heap.natives.install();
showShared(realm.heap);
compareShared(realm.heap);
cloneShared(realm.heap);
openContexts(realm.heap);
const executorOf = interceptPromises(realm.promises(callbacks));
const hosts = hostOf(realm);
const contract = parallelContract(realm, apiOf(realm), hosts, () => registry, Object.values(exported));
const { executor } = contract;
contract.executor = f => executor(executorOf(f));
registry = new CodeRegistry(
  contract,
  url => realm.modules.find(url),
  nodeCode,
  record => {
    realm.heap.views.addNames(record.names);
    language.noteText(record.source);
    if (!record.isAlone) reach(foreignModules(record));
  },
);
noteTexts(() => {
  if (realm.heap.membrane.isAlone) reach([]);
});
install(contract);
const language = new Language();
mapStacks(url => realm.modules.find(url)?.mappings);
process.on('unhandledRejection', (error, promise) => {
  if (error !== ABORT && !effects.isDropped(promise)) realm.reject(error, promise);
});
// Not while Node loads this module: what is called meanwhile belongs to the loading.
later(() => {
  realm.run().catch((error: unknown) => {
    // Outside of the promise the thread ends with the error, and the main realm cleans up after it.
    later(() => {
      throw error === ABORT ? new Error('the run time itself was stopped as a handler is') : error;
    });
  });
});

/** Whether the event loop has anything left to do, such as a job of `crypto` in another thread, which Node does not list. */
function hasWork(): Promise<boolean> {
  return new Promise(resolve => {
    const idle = () => resolve(false);
    const later = () => {
      process.off('beforeExit', idle);
      resolve(true);
    };
    afterMs(later, 2).unref();
    process.once('beforeExit', idle);
  });
}

/** Code that is neither of the program nor of the language may run from now on, which these modules are for. */
function reach(specifiers: readonly string[]): void {
  meetForeign(realm.heap.membrane);
  effects.replace(specifiers, hosts.console);
  pairHosts(hosts);
  language.renew();
}

/** The callbacks of the unit that runs, whose promises are noted. */
function callbacks(): Callbacks | undefined {
  effects.watch();
  return realm.callbacks();
}

/**
 * Host objects of handlers: console output and timers wait for the commit; an effect that cannot wait moves
 * the handler to the main realm.
 */
function hostOf(owner: WorkerRealm): Host {
  const printing =
    (name: string) =>
    (...given: unknown[]) => {
      const args = legible(name, given, value => owner.heap.membrane.lend(value));
      const lines = printed(name, args) ?? owner.stopFor({ kind: 'main', what: `console.${name}` });
      for (const { method, text } of lines) owner.print(method, text);
    };
  const methods = methodsOf(console).map(name => [name, printing(name)] as const);
  const timers = timerFunctions(new WorkerTimers(owner));
  promiseTimers(timers);
  return {
    console: { ...console, ...nameAllAs(Object.fromEntries(methods), console) },
    ...timers,
    fetch: () => owner.stopFor({ kind: 'main', what: 'fetch' }),
    process: guard(process, 'process', owner, undefined, isSameProcess),
  } as unknown as Host;
}

/** Whether a value that is read from `process` is the same in all threads, or an object whose properties are looked at one by one. */
function isSameProcess(path: string): boolean {
  const [, name = '', inner] = path.split('.');
  return SAME.has(name) || (inner === undefined && /^std(in|out|err)$/.test(name));
}

/** The modules that a module imports and that are not rewritten. */
function foreignModules({ foreign }: ModuleRecord): string[] {
  const specifiers = foreign.map(({ specifier }) => specifier);
  return specifiers.filter(name => name !== HOST_MODULE && !name.startsWith('@hocket/quoll'));
}
