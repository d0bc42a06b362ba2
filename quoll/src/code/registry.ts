/**
 * Functions as addresses with captured values, and back. The head of `contract/contract.ts` explains the scheme.
 */
import type {
  Contract,
  FunctionRecord,
  Import,
  ModuleCalls,
  ModuleRecord,
  ModuleTools,
} from '../contract/contract.js';
import { nameClass, noteModule, rewrittenTextOf } from '../contract/texts.js';
import type { Begun, Written } from '../heap/code.js';
import { Given } from '../heap/stamp.js';
import { isAtHand, loadForeign, loadNow } from './foreign.js';
import type { CodeHost, Factory } from './host.js';
import { ANY_ARGUMENTS } from '../contract/probing.js';
import { KNOWN, knownFunction, knownIndex } from './known.js';
import { OwnWeakMap, OwnWeakSet } from '../heap/weak.js';

/** The address of a function literal: the same in all realms. */
export interface Address {
  readonly url: string;
  readonly id: number;
}

/** The form in which a function crosses. */
export interface Described extends Address {
  readonly captures: readonly unknown[];
  /** The `this` that an arrow function captures. */
  readonly self: unknown;
  readonly record: FunctionRecord;
  /** The function exists in every realm. */
  readonly isLasting?: boolean;
  /** For a class. */
  readonly written?: Written;
}

/** A class of a rewritten module. */
interface KnownClass extends Address {
  readonly captures: () => unknown[];
  /** The names of its members that the text computes. */
  readonly keys: readonly PropertyKey[];
  /** Whether its parent crosses with it. */
  readonly inherits: boolean;
  readonly written: Written;
}

/** A function that cannot cross, with the reason in terms of the user's program. */
export interface Undescribed {
  readonly reason: string;
  /** It may get an address later, when more of its module has run. */
  readonly isEarly?: boolean;
}

interface Module {
  readonly record: ModuleRecord;
  readonly calls: ModuleCalls;
  /** Values of `record.foreign` that this realm has loaded. */
  readonly foreign: Map<number, unknown>;
  readonly factories: Map<number, Factory>;
}

/** Finds the record of a rewritten module; `hash` is known where the module itself runs. */
export type Records = (url: string, hash?: string) => ModuleRecord | undefined;

/** The rewritten modules whose code a realm has loaded. */
export class CodeRegistry {
  readonly #modules = new Map<string, Module>();
  readonly #classes = new OwnWeakMap<Function, KnownClass>();
  readonly #exports = new OwnWeakMap<object, object>();
  /** Functions none of whose imports is assigned. */
  readonly #unchanging = new OwnWeakSet<FunctionRecord>();
  #revealed: (Address & { captures: unknown[]; self: unknown }) | undefined;

  constructor(
    readonly contract: Contract,
    readonly records: Records,
    readonly host: CodeHost,
    /** Called once for each new module. */
    readonly onModule: (record: ModuleRecord) => void = () => undefined,
    /** Called before a function gets its values that may reach code which is neither of the program nor of the language. */
    readonly onReach: () => void = () => undefined,
  ) {}

  /** `Contract.module`: called by the head of a rewritten module of this realm. */
  module(url: string, hash: string, tools: ModuleTools = {}): ModuleCalls {
    const calls = this.#calls(url, tools, true);
    const record = this.records(url, hash);
    if (record) this.#add(record, calls);
    return calls;
  }

  /** Whether a function is one of the rewritten modules, of the language or of this API. */
  isOwn(f: Function): boolean {
    return this.isProgram(f) || knownIndex(f) !== undefined;
  }

  /** Whether a function is one of the rewritten modules. */
  isProgram(f: Function): boolean {
    let known = Origin.of(f);
    if (known === undefined) {
      known = this.#classes.has(f) || rewrittenTextOf(f).includes('$quoll.probing');
      Origin.put(f, known);
    }
    return known;
  }

  /** A function that has no text of the program, as a Proxy, behaves like one of the rewritten modules. */
  adopt(f: Function): void {
    Origin.put(f, true);
  }

  /** `isRunning`: this realm evaluates the module. */
  #calls(url: string, tools: ModuleTools, isRunning = false): ModuleCalls {
    const given = new Set<string>();
    /** The computed names of classes whose evaluation has begun, the innermost last. */
    const begun = new Map<number, PropertyKey[][]>();
    return {
      ...tools,
      isMaking: false,
      reveal: (id, captures, self) => {
        this.#revealed ??= { url, id, captures, self };
        return undefined as never;
      },
      given: (name, value) => {
        given.add(name);
        return value;
      },
      early: (name, value) => {
        if (isRunning && !given.has(name))
          throw new ReferenceError(`'${name}' is used before its declaration`);
        return value;
      },
      key: (id, index, value) => {
        const key = keyOf(value);
        let lists = begun.get(id);
        if (!lists) begun.set(id, (lists = []));
        if (index === 0) lists.push([]);
        lists.at(-1)![index] = key;
        return key;
      },
      klass: (constructor, id, captures, inherits = false, name) => {
        nameClass(constructor, name);
        const keys = begun.get(id)?.pop() ?? [];
        const written = writtenOf(constructor);
        this.#classes.set(constructor, { url, id, captures, keys, inherits, written });
      },
      parent: (made, id) => this.#parentOf(made, url, id),
    };
  }

  /** The parent of a class; `made` is an evaluation of that class, or extends one. */
  #parentOf(made: Function, url: string, id: number): unknown {
    for (let at: unknown = made; typeof at === 'function'; at = Object.getPrototypeOf(at)) {
      const known = this.#classes.get(at);
      if (known?.id === id && known.url === url) return Object.getPrototypeOf(at);
    }
    return undefined;
  }

  #add(record: ModuleRecord, calls: ModuleCalls): Module {
    const module: Module = { record, calls, foreign: new Map(), factories: new Map() };
    this.#modules.set(record.url, module);
    noteModule(record);
    this.onModule(record);
    return module;
  }

  #module(url: string): Module {
    const known = this.#modules.get(url);
    if (known) return known;
    const record = this.records(url);
    if (!record) throw new Error(`no rewritten module ${url}`);
    return this.#add(record, this.#calls(url, toolsOf(record, this.contract, this.host)));
  }

  /** The record of a function, for messages. */
  functionRecord({ url, id }: Address): FunctionRecord {
    if (url === KNOWN) return { ...ELSEWHERE, name: knownFunction(id).name };
    return this.#module(url).record.functions[id]!;
  }

  /** Address and captured values of a function, or the reason why it has none. */
  describe(f: Function): Described | Undescribed {
    const found = this.#classes.get(f);
    if (found) return this.#describeClass(f, found);
    const index = knownIndex(f);
    if (index !== undefined) {
      const address = { url: KNOWN, id: index };
      return {
        ...address,
        captures: [],
        self: undefined,
        record: this.functionRecord(address),
        isLasting: true,
      };
    }
    const text = rewrittenTextOf(f);
    if (/\{\s*\[native code\]\s*\}$/.test(text))
      return { reason: `${nameOf(f)} is a function of the engine or bound: write an arrow function` };
    if (!text.includes('$quoll.probing') || text.startsWith('class')) {
      return {
        reason: `${nameOf(f)} belongs to a module that does not use the API: write a function that uses it`,
      };
    }
    try {
      this.#probe(f);
    } catch (error) {
      return tooEarly(f, error);
    }
    if (!this.#revealed) return { reason: `${nameOf(f)} does not answer` };
    return this.#described(this.#revealed);
  }

  #describeClass(f: Function, known: KnownClass): Described | Undescribed {
    const { url, id, keys, inherits, written } = known;
    let values: unknown[];
    try {
      values = known.captures();
    } catch (error) {
      return tooEarly(f, error);
    }
    const captures = [...values, ...keys, ...(inherits ? [this.#crossingParent(written)] : [])];
    const described = this.#described({ url, id, captures, self: undefined });
    return 'reason' in described ? described : { ...described, written };
  }

  /** The parent of a class; undefined if its text is to be evaluated again, because a package has made the parent. */
  #crossingParent({ parent }: Written): unknown {
    if (typeof parent !== 'function') return undefined;
    if (parent === Function.prototype) return null;
    return this.isOwn(parent) ? parent : undefined;
  }

  #described(revealed: Address & { captures: unknown[]; self: unknown }): Described | Undescribed {
    const record = this.functionRecord(revealed);
    if (record.refusal) {
      const { message, line } = record.refusal;
      return {
        reason: `the function at ${revealed.url}:${record.line} cannot cross: ${message} (line ${line})`,
      };
    }
    const changing = this.#changingImport(revealed.url, record);
    if (changing) {
      const what = changing.imported === '*' ? `an export of '${changing.specifier}'` : `'${changing.local}'`;
      return {
        reason: `the function at ${revealed.url}:${record.line} captures ${what}, which '${changing.specifier}' assigns: export an object that holds it`,
      };
    }
    // A bundler may represent the namespace of a module by any object.
    const namespaces = new Set(
      record.imports.flatMap(({ local, imported }) => (imported === '*' ? [local] : [])),
    );
    let captures: unknown[];
    try {
      captures = revealed.captures.map((value, i) =>
        this.host.isNamespace(value) || namespaces.has(record.captures[i]!)
          ? this.#exportsOf(value as object)
          : value,
      );
    } catch (error) {
      if (!(error instanceof ReferenceError)) throw error;
      return {
        reason: `the function at ${revealed.url}:${record.line} captures the exports of a module, one of which has no value yet: ${error.message}`,
      };
    }
    return { url: revealed.url, id: revealed.id, captures, self: revealed.self, record };
  }

  /** The first imported binding of a function, if any, that its exporting module assigns. */
  #changingImport(importer: string, record: FunctionRecord): Import | undefined {
    if (record.imports.length === 0) return undefined;
    if (this.#unchanging.has(record)) return undefined;
    let isComplete = true;
    for (const binding of record.imports) {
      const answer = this.#isChanging(new URL(binding.specifier, importer).href, binding.imported);
      if (answer === true) return binding;
      isComplete &&= answer === false;
    }
    // The record of a module that has not started may come later.
    if (isComplete) this.#unchanging.add(record);
    return undefined;
  }

  /** Whether a module, or one whose exports it passes on, assigns an export, `*` for any; undefined if this realm does not know all of them. */
  #isChanging(url: string, name: string, seen = new Set<string>()): boolean | undefined {
    const key = `${name} ${url}`;
    if (seen.has(key)) return false;
    seen.add(key);
    const exporter = this.#modules.get(url)?.record ?? this.records(url);
    if (!exporter) return undefined;
    const { changing, passed } = exporter;
    if (name === '*' ? changing.length > 0 : changing.includes(name)) return true;
    let answer: boolean | undefined = false;
    for (const { exported, specifier, imported } of passed) {
      if (name !== '*' && exported !== '*' && exported !== name) continue;
      const found = this.#isChanging(new URL(specifier, url).href, exported === '*' ? name : imported, seen);
      if (found === true) return true;
      answer = found === undefined ? undefined : answer;
    }
    return answer;
  }

  /** Represents a namespace in other realms: an object with the same exports, which no code can assign. */
  #exportsOf(namespace: object): object {
    const known = this.#exports.get(namespace);
    if (known) return known;
    const made = Object.create(null) as Record<string, unknown>;
    this.#exports.set(namespace, made);
    for (const [name, value] of Object.entries(namespace))
      made[name] = this.host.isNamespace(value) ? this.#exportsOf(value as object) : value;
    return Object.freeze(made);
  }

  /**
   * Calls `f` so that its first statement reveals it. A generator runs to this statement at the first `next`.
   */
  #probe(f: Function): void {
    this.#revealed = undefined;
    this.contract.probing = true;
    try {
      const result: unknown = Reflect.apply(f, undefined, ANY_ARGUMENTS);
      if (!this.#revealed && result) (result as Generator).next();
    } finally {
      this.contract.probing = false;
    }
  }

  /** Loads the foreign bindings of the function at `address`; `make` may be called afterwards. */
  async prepare(address: Address): Promise<void> {
    if (address.url === KNOWN) return;
    const module = this.#module(address.url);
    if (this.functionRecord(address).reaches) this.onReach();
    await this.host.load(module.record);
    for (const index of this.functionRecord(address).foreign) {
      if (module.foreign.has(index)) continue;
      module.foreign.set(
        index,
        await loadForeign(module.record, module.record.foreign[index]!, this.contract, this.host),
      );
    }
  }

  /**
   * Loads the bindings that the functions of a module import, in the realm that runs the module itself, which
   * loads them anyway. Bindings from `require` are loaded when they are needed, in the order of the module.
   */
  async prepareImports(url: string): Promise<void> {
    const module = this.#module(url);
    for (const [index, foreign] of module.record.foreign.entries()) {
      if (isAtHand(foreign)) continue;
      module.foreign.set(index, await loadForeign(module.record, foreign, this.contract, this.host));
    }
  }

  /** Loads the bindings that need no wait; returns whether these were all. */
  prepareNow(address: Address): boolean {
    const { record, foreign } = this.#module(address.url);
    for (const index of this.functionRecord(address).foreign) {
      const binding = record.foreign[index]!;
      if (!foreign.has(index) && isAtHand(binding))
        foreign.set(index, loadNow(record, binding, this.contract, this.host));
    }
    return this.isPrepared(address);
  }

  isPrepared(address: Address): boolean {
    if (address.url === KNOWN) return true;
    const { record, foreign } = this.#module(address.url);
    if (!this.host.isLoaded(record)) return false;
    return this.functionRecord(address).foreign.every(index => foreign.has(index));
  }

  #factory({ record, calls, foreign }: Module, id: number): Factory {
    const { foreign: indices, reaches } = record.functions[id]!;
    if (reaches) this.onReach();
    const values = indices.map(index => foreign.get(index));
    return this.host.maker(record, id)(calls, ...values);
  }

  /** Makes the function at `address` with these captured values. `runsStatic`: a class is evaluated with its static code. */
  make(address: Address, captures: readonly unknown[], self?: unknown, runsStatic = true): Function {
    return this.begin(address, captures, self, runsStatic).f;
  }

  /** Which captured values making a function needs at once; all others may be set later. */
  neededFor(address: Address): readonly number[] {
    return this.functionRecord(address).needed ?? [];
  }

  /** As make; `set` sets the captured values. */
  begin(address: Address, captures: readonly unknown[], self?: unknown, runsStatic = false): Begun {
    if (address.url === KNOWN) return { f: knownFunction(address.id), isLasting: true, set: () => undefined };
    const module = this.#module(address.url);
    let factory = module.factories.get(address.id);
    if (!factory) module.factories.set(address.id, (factory = this.#factory(module, address.id)));
    const { calls } = module;
    // Making may evaluate code of the program, which makes further functions of this module.
    const wasMaking = calls.isMaking;
    calls.isMaking = !runsStatic;
    try {
      const [f, set] = factory.apply(self, captures as unknown[]);
      return { f, set: set ?? (() => undefined) };
    } finally {
      calls.isMaking = wasMaking;
    }
  }
}

/**
 * Marks a function of the program with a private field; a WeakMap with that many closures would cost the engine
 * far more.
 */
class Origin extends Given {
  readonly #isProgram: boolean;

  private constructor(f: Function, isProgram: boolean) {
    super(f);
    this.#isProgram = isProgram;
  }

  static put(f: Function, isProgram: boolean): void {
    new Origin(f, isProgram);
  }

  static of(f: Function): boolean | undefined {
    return #isProgram in f ? (f as unknown as Origin).#isProgram : undefined;
  }
}

/** The name that the language makes of a computed one. */
function keyOf(value: unknown): PropertyKey {
  if (typeof value === 'string' || typeof value === 'symbol') return value;
  return Reflect.ownKeys({ [value as PropertyKey]: 0 })[0]!;
}

function writtenOf(constructor: Function): Written {
  return {
    own: Object.getOwnPropertyDescriptors(constructor) as Written['own'],
    prototype: Object.getOwnPropertyDescriptors(constructor.prototype) as Written['prototype'],
    parent: Object.getPrototypeOf(constructor),
  };
}

/** The record of a function without a source. */
const ELSEWHERE: FunctionRecord = {
  ...{ kind: 'function', name: '', length: 0, line: 0, column: 0, start: 0, end: 0, from: 0, to: 0 },
  ...{ strict: true, async: false, generator: false, captures: [], imports: [], self: false, foreign: [] },
};

/** What is known of a function one of whose variables has no value yet; throws any other error. */
function tooEarly(f: Function, error: unknown): Undescribed {
  if (!(error instanceof ReferenceError)) throw error;
  // It was thrown in the function.
  const place = /[^\s(@]+:\d+:\d+/.exec(error.stack!);
  return {
    reason: `${nameOf(f)} captures a variable that has no value yet: ${error.message} (${place?.[0]})`,
    isEarly: true,
  };
}

function nameOf(f: Function): string {
  return `function '${f.name || '(anonymous)'}'`;
}

/** `import.meta` and `import()` of a module that this realm has not evaluated. */
function toolsOf({ url }: ModuleRecord, contract: Contract, host: CodeHost): ModuleTools {
  const path = host.pathOf(url);
  const dirname = path.slice(0, Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'))) || '/';
  const known = { url, filename: path, dirname };
  const need = (name: PropertyKey): void => {
    if (!Object.hasOwn(known, name)) contract.needsMain(`import.meta.${String(name)}`);
  };
  return {
    meta: new Proxy(known, {
      get(_, name) {
        if (typeof name === 'string') need(name);
        return Reflect.get(known, name) as unknown;
      },
      has(_, name) {
        need(name);
        return Reflect.has(known, name);
      },
      ownKeys() {
        contract.needsMain('the names in import.meta');
        return Reflect.ownKeys(known);
      },
      getOwnPropertyDescriptor(_, name) {
        need(name);
        return Reflect.getOwnPropertyDescriptor(known, name);
      },
    }) as unknown as ImportMeta,
    import: specifier => {
      contract.needsMain(`import('${specifier}')`);
      return host.importerOf(url)(specifier);
    },
  };
}
