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
import { walkPrototypes } from '../contract/walks.js';
import { Stamp } from '../heap/stamp.js';
import { trimStack } from '../contract/stack.js';
import { equalBy } from './equal.js';
import { copyGraph, type How, showMethods, whilePrinting } from './graphs.js';
import { engineIterator } from './iterators.js';

const INSPECT = util.inspect.custom;

const LINE: ReadonlySet<string> = new Set(['log', 'info', 'warn', 'error', 'debug']);
const RENDERED: ReadonlySet<string> = new Set(['assert', 'dir', 'dirxml', 'table', 'trace']);

type Convert = (value: unknown) => unknown;
type Conversions = Readonly<Record<string, Convert>>;

/** The arguments of `format`, of which the one at `first` is the text: each is converted for the place in the text that prints it, if one does. */
function withObjects(
  args: readonly unknown[],
  first: number,
  conversions: Conversions,
  other: Convert,
): unknown[] {
  const text = args[first];
  const found = typeof text === 'string' ? text.match(/%[sdifjoOc%]/g) : null;
  const places = (found ?? []).filter(place => place !== '%%');
  return args.map((value, i) =>
    i < first ? value : (conversions[places[i - first - 1] ?? ''] ?? other)(value),
  );
}

/** Lets `util` and `Console` show shared objects as ordinary ones, also where they do not ask them to describe themselves. */
export function showShared({ full, membrane, natives, views }: Heap): void {
  /** Gives the object behind a stand-in. */
  const { own } = membrane;
  const describe = (object: object, view?: object) =>
    describeBy(object, function (this: object, ...how: How) {
      const object = view ?? this;
      return view && Stamp.of(view) === 0 ? view : copyGraph(full, object, ...how);
    });
  full.described = describe;
  views.described = describe;
  for (const { accessors } of views.families.values()) describe(accessors);
  for (const prototype of walkPrototypes.values())
    describeBy(prototype, function (this: object) {
      return engineIterator(own(this)) as object;
    });
  const copying = equalBy(natives.views, showMethods);
  const copied: Convert = value => copying()(value);
  const level: Convert = value => {
    const view = own(value);
    return typeof view === 'object' && Stamp.of(view) !== 0 ? copyGraph(full, view!, 0, {}) : view;
  };
  const places: Conversions = { '%s': level, '%d': level, '%i': level, '%f': level, '%j': copied };
  const by = (options: unknown): Convert =>
    (options as { customInspect?: boolean } | undefined)?.customInspect === false ? copied : own;
  const formatted = (args: unknown[]) => withObjects(args, 0, places, own);
  // What a program's own description of an object gets: it is called with shared ones.
  natives.standIns.add(util.inspect);
  const { standIns } = natives;
  replaceAll(standIns, util, {
    format: formatted,
    formatWithOptions: args => withObjects(args, 1, places, by(args[0])),
    inspect: ([value, ...rest]) => [by(rest[0])(value), ...rest],
  });
  const { prototype } = Console as unknown as { prototype: object };
  replaceAll(standIns, prototype, {
    ...Object.fromEntries(
      [...LINE, 'trace', 'group', 'groupCollapsed', 'dirxml'].map(name => [name, formatted]),
    ),
    assert: args => [args[0], ...formatted(args.slice(1))],
    timeLog: args => [args[0], ...args.slice(1).map(own)],
    dir: ([value, ...rest]) => [by({ customInspect: false, ...(rest[0] as object) })(value), ...rest],
    table: ([value, ...rest]) => [copied(value), ...rest.map(copied)],
  });
  syncBuiltinESMExports();
}

function describeBy(object: object, value: (this: object, ...how: How) => object): void {
  Object.defineProperty(object, INSPECT, { value, configurable: true });
}

/** Converts the arguments of functions before they are called; they get shared objects as they are. */
function replaceAll(
  standIns: WeakSet<Function>,
  holder: object,
  conversions: Readonly<Record<string, (args: unknown[]) => unknown[]>>,
): void {
  for (const [name, converted] of Object.entries(conversions)) {
    const property = Object.getOwnPropertyDescriptor(holder, name)!;
    const value = new Proxy(property.value as Function, {
      apply: (target, self, args: unknown[]) =>
        whilePrinting(() => Reflect.apply(target, self, converted(args)) as unknown),
    });
    standIns.add(value);
    Object.defineProperty(holder, name, { ...property, value });
  }
}

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
