/**
 * The interface between the load-time transform and the run time: the functions that rewritten code calls.
 *
 * The transform (`src/transform`) rewrites a module so that its closures can run in another realm and its objects can be
 * shared. A realm's run time implements `Contract` and installs it with `install` before the first rewritten module loads.
 * `compat` implements it sequentially; the parallel runtime implements it with views over the shared heap. Rewritten code
 * finds it in the global variable `$quoll`. A module's head, on its first line so that line numbers stay, names the
 * module:
 *
 *     const $module = $quoll.module('file:///app.mjs', '5c1f…', { meta: import.meta, import: s => import(s) });
 *
 * ## Functions
 * Code is never sent as text. Every function literal has an address (module, id). A realm that gets an address makes a
 * factory from the rewritten module, which all realms load from the same cache: a function from captured values to the
 * function.
 *
 *     function (stats, isPrime) { return [function (n) { … }, $code => { stats = $code[0]; isPrime = $code[1]; }]; }
 *
 * Functions may capture each other, so most captured values are set after the function is made, by the second function.
 *
 * A function reports its address and captures when it is called while `$quoll.probing` is true; otherwise a call costs
 * one test, and creating a closure costs nothing:
 *
 *     function (n) { if ($quoll.probing) return $module.reveal(7, [stats, isPrime]); … }
 *
 * `describe` in `code.ts` makes that call, and only after it saw the test in the function's text, so a foreign function
 * never runs by mistake. Classes register themselves once, when they are evaluated (`klass`), since a constructor cannot
 * be probed. `this` of an arrow function is a captured value too. Static code of a class runs only where the program evaluates it:
 *
 *     static x = f()      static x = $module.isMaking ? void 0 : f()        a static block likewise
 *
 * Computed names of members and a parent that is computed are evaluated there only, too, and cross like captured values:
 *
 *     [f()]() { … }       [$module.key(7, 0, $module.isMaking ? $key7_0 : f())]() { … }
 *     extends f()         extends ($module.isMaking && $parent7 !== void 0 ? $parent7 : f())
 *
 * ## Captured variables
 * A variable that is assigned after its initialisation and captured by a function becomes a cell, `{ v }`: all closures
 * hold the same cell, in all realms. `let x = 1` becomes `const x = $quoll.cell(1)`, `x` becomes `x.v`. Any other captured
 * variable travels by value; for an object or function that value is its shared reference. A loop's `let` is a fresh cell
 * per iteration. A binding imported from a rewritten module travels by value like any other; one imported from elsewhere
 * is imported again by each realm (`Foreign`), and read at each use, because the other module may assign it: `x` becomes `$live0.x`
 * (`transform/live.ts`).
 *
 * ## Properties
 * Objects become views in place when they are published: a class of accessors per shape, so `o.x` is not rewritten.
 * `ModuleRecord.names` lists the static property names of a module, for fields that are added later. An array stays an array without
 * elements. Therefore these forms, and no others, are rewritten; each reaches the run time only if the value found is missing, which in a
 * view it is:
 *
 *     a[i]            (($1 = a[i]) ?? $quoll.nil(a, i, $1))                 a and i evaluated once, in temporaries if need be:
 *                     `var $1` in code, `($t => (…))([])` around a default value, a field, or the parent of a class
 *     a[k]            (($1 = a[typeof k === 'number' || k !== 'length' ? k : $quoll.none]) ?? $quoll.nil(a, k, $1))
 *     a[k](x)         (a[k] ?? $quoll.nil(a, k, null)), called on a as below
 *     a[i] = v        (typeof a === 'object' && a && !(i in a) && $quoll.put(a, i, v) ? v : a[i] = v)
 *     a[k] = v        ((typeof k !== 'number' || typeof a === 'object' && a && !(k in a)) && $quoll.put(a, k, v) ? v : a[k] = v)
 *     a.length        (($1 = a.length) || $quoll.size(a, $1))
 *     for (k in o)    for (k of $quoll.keys(o))
 *     for (x of a)    for (x of $quoll.each(a))
 *     for (x of a.entries())    for (x of $quoll.each(a, 'entries'))       also `keys` and `values`
 *     delete, in, object spread and rest, other assignments to a[i] and a.length:
 *                     o becomes $quoll.full(o)
 *     f.call(o), f.apply(o, a), f.bind(o)      $quoll.fn(f).call(o)
 *     const { a: { ...rest } } = o    const { a: { ...rest } } = $quoll.parts(o, { "a": 1 })
 *     for ({ a, ...rest } of os), new Map(os)    for ({ a, ...rest } of $quoll.wholes(os, 1)), new Map($quoll.wholes(os))
 *     ({ a, ...rest }) => …         $p0 => { var { a: a, ...rest } = $quoll.full($p0); … }
 *     arguments of foreign functions: o becomes $quoll.lend(o)
 *     values of imports, and what classes extend, if they may be functions of foreign code:
 *                     f becomes $quoll.regain(f), or $quoll.mine(f) if it is of the program's modules, class extends f(A)     class extends $quoll.basis(f(A))
 *     what functions that may be foreign get and return:  f(o), a.m(o)
 *                     $quoll.back(f($quoll.to(f, o)), f)
 *     a.m(o)          $quoll.backOf((typeof ($1 = a.m) === 'function' && $quoll.caller && $1.call === $quoll.caller
 *                         ? $1 : $quoll.ready($1, 'a.m')).call(a, $quoll.toOf($1, a, o)), $1, a)
 * methods whose arguments may share their object, which has other methods then:
 *     a.m(f(a))       $quoll.invoked(a.m, a, 'a.m')(f(a))
 * what objects hold that foreign code may have, if it may be an object and is used as one:
 *     o.x             $quoll.from(o.x, o)                                  a[i] likewise
 *     o.x = v         o.x = $quoll.into(v, o)                              a[i] = v likewise
 *     lib.o.x = v     ($1 = $quoll.regain(lib.o)).x = $quoll.into(v, $1)   with an imported lib
 *     const { a } = o, [b] = c       const { a } = $quoll.open(o), [b] = $quoll.iterate(c)
 *     { __proto__: o }               { __proto__: $quoll.derived(o) }
 *     f(...a), yield* a                                                    a becomes $quoll.iterate(a)
 *     eval(s)         eval(($s => { … $quoll.leads(eval($n)) … return $s; })(s))      with each name $n in the text
 *     super.x = v     $quoll.settled(this, super.x = v)
 *     for (super.x of a) f();   for (super.x of a) { $quoll.settled(this, 0); f(); }
 *     await x         $quoll.awaited(await ($1 = x), $1)
 *     new Promise(f)  new Promise($quoll.executor(f))
 *     catch (e) {     catch (e) { $quoll.live(); e = $quoll.own(e);
 *     super(o)        $quoll.settled(super(o))                              in a class with fields, which super may have shared
 *     super(o)        $quoll.back(super($quoll.to(parent, o, new.target)), parent)     parent is $module.parent(new.target, 7)
 *     super(o)        super($quoll.to(Set, o, new.target))                 in a class that extends Set
 *
 * `full` returns a Proxy with the full behaviour of an ordinary object.
 *
 * ## Calls
 * `x.on(…)`, `once`, `never`, `emit`, `waitall`, `markEventual` and `mapred` become `$quoll.call.on(x, …)`, which calls
 * the method if the object has one and the event API if not. Free names of the API (`spawn`, `async`, `finish`) become
 * members of `$quoll.api`; `console`, timers, `fetch` and `process` members of `$quoll.host`.
 *
 * ## Stopping an attempt
 * A transaction that must stop throws a signal out of the access. Each `catch` and each `finally` starts with
 * `$quoll.live()`, which throws the signal again, so handlers cannot swallow it. Loops need no test: an attempt never sees
 * inconsistent values, hence never loops on them.
 *
 * ## Async functions
 * An async handler is a turn from each `await` to the next one. The rest of an async function cannot run twice, so it runs in
 * the main realm, and an exception that leaves it undoes the turn in which it was thrown. Each async function asks for its part
 * when it starts, and reports when it pauses and when it continues:
 *
 *     async f() { … }       async f() { const $part = $quoll.part(); try { … } catch ($e) { throw $part.failed($e); } finally { $part.end(); } }
 *     await x               $part.resume(await $part.pause(x))              yield in an async generator likewise
 *     for await (x of a)    { for await (x of $part.each($quoll.each(a))) { $part.live(); try { … } catch ($e) { throw $part.failed($e); } } $part.live(); }
 *     catch, finally        start with $part.live() instead of $quoll.live()
 *     { await using r = x; … }
 *         { const $u = $quoll.resources(); try { const r = $u.use(x, true); … } catch ($e) { $u.failed($part.failed($e)); }
 *         finally { while ($u.isLeft) try { $part.resume(await $part.pause($u.dispose())); } catch … $u.end(); } }
 */
import type { Api, EventMethods } from '../api.js';
import type { Walk } from './loops.js';
import type { Need } from './needs.js';
import type { Resources } from './resources.js';

/** The shared variable behind a captured one that is assigned. */
export interface Cell<T = unknown> {
  v: T;
}

/** The functions that rewritten code calls. One object per realm. */
export interface Contract {
  /** True only while `describe` asks a function for its address. */
  probing: boolean;
  /** Registers a rewritten module of this realm; called once, by its first line. */
  module(url: string, hash: string, tools?: ModuleTools): ModuleCalls;

  cell<T>(value: T): Cell<T>;

  /** Reads `object[key]` when the plain read gave `found`, undefined or null; it calls no accessor again. */
  nil(object: unknown, key: PropertyKey, found: unknown): unknown;
  /**
   * Writes `object[key]` if `object` is a view, and returns true; otherwise does nothing and returns false.
   */
  put(object: unknown, key: PropertyKey, value: unknown): boolean;
  /** Reads `object.length` when the plain read gave `found`, a falsy value. */
  size(object: unknown, found: unknown): unknown;
  /** The enumerable names of an object and its prototypes, without those deleted before the loop reaches them. */
  keys(object: unknown): Iterable<string>;
  /**
   * The elements for a loop over an iterable, or over the result of its method `walk`. If an array, Map or Set becomes a view during the
   * loop, its remaining elements follow.
   */
  each(iterable: unknown, walk?: Walk): unknown;
  /** A view's full behaviour, as a Proxy; any other value as it is. */
  full(object: unknown): unknown;
  /** As full, also for the parts of a value that a pattern destructures. */
  parts(object: unknown, need: Need): unknown;
  /** The elements of an iterable, each converted by `parts` or `full`. */
  wholes(iterable: unknown, need?: Need): unknown;
  /** As wholes, for a loop that awaits its elements. */
  wholesLater(iterable: unknown, need: Need): unknown;
  /** The replacement of a function whose `call`, `apply` or `bind` is called, maybe on a view. */
  fn<F>(f: F): F;
  /** Converts an argument for a foreign function; see `heap/membrane.ts`. */
  lend(value: unknown): unknown;
  /** As lend, for all values of an iterable that become arguments. */
  lendAll(values: Iterable<unknown>): unknown[];
  /** Converts the result of a foreign function. */
  regain(value: unknown): unknown;
  /** As regain, for functions only: a value of a module of the program, which may pass on one of foreign code. */
  mine<T>(value: T): T;
  /** What a class extends: a foreign class as it is, which the class's own calls convert for. */
  basis<T>(value: T): T;
  /**
   * Converts an argument for the function `f`: as lend, unless it is one of the program or of the language. `made` is the class that `f`
   * makes an instance of, if another.
   */
  to(f: unknown, value: unknown, made?: Function): unknown;
  toAll(f: unknown, values: Iterable<unknown>, made?: Function): unknown[];
  /** As to, for a method `f` of an object; its first argument may be called for each element of the object. */
  toOf(f: unknown, object: unknown, value: unknown, isFirst?: boolean): unknown;
  toOfAll(f: unknown, object: unknown, values: Iterable<unknown>): unknown[];
  /** Converts the result of the function `f`: as regain, unless `f` belongs to the program or the language. */
  back(value: unknown, f: unknown): unknown;
  backOf(value: unknown, f: unknown, object: unknown): unknown;
  /** The function that a promise of the program calls: what it gives to `resolve` stays as it is. */
  executor<F>(f: F): F;
  /** Converts a value read from an object: as regain, if foreign code may have that object. */
  from(value: unknown, object: unknown): unknown;
  /** As from, for the value of a promise. */
  awaited(value: unknown, promise: unknown): unknown;
  /** The value behind a stand-in that the program gave to foreign code; other values are returned unchanged. */
  own(value: unknown): unknown;
  /** Converts a value that is stored in an object: as lend, if foreign code may have that object. */
  into(value: unknown, object: unknown): unknown;
  /** Whether code that is not rewritten may reach shared objects through a value; see `transform/evals.ts`. */
  leads(value: unknown): boolean;
  /** Replaces an object that a pattern destructures: `from` converts the values that it reads there. */
  open(object: unknown): unknown;
  /** Replaces an object from which another one will inherit. */
  derived(object: unknown): unknown;
  /**
   * Called after an assignment of a property of `super` in a method of `object`, whose `value` it returns, and when `object` has got the fields
   * of its class: properties that the engine has defined on the view of a shared object move there.
   */
  settled<V>(object: V, value?: V): V;
  /** As open, for a pattern with others in it. */
  opened(object: unknown, need: Need): unknown;
  /** Replaces an iterable in a loop: elements of one that foreign code may have are converted; with `need`, each also as by `open`. */
  iterate(iterable: unknown, need?: Need): unknown;
  /** As iterate, for a loop that awaits its elements. */
  iterateLater(iterable: unknown, need?: Need): unknown;
  /** Converts the result of an async function: the value of a foreign promise. */
  later(value: unknown): unknown;
  /**
   * The `call` of the language, by which the text calls a method that it has read: most functions have it. Undefined from when the realm has a
   * Proxy of a function, whose handler would see that it is read.
   */
  caller: Function | undefined;
  /**
   * The method `f` that was read from an object, so that its `call` is that of the language; throws if it is no function. `name`: the
   * program's text for it. `isOptional`: it may be undefined or null.
   */
  ready<F>(f: F, name: string, isOptional?: boolean): F;
  /** As ready, for an object that may be shared before the call: a function that calls `f` on the object, and converts as `toOf` and `backOf` do. */
  invoked<F>(f: F, object: unknown, name: string, isOptional?: boolean): F;
  /** The key of a computed access, unless it is that of an array's length: a name that no object has, so that `nil` is called. */
  readonly none: symbol;

  /** The event methods as calls: the object's own method if it has one, the event API otherwise. */
  readonly call: EventCalls;
  /** The API's free functions. */
  readonly api: Api;
  /** `console`, timers and other host objects: inside a handler their effects wait for its commit. */
  readonly host: Host;

  /**
   * Called with the object of a member before it is written, where one thread runs the program (`transform/undoing.ts`); returns the object.
   * Without a key, any property may change. `removes`: it is deleted.
   */
  changing<T>(object: T, key?: PropertyKey, removes?: boolean): T;

  /**
   * As `changing`, in code that is not strict, also where several threads run the program; throws if the object is a function that is shared
   * and must stay as it is, because the engine would ignore the change there.
   */
  changingSloppy<T>(object: T, key?: PropertyKey, removes?: boolean): T;
  /** Throws the signal again if the current attempt must stop. */
  live(): void;
  /** Called when an async function starts. In a worker it stops the attempt, which then runs again in the main realm. */
  part(): Part;
  /** The resources of a block with `await using`. */
  resources(): Resources;
  /**
   * Called before a host operation that cannot wait for commit. In a worker's handler it stops the attempt, which then runs
   * again as a turn of the main realm; in the main realm it returns. `what` names the operation for `--stats`.
   */
  needsMain(what: string): void;
}

/** One call of an async function, between its awaits. */
export interface Part {
  /** Before an await: ends the turn that began when the function resumed. */
  pause<V>(value?: V): V;
  /** After an await: a new turn begins. */
  resume<V>(value: V): V;
  /** Called first in `catch` and `finally`: does what `Contract.live` does, and what `resume` does if an await has thrown. */
  live(): void;
  /** Called when an exception leaves the function: undoes the turn and returns the exception. */
  failed(error: unknown): unknown;
  /** The function returns. */
  end(): void;
  /** An iterable that pauses at each step of `for await`. */
  each<I>(iterable: I): I;
}

/** The module's own `import.meta`, `import()` and the like, if it uses them. */
export interface ModuleTools {
  readonly meta?: ImportMeta;
  readonly import?: (specifier: string, options?: ImportCallOptions) => Promise<unknown>;
  /** In a bundle: the module with the factories of this one's functions, and the address at which workers load it. */
  readonly code?: ModuleCode;
  readonly at?: string;
}

/** A module that a bundler's plugin has written: what other realms need of a rewritten module. */
export interface ModuleCode {
  /** Without `code` and `mappings`. */
  readonly record: ModuleRecord;
  /** By the ids of the functions: from the module's calls and foreign values to the factory. */
  readonly makers: readonly ((calls: ModuleCalls, ...foreign: unknown[]) => Function)[];
  /** Imports foreign modules, by their specifiers. */
  readonly imports: Readonly<Record<string, () => Promise<unknown>>>;
}

/** The functions that the rewritten code of one module calls. */
export interface ModuleCalls extends ModuleTools {
  /** True while a function of the module is made again, from its address: static code of classes does not run then. */
  isMaking: boolean;
  /** Answers a probe: function `id` with its captured values, in the order of `FunctionRecord.captures`. Returns nothing of use. */
  reveal(id: number, captures: unknown[], self?: unknown): never;
  /** Notes that the variable `name` has its value, and returns it. */
  given<V>(name: string, value: V): V;
  /** A captured variable's value; throws a `ReferenceError` if the module is running and has not given it yet. */
  early<V>(name: string, value: V): V;
  /** The computed name of a member of the class `id`, the `index`th of them; it is noted for the class that is being evaluated. */
  key(id: number, index: number, value: unknown): PropertyKey;
  /** Registers the class `constructor`, evaluated just now; `captures` is called when the class crosses, and `inherits` says that its parent crosses too. `name`: its name in the source. */
  klass(
    constructor: Function,
    id: number,
    captures: () => unknown[],
    inherits?: boolean,
    name?: string,
  ): void;
  /** The parent of the class `id`, whose constructor runs for `made`, the class of the new object. */
  parent(made: Function, id: number): unknown;
}

type EventCall = (target: unknown, ...args: never[]) => unknown;
export type EventCalls = Record<keyof EventMethods | 'mapred', EventCall>;

/** Functions of the host; no types that only Node's package of types has, because pages have the types of this file, too. */
type HostFunctions = Record<
  | ('setTimeout' | 'setInterval' | 'setImmediate' | 'clearTimeout' | 'clearInterval' | 'clearImmediate')
  | ('queueMicrotask' | 'fetch'),
  Function
>;

/** Host objects that handlers use through the run time. Names that a host lacks are undefined. */
export interface Host extends Readonly<HostFunctions> {
  readonly console: Console;
  readonly process: object;
}

/** The transform's facts about a module. Serialisable; cached under `hash`. */
export interface ModuleRecord {
  readonly url: string;
  /** Hash of the source text, its URL and format: the same in all realms. */
  readonly hash: string;
  readonly functions: readonly FunctionRecord[];
  /** Static property names that occur in the module. */
  readonly names: readonly string[];
  /** Bindings of other modules that each realm imports for itself. */
  readonly foreign: readonly Foreign[];
  readonly format: 'module' | 'commonjs';
  /** It uses only functions of the program and of the language: it imports nothing else, and does not itself use the host. */
  readonly isAlone: boolean;
  /** Names of exported variables that the module assigns, so that importers see them change. */
  readonly changing: readonly string[];
  /** What it exports of other modules. */
  readonly passed: readonly Passed[];
  /** The text of the source. */
  readonly source: string;
  /** The rewritten text. It contains the whole text of each function, so other realms cut it out there. */
  readonly code: string;
  /** The mappings of its source map, encoded. */
  readonly mappings: string;
  /** In a bundle: where workers load the module's code (`ModuleCode`). */
  readonly at?: string;
}

/** An export that is one of another module. */
export interface Passed {
  /** Its name; `*` for all names of the other module. */
  readonly exported: string;
  readonly specifier: string;
  /** Its name in the other module; `*` for an object with all of them. */
  readonly imported: string;
}

/** A function literal of the source. Its id is its index in `ModuleRecord.functions`. */
export interface FunctionRecord {
  readonly kind: 'function' | 'arrow' | 'method' | 'class';
  readonly name: string;
  /** The `length` of a function that is no class. */
  readonly length: number;
  /** Position in the source: line from 1, column from 1. */
  readonly line: number;
  readonly column: number;
  /** The range of its text in `ModuleRecord.code`. For a method it starts at the parameters. */
  readonly start: number;
  readonly end: number;
  /** The range of its text in `ModuleRecord.source`, as `String(f)` gives it: for a method with its name. */
  readonly from: number;
  readonly to: number;
  readonly strict: boolean;
  readonly async: boolean;
  readonly generator: boolean;
  /** Names of the captured variables, in the order in which `reveal` gives them. */
  readonly captures: readonly string[];
  /** Which of them making the function reads at once: those in the head of a class, and in computed names of its members. */
  readonly needed?: readonly number[];
  /** Whether the function uses the `this` of the code around it. */
  readonly self: boolean;
  /** Those of them that are imported from rewritten modules. */
  readonly imports: readonly Import[];
  /** Which of `ModuleRecord.foreign` the function uses. */
  readonly foreign: readonly number[];
  /** It, or a function in it, may reach code that is neither of the program nor of the language: see `ModuleRecord.isAlone`. */
  readonly reaches?: true;
  /** A private name that the instances of a class have. */
  readonly privateName?: string;
  /** The reason why the function cannot run in another realm, if there is one. */
  readonly refusal?: Refusal;
}

/** A captured binding of another rewritten module. */
export interface Import {
  readonly local: string;
  readonly specifier: string;
  /** The exported name; `'*'` for the namespace. */
  readonly imported: string;
}

/** The reason why a value cannot cross to another realm, in terms of the user's program. */
export interface Refusal {
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

/** A binding that a module imports from code that is not rewritten. */
export interface Foreign {
  readonly local: string;
  /** Empty for `require` itself. */
  readonly specifier: string;
  /** The exported name; `'*'` for the namespace; `'require'` for what `require(specifier)` returns. */
  readonly imported: string;
  /** Of a namespace: the exports that the module uses, if it is known. */
  readonly names?: readonly string[];
  /** What the import declares of the module: `{ type: 'json' }`. */
  readonly attributes?: Readonly<Record<string, string>>;
  /** Names to look up one after the other in that value, as in `const { a: { b } } = require(…)`. */
  readonly path: readonly string[];
}

/** Makes `contract` the one that rewritten modules of this realm use. */
export function install(contract: Contract): void {
  Object.defineProperty(globalThis, '$quoll', {
    value: contract,
    configurable: true,
    enumerable: false,
    writable: true,
  });
}

/** The contract of this realm, if one is installed. */
export function installed(): Contract | undefined {
  return (globalThis as { $quoll?: Contract }).$quoll;
}
