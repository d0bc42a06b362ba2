// A transfer between two of 1024 accounts, 2 reads and 2 writes, as a transaction through views in WebAssembly and the twin, and
// on plain objects. One thread, no conflicts: this is the cost of the transaction itself.
import { readFileSync } from 'node:fs';
import { StrongCache } from '../../dist/src/heap/cache.js';
import { Heap } from '../../dist/src/heap/heap.js';
import { Space } from '../../dist/src/heap/space.js';
import { nodeText } from '../../dist/src/node/text.js';
import { instantiate } from '../../dist/src/stm/module.js';
import { Twin } from '../../dist/src/stm/twin.js';

const ACCOUNTS = 1024;
const ROUNDS = Number(process.argv[3]);
const bytes = readFileSync(new URL('../../dist/src/stm/stm.wasm', import.meta.url));
const code = { describe: () => ({ reason: 'not here' }), make: () => undefined };

const stm = {
  wasm: options => instantiate(new WebAssembly.Module(bytes), options),
  twin: options => new Twin(options),
}[process.argv[2]];
const accounts = Array.from({ length: ACCOUNTS }, (_, id) => ({ id, balance: 100 }));
let begin = () => undefined;
let commit = () => true;
if (stm) {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 1024, shared: true });
  const space = new Space(memory, 2 ** 26);
  const transactions = stm({ memory, id: 2, main: false, patience: 8, allocate: space.allocateImmortal });
  const heap = new Heap({ stm: transactions, space, text: nodeText, code, cache: new StrongCache() });
  transactions.beginHandler();
  for (const account of accounts) heap.publish(account);
  transactions.commit();
  begin = () => transactions.beginHandler();
  commit = () => transactions.commit();
}

function transfers(rounds) {
  for (let i = 0; i < rounds; i++) {
    begin();
    const from = accounts[(i * 7) & 1023];
    const to = accounts[(i * 13 + 5) & 1023];
    from.balance -= 1;
    to.balance += 1;
    if (!commit()) throw new Error('aborted');
  }
}

transfers(ROUNDS / 4);
const began = performance.now();
transfers(ROUNDS);
const ms = performance.now() - began;
begin();
console.log(JSON.stringify({ ms, result: accounts.reduce((sum, { balance }) => sum + balance, 0) }));
