/** A handler that asks for the token while another handler has it. */
import { workerData } from 'node:worker_threads';
import { RETRY } from '../../src/stm/realm.js';
import { abortOnce } from './abort.js';
import { field, type Kind, realm } from './memory.js';

const { kind, memory, step } = workerData as { kind: Kind; memory: WebAssembly.Memory; step: Int32Array };

const handler = realm(kind, memory, 4, { patience: 1 });
abortOnce(handler, realm(kind, memory, 5), field(2), field(3));
Atomics.store(step, 0, 1);
Atomics.notify(step, 0);
Atomics.wait(step, 0, 1);
const decision = handler.afterAbort();
Atomics.store(step, 0, 3);
if (decision !== RETRY || !handler.hasToken()) throw new Error('it did not get the token');
handler.begin();
handler.write(field(4), 7);
if (!handler.commit()) throw new Error('it did not commit');
