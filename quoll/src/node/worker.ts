/** Entry point of a worker thread on Node. */
import { format } from 'node:util';
import { parentPort, workerData } from 'node:worker_threads';
import { CodeRegistry } from '../code/registry.js';
import { useRealm } from '../events/outcomes.js';
import { codeOf } from '../runtime/code.js';
import { install, type Host } from '../runtime/contract.js';
import { apiOf, parallelContract } from '../runtime/parallel.js';
import type { RealmData } from '../runtime/realm.js';
import { WorkerRealm } from '../runtime/worker.js';
import { describeError } from './errors.js';
import { nodeText } from './text.js';

process.setSourceMapsEnabled(true);

let registry: CodeRegistry;
const code = codeOf(
  () => registry,
  address => realm.stopFor({ kind: 'code', address }),
);
const realm: WorkerRealm = new WorkerRealm(workerData as RealmData, nodeText, code, {
  wakeMain: () => parentPort!.postMessage(0),
  prepare: address => registry.prepare(address),
  describe: describeError,
});
useRealm(realm);
const contract = parallelContract(realm, apiOf(realm), hostOf(realm), () => registry);
registry = new CodeRegistry(
  contract,
  url => realm.modules.find(url),
  record => realm.heap.views.addNames(record.names),
);
install(contract);
void realm.run();

/** Host objects of handlers: console output waits for commit, and what cannot wait moves the handler to the main realm. */
function hostOf(owner: WorkerRealm): Host {
  const toMain = (what: string) => () => owner.stopFor({ kind: 'main', what });
  const print = (method: string) =>
    [method, (...args: unknown[]) => owner.print(method, format(...args))] as const;
  const members = [
    'setTimeout',
    'setInterval',
    'setImmediate',
    'clearTimeout',
    'clearInterval',
    'clearImmediate',
  ];
  const moved = [...members, 'queueMicrotask', 'fetch'].map(name => [name, toMain(name)] as const);
  return {
    ...Object.fromEntries(moved),
    console: { ...console, ...Object.fromEntries(['log', 'info', 'warn', 'error', 'debug'].map(print)) },
    process,
  } as unknown as Host;
}
