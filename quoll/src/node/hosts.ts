/** Functions of Node that the program has in another form: by whatever way it reads one, it gets its own, and packages get Node's. */
import type { Host } from '../contract/contract.js';
import { HOST } from '../contract/language.js';
import { Mirrored } from '../heap/mirrors.js';

export function pairHosts(host: Host): void {
  pair(globalThis, host, [...HOST]);
  pair(console, host.console, Object.keys(console));
}

function pair(natives: object, own: object, names: readonly string[]): void {
  for (const name of names) {
    const [native, made] = [natives, own].map(holder => Reflect.get(holder, name) as unknown);
    if (typeof native !== 'function' || typeof made !== 'function' || native === made) continue;
    if (!Mirrored.of(native) && !Mirrored.of(made)) Mirrored.put(native, made);
  }
}
