/** Entry point of a worker thread on Node. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { guard } from '../code/foreign.js';
import { legible, methodsOf } from '../compat/host.js';
import { type Address, CodeRegistry } from '../code/registry.js';
import { useRealm } from '../events/outcomes.js';
import { codeOf } from '../runtime/code.js';
import { install, type Host } from '../contract/contract.js';
import { alignClock } from '../runtime/clock.js';
import { apiOf, parallelContract } from '../runtime/parallel.js';
import type { RealmData } from '../runtime/realm.js';
import { interceptPromises } from '../events/promises.js';
import { timerFunctions, WorkerTimers } from '../runtime/timers.js';
import { Safepoint } from '../runtime/safepoint.js';
import { WorkerRealm } from '../runtime/worker.js';
import { Space } from '../heap/space.js';
import { ABORT } from '../stm/errors.js';
import { nodeCode } from './code.js';
import { compareShared } from './comparing.js';
import { describeError } from './errors.js';
import { printed, showShared } from './printing.js';
import type { Surroundings } from './main.js';
import { mapStacks } from './stacks.js';
import { nodeText } from './text.js';

let registry: CodeRegistry;
const code = codeOf(
  () => registry,
  address => realm.stopFor({ kind: 'code', address }),
);
const data = workerData as RealmData & { port?: MessagePort; process: Surroundings };
Object.assign(process, data.process);
alignClock(data.origin);
const wakeMain = () => parentPort!.postMessage(0);
const safepoint = new Safepoint(new Space(data.memory, data.limit), data.id, wakeMain);
safepoint.enter();
const host = {
  wakeMain,
  prepare: (address: Address) => registry.prepare(address),
  describe: describeError,
  runDue: () => new Promise<void>(resolve => setImmediate(resolve)),
  traced: (slices: unknown) => data.port?.postMessage(slices),
  isWaiting: () => process.getActiveResourcesInfo().length > 0,
};
const realm: WorkerRealm = new WorkerRealm(data, nodeText, code, host, safepoint);
useRealm(realm);
realm.heap.natives.install();
showShared(realm.heap.membrane.own);
compareShared(realm.heap);
const contract = parallelContract(realm, apiOf(realm), hostOf(realm), () => registry);
registry = new CodeRegistry(
  contract,
  url => realm.modules.find(url),
  nodeCode,
  record => {
    realm.heap.views.addNames(record.names);
    if (!record.isAlone) realm.heap.membrane.isAlone = false;
  },
);
install(contract);
mapStacks(url => realm.modules.find(url)?.mappings);
interceptPromises(
  () => realm.callbacks(),
  f => realm.heap.membrane.origins.isOfUnit(f),
);
process.on('unhandledRejection', error => {
  if (error !== ABORT) realm.report('a promise', error);
});
realm.run().catch((error: unknown) => {
  // Outside of the promise the thread ends with the error, and the main realm cleans up after it.
  setImmediate(() => {
    throw error;
  });
});

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
  return {
    console: { ...console, ...Object.fromEntries(methodsOf(console).map(name => [name, printing(name)])) },
    ...timerFunctions(new WorkerTimers(owner)),
    fetch: () => owner.stopFor({ kind: 'main', what: 'fetch' }),
    process: guard(process, 'process', owner),
  } as unknown as Host;
}
