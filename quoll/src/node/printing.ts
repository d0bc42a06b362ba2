/**
 * Formats the output of `console` as text, so that it can wait for a commit and cross to the main
 * realm.
 */
import { Console } from 'node:console';
import { Writable } from 'node:stream';
import { syncBuiltinESMExports } from 'node:module';
import util, { format } from 'node:util';
import type { Printed } from '../compat/host.js';
import { trimStack } from '../protocol/stack.js';

type Convert = (value: unknown) => unknown;

/** The arguments of `format`, of which the one at `first` is the text, with those converted that `%o` prints. */
function withObjects(args: readonly unknown[], first: number, own: Convert): unknown[] {
  const given = [...args];
  const text = args[first];
  const found = typeof text === 'string' ? text.match(/%[sdifjoOc%]/g) : null;
  const places = (found ?? []).filter(place => place !== '%%');
  places.slice(0, args.length - first - 1).forEach((place, i) => {
    const at = first + 1 + i;
    if (place === '%o') given[at] = own(given[at]);
  });
  return given;
}

/**
 * Lets `util` show shared objects as ordinary ones where it shows a Proxy as one. `own` gives the object behind a stand-in.
 */
export function showShared(own: Convert): void {
  const conversions: Record<string, (args: unknown[]) => unknown[]> = {
    format: args => withObjects(args, 0, own),
    formatWithOptions: args => withObjects(args, 1, own),
    inspect: ([value, ...rest]) => [own(value), ...rest],
  };
  for (const [name, converted] of Object.entries(conversions)) {
    const native = Reflect.get(util, name) as Function;
    const value = new Proxy(native, {
      apply: (target, self, args: unknown[]) => Reflect.apply(target, self, converted(args)) as unknown,
    });
    Object.defineProperty(util, name, { value });
  }
  syncBuiltinESMExports();
}

const LINE: ReadonlySet<string> = new Set(['log', 'info', 'warn', 'error', 'debug']);
const RENDERED: ReadonlySet<string> = new Set(['assert', 'dir', 'dirxml', 'table', 'trace']);

/**
 * The output of a method of `console`; undefined if the method also has another effect, such as
 * counting.
 */
export function printed(method: string, args: readonly unknown[]): readonly Printed[] | undefined {
  if (LINE.has(method)) return [{ method, text: format(...args) }];
  return RENDERED.has(method) ? rendered(method, args) : undefined;
}

function rendered(method: string, args: readonly unknown[]): readonly Printed[] {
  const lines: Printed[] = [];
  const into = (name: string) =>
    new Writable({
      decodeStrings: false,
      write(text: string, _, done) {
        lines.push({ method: name, text: trimStack(text.replace(/\n$/, '')) });
        done();
      },
    });
  const scratch = new Console({ stdout: into('log'), stderr: into('error') });
  (scratch as unknown as Record<string, (...args: readonly unknown[]) => void>)[method]!(...args);
  return lines;
}
