/** Calls of every function and method of the language's objects, with shared objects as `this` and among the arguments, at random. */
import { Random } from './hostile.js';

const NAMES = [
  ...[
    'Object',
    'Array',
    'Map',
    'Set',
    'WeakMap',
    'WeakSet',
    'String',
    'Number',
    'Boolean',
    'BigInt',
    'Symbol',
    'Date',
  ],
  ...[
    'RegExp',
    'Error',
    'AggregateError',
    'Math',
    'JSON',
    'Reflect',
    'ArrayBuffer',
    'DataView',
    'Uint8Array',
    'Float64Array',
  ],
  ...['BigInt64Array', 'Function'],
];
const OBJECTS = [
  ...[
    'w.list',
    'w.names',
    'w.nested',
    'w.holes',
    'w.objects',
    'w.empty',
    'w.o',
    'w.odd',
    'w.bare',
    'w.point',
    'w.map',
    'w.set',
  ],
  ...['w.date', 'w.regexp', 'w.error', 'w.fixed', 'w.bytes', 'w.halves', 'w.bytes.buffer'],
];
/** The first arguments of `Object.assign`: a shared buffer or typed array gets no further properties. */
const ASSIGNABLE = OBJECTS.filter(object => !/bytes|halves/.test(object));
const VALUES = [
  ...[
    '0',
    '1',
    '2',
    '-1',
    "'a'",
    "'length'",
    'undefined',
    'null',
    'w.text',
    'w.n',
    'NaN',
    "'b'",
    '3n',
    "Symbol.for('x')",
    'w.k',
  ],
  ...['[w.o, w.list]', '{ a: w.o }', '[[w.o, 1]]', '...w.list'],
];
const FUNCTIONS = [
  'x => x',
  '(a, b) => (a > b ? 1 : -1)',
  '(...xs) => xs.length',
  'x => typeof x',
  'x => [x, w.list]',
];
/** The objects on which the methods of each kind are called, some of them of other kinds. */
const SELVES: Readonly<Record<string, readonly string[]>> = {
  Array: [
    'w.list',
    'w.names',
    'w.nested',
    'w.holes',
    'w.objects',
    'w.odd',
    'w.fixed.inner',
    'w.set',
    'w.bytes',
  ],
  Map: ['w.map', 'w.set'],
  Set: ['w.set', 'w.map'],
  String: ['w.text', 'w.list', 'w.o', 'w.date'],
  Date: ['w.date', 'w.o'],
  RegExp: ['w.regexp', 'w.o'],
  Error: ['w.error', 'w.o'],
  ArrayBuffer: ['w.bytes.buffer'],
  DataView: ['new DataView(w.bytes.buffer)'],
  Uint8Array: ['w.bytes', 'w.halves', 'w.part'],
  TypedArray: ['w.bytes', 'w.halves', 'w.part', 'w.list'],
  Object: OBJECTS,
  Function: ['w.twice', 'Object.keys', 'Point'],
};
const OTHERS = ['w.text', 'w.n', 'w.list', 'w.o'];
/**
 * Functions that return other values each time, or do what shared objects do not allow: freezing, other prototypes, hidden properties,
 * another time.
 */
const LEFT_OUT =
  /now|random|fromAsync|transfer|repeat|pad(Start|End)|captureStackTrace|prepareStackTrace|groupBy|preventExtensions|seal|freeze|setPrototypeOf|defin|Object\.create|Date\.prototype\.set|compile|hasInstance|\.toString\b|Reflect\.set|__/;
/** Functions that take functions, without those that turn them into text, because the text is that of the rewritten function. */
const CALLS =
  /^(?!.*(join|Symbol\.)).*(Array|Map|Set|from|apply|construct|JSON|Reflect|Object\.(is|keys|values|entries))/;

/** A number of calls of each function, from a seed. */
export function builtinCases(seed: number, calls: number): string[] {
  const random = new Random(seed);
  const cases = new Set<string>();
  const add = (path: string, text: string) => {
    if (!LEFT_OUT.test(path)) cases.add(`{ if (typeof (${path}) !== 'function') return 0; return ${text}; }`);
  };
  const args = (path: string): string =>
    Array.from({ length: random.below(4) }, (_, i) => {
      const kind = random.below(10);
      if (kind > 7 && CALLS.test(path)) return random.of(FUNCTIONS);
      const objects = path === 'Object.assign' && i === 0 ? ASSIGNABLE : OBJECTS;
      return random.of(kind < 5 ? objects : VALUES);
    }).join(', ');
  const times = (add: () => void) => {
    for (let i = 0; i < calls; i++) add();
  };
  for (const name of NAMES) {
    const holder = (globalThis as unknown as Record<string, Holder>)[name]!;
    for (const key of methodsOf(holder)) {
      const path = `${name}.${String(key)}`;
      times(() => add(path, `${path}(${args(path)})`));
      add(path, `[w.o, w.list].map(${path})`);
    }
    if (/^(Array|Map|Set|WeakMap|WeakSet|Uint8Array|Float64Array|Error)$/.test(name))
      times(() => add(name, `new ${name}(${args(name)})`));
    const prototypes = [[holder.prototype, name]] as [Holder | undefined, string][];
    if (name === 'Uint8Array')
      prototypes.push([Object.getPrototypeOf(holder.prototype) as Holder, 'TypedArray']);
    for (const [prototype, kind] of prototypes) {
      const base =
        kind === 'TypedArray' ? 'Object.getPrototypeOf(Uint8Array.prototype)' : `${kind}.prototype`;
      for (const key of prototype ? methodsOf(prototype) : []) {
        const path = `${base}${typeof key === 'symbol' ? `[${key.description}]` : `.${key}`}`;
        times(() => {
          const self = random.of(SELVES[kind] ?? OTHERS);
          const given = args(path);
          add(path, `${path}.call(${self}${given === '' ? '' : `, ${given}`})`);
          add(path, `${self}?.${typeof key === 'symbol' ? `[${key.description}]` : key}?.(${given})`);
        });
      }
    }
  }
  return [...cases];
}

interface Holder {
  readonly prototype?: Holder;
}

/** The names of an object's own functions. */
function methodsOf(holder: object): (string | symbol)[] {
  return Reflect.ownKeys(holder).filter(
    key => key !== 'constructor' && typeof Object.getOwnPropertyDescriptor(holder, key)!.value === 'function',
  );
}
