/**
 * Formats the output of `console` as text, so that it can wait for a commit and cross to the main
 * realm.
 */
import { Console } from 'node:console';
import { Writable } from 'node:stream';
import { syncBuiltinESMExports } from 'node:module';
import util, { format } from 'node:util';
import type { Printed } from '../compat/host.js';
import type { Heap } from '../heap/heap.js';
import { Stamp } from '../heap/stamp.js';
import { trimStack } from '../protocol/stack.js';
import { copyGraph, type How } from './graphs.js';

const INSPECT = util.inspect.custom;

type Convert = (value: unknown) => unknown;

/** The arguments of `format`, of which the one at `first` is the text, with those converted that a place in it other than `%O` and `%c` prints. */
function withObjects(
  args: readonly unknown[],
  first: number,
  conversions: Record<string, Convert>,
): unknown[] {
  const given = [...args];
  const text = args[first];
  const found = typeof text === 'string' ? text.match(/%[sdifjoOc%]/g) : null;
  const places = (found ?? []).filter(place => place !== '%%');
  places.slice(0, args.length - first - 1).forEach((place, i) => {
    const at = first + 1 + i;
    given[at] = (conversions[place] ?? (value => value))(given[at]);
  });
  return given;
}

/** Lets `util` show shared objects as ordinary ones, also where it does not ask them to describe themselves. */
export function showShared({ full, membrane, natives, views }: Heap): void {
  /** Gives the object behind a stand-in. */
  const { own } = membrane;
  const describe = (object: object, view?: object) =>
    Object.defineProperty(object, INSPECT, {
      value(this: object, ...how: How) {
        return copyGraph(full, view ?? this, ...how);
      },
      configurable: true,
    });
  full.described = describe;
  views.described = describe;
  for (const { accessors } of views.families.values()) describe(accessors);
  const copied: Convert = value => natives.copies.equal(value, own);
  const level: Convert = value => {
    const view = own(value);
    return typeof view === 'object' && Stamp.of(view) !== 0 ? copyGraph(full, view!, 0, {}) : value;
  };
  const places = { '%s': level, '%d': level, '%i': level, '%f': level, '%j': copied, '%o': own };
  const isAsked = (options: unknown) =>
    (options as { customInspect?: boolean } | undefined)?.customInspect !== false;
  const conversions: Record<string, (args: unknown[]) => unknown[]> = {
    format: args => withObjects(args, 0, places),
    formatWithOptions: args => withObjects(args, 1, places),
    inspect: ([value, ...rest]) => [(isAsked(rest[0]) ? own : copied)(value), ...rest],
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
