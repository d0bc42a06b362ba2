/** Effects of packages in a worker on Node (code/effects.ts). */
import { AsyncLocalStorage, AsyncResource, createHook } from 'node:async_hooks';
import EventEmitter from 'node:events';
import module, { builtinModules, createRequire, isBuiltin, syncBuiltinESMExports } from 'node:module';
import tty from 'node:tty';
import { pathToFileURL } from 'node:url';
import { Effects } from '../code/effects.js';
import { methodsOf } from '../compat/host.js';
import { Unit } from '../events/unit.js';
import { OwnWeakMap } from '../heap/weak.js';
import type { WorkerRealm } from '../runtime/worker.js';
import { ABORT } from '../stm/errors.js';
import { filesOnStack } from './frames.js';
import { withoutWarning } from './warnings.js';

/** The modules that only compute, or whose effects stay in their thread. */
const COMPUTING: ReadonlySet<string> = new Set([
  ...[
    'assert',
    'assert/strict',
    'async_hooks',
    'buffer',
    'console',
    'constants',
    'crypto',
    'events',
    'module',
  ],
  ...[
    'diagnostics_channel',
    'path',
    'path/posix',
    'path/win32',
    'perf_hooks',
    'process',
    'punycode',
    'querystring',
  ],
  ...['stream', 'stream/consumers', 'stream/promises', 'stream/web', 'string_decoder', 'sys', 'url', 'util'],
  ...['util/types', 'vm', 'zlib'],
  // Those that run tests or are for files with a program in them.
  ...['sea', 'test', 'test/reporters'],
]);

/** The functions of `process` that only compute, or whose effects stay in the thread, and those that Node itself calls. */
const COMPUTING_PROCESS: ReadonlySet<string> = new Set([
  ...['nextTick', 'uptime', 'hrtime', 'cwd', 'memoryUsage', 'cpuUsage', 'resourceUsage'],
  ...[
    'constrainedMemory',
    'availableMemory',
    'getActiveResourcesInfo',
    'getuid',
    'geteuid',
    'getgid',
    'getegid',
  ],
  ...['getgroups', 'assert', 'binding', 'env', 'getBuiltinModule', 'setUncaughtExceptionCaptureCallback'],
  ...['hasUncaughtExceptionCaptureCallback', '_fatalException', '_tickCallback', '_linkedBinding'],
  ...['_getActiveRequests', '_getActiveHandles'],
]);

/** The names of what an attempt may leave behind; all else has the name of Node's own operation. */
const NAMES: Readonly<Record<string, string>> = {
  ...{
    PROMISE: 'a promise',
    Microtask: 'a job',
    TickObject: 'a job',
    Timeout: 'a timer',
    Immediate: 'a timer',
  },
};

/** The folder of this package's code. */
const OWN = new URL('../', import.meta.url).href;

/**
 * Node's own object for a job in another thread (`crypto`), or for a compression (`zlib`). Node makes the same for the functions that return
 * only when the work is done. A job that goes on has a function to call at its end; a compression has an owner that holds it.
 */
interface Operation {
  readonly run?: Function;
  readonly ondone?: unknown;
  readonly writeSync?: Function;
}

function isOperation(resource: Operation): boolean {
  const isNodes = !(resource instanceof AsyncResource);
  return isNodes && (typeof resource.run === 'function' || typeof resource.writeSync === 'function');
}

function isOver(operation: Operation): boolean {
  if (operation.run) return typeof operation.ondone !== 'function';
  const held = operation as Readonly<Record<symbol, { readonly _handle?: unknown } | undefined>>;
  return Object.getOwnPropertySymbols(operation).some(symbol => held[symbol]?._handle === null);
}

/** The size of the main realm's terminals. */
export interface Terminals {
  readonly stdout: Terminal | undefined;
  readonly stderr: Terminal | undefined;
}

interface Terminal {
  readonly columns: number;
  readonly rows: number;
}

export function terminals(): Terminals {
  const of = (fd: number, name: 'stdout' | 'stderr') =>
    tty.isatty(fd) ? { columns: process[name].columns, rows: process[name].rows } : undefined;
  return { stdout: of(1, 'stdout'), stderr: of(2, 'stderr') };
}

const require = createRequire(import.meta.url);
const { getColorDepth, hasColors } = tty.WriteStream.prototype;

export class NodeEffects {
  /** The unit whose attempt has called the code that runs now, or left it behind. */
  private readonly units = new AsyncLocalStorage<Unit>();
  private readonly effects: Effects;
  private hasGlobals = false;
  private hasAll = false;
  private loading = 0;
  private isWatching = false;
  /** The unit of the last attempt, and what packages have left behind in it. */
  private unit: Unit | undefined;
  private behind: string | undefined;
  /** What a package has begun in the last attempt that may be over already, with its name. */
  private readonly begun: (readonly [operation: Operation, what: string])[] = [];
  /** The units whose attempts, or what they have left behind, have made promises. */
  private readonly promises = new OwnWeakMap<object, Unit>();

  constructor(
    private readonly realm: WorkerRealm,
    private readonly terminals: Terminals,
  ) {
    const ends = [Object, Function, Array, EventEmitter, EventTarget].map(
      ({ prototype }) => prototype as object,
    );
    this.effects = new Effects(
      what => {
        if (this.loading > 0) return;
        const isDropped = this.units.getStore()?.isFinal === false;
        if ((!realm.isRunning && !isDropped) || isLoadingModule()) return;
        if (realm.isRunning) realm.staysInMain(what);
        throw ABORT;
      },
      what => {
        if (this.loading === 0 && realm.isRunning && !isLoadingModule()) realm.staysInMain(what);
      },
      new Set(ends),
    );
    // A job that a dropped attempt has left behind ends with the signal.
    process.on('uncaughtException', error => {
      if ((error as unknown) !== ABORT) throw error;
    });
  }

  /** Runs an attempt. */
  readonly during = (unit: Unit, body: () => void): void => {
    this.behind = undefined;
    this.begun.length = 0;
    this.unit = unit;
    if (this.hasGlobals) this.units.run(unit, body);
    else body();
  };

  /** What packages have left behind in the last attempt. */
  readonly left = (): string | undefined =>
    this.behind ?? this.begun.find(([operation]) => !isOver(operation))?.[1];

  /** Whether code of packages may run in this thread. */
  get hasPackages(): boolean {
    return this.hasAll;
  }

  /** Whether a promise belongs to an attempt that was dropped. */
  isDropped(promise: object): boolean {
    return this.promises.get(promise)?.isFinal === false;
  }

  /** Notes from now on which attempts make promises, and leave something behind. */
  watch(): void {
    if (this.isWatching) return;
    this.isWatching = true;
    createHook({ init: (_, type, _trigger, resource) => this.noteMade(type, resource) }).enable();
  }

  private noteMade(type: string, resource: object): void {
    const { isRunning } = this.realm;
    if (isRunning && this.hasAll && this.loading === 0 && this.behind === undefined && this.isInPackage()) {
      const what = NAMES[type] ?? `an operation (${type})`;
      if (isOperation(resource)) this.begun.push([resource, what]);
      else this.behind = what;
    }
    if (type !== 'PROMISE') return;
    const unit = isRunning ? this.unit : this.hasGlobals ? this.units.getStore() : undefined;
    if (unit?.isFinal === false) this.promises.set(resource, unit);
  }

  /** Whether a package is on the stack. */
  private isInPackage(): boolean {
    return filesOnStack().some(file => {
      if (file === undefined || file.startsWith('node:') || file.startsWith(OWN)) return false;
      const url = file.startsWith('file:') ? file : pathToFileURL(file).href;
      return this.realm.modules.find(url) === undefined;
    });
  }

  /** Replaces what code that imports these modules may call. `output` is a console whose output waits. */
  replace(specifiers: readonly string[], output: Console): void {
    if (this.hasAll) return;
    if (!this.hasGlobals) this.replaceGlobals(output);
    this.hasAll = specifiers.some(specifier => !isBuiltin(specifier));
    if (this.hasAll) this.watch();
    const all = [...builtinModules.filter(name => !name.startsWith('_stream')), 'node:sqlite'];
    for (const name of this.hasAll ? all : specifiers) this.replaceModule(name);
    syncBuiltinESMExports();
  }

  private replaceModule(specifier: string): void {
    const name = specifier.replace(/^node:/, '');
    if (COMPUTING.has(name)) return;
    let found: unknown;
    try {
      found = withoutWarning(() => require(specifier) as unknown);
    } catch {
      // This version, or a worker, does not have it.
      return;
    }
    const { needs, delays } = this.effects;
    const isTimers = /^timers(\/promises)?$/.test(name);
    if (typeof found === 'object' && found !== null)
      this.effects.replaceIn(found, name, key => isTimers && /^clear/.test(key), isTimers ? delays : needs);
  }

  private replaceGlobals(output: Console): void {
    this.hasGlobals = true;
    this.effects.replaceGlobals();
    const { needs } = this.effects;
    // Node prepares for this at the first call.
    this.units.run(new Unit(0), () => undefined);
    this.effects.replaceIn(process, 'process', name => COMPUTING_PROCESS.has(name), needs, true);
    const changed = (key: PropertyKey) => needs(`process.env.${String(key)} = …`);
    process.env = new Proxy(process.env, {
      set: (target, key, value) => (changed(key), Reflect.set(target, key, value)),
      defineProperty: (target, key, property) => (
        changed(key),
        Reflect.defineProperty(target, key, property)
      ),
      deleteProperty: (target, key) => (changed(key), Reflect.deleteProperty(target, key)),
    });
    const { get: stdin } = Object.getOwnPropertyDescriptor(process, 'stdin')!;
    Object.defineProperty(process, 'stdin', {
      get: () => (needs('process.stdin'), stdin!.call(process) as unknown),
      configurable: true,
      enumerable: true,
    });
    for (const name of ['stdout', 'stderr'] as const) this.replaceStream(name);
    this.replaceConsole(output);
    this.replaceLoading();
  }

  private replaceStream(name: 'stdout' | 'stderr'): void {
    const stream = process[name];
    for (const method of ['write', 'end'] as const) {
      const value = this.effects.method(stream[method], `process.${name}.${method}`);
      Object.defineProperty(stream, method, { value, writable: true, configurable: true });
    }
    const terminal = this.terminals[name];
    if (terminal) Object.assign(stream, { isTTY: true, ...terminal, getColorDepth, hasColors });
  }

  /** In an attempt a package's output waits, as the program's does. */
  private replaceConsole(output: Console): void {
    const own = console as unknown as Record<string, Function>;
    const waiting = output as unknown as Record<string, Function>;
    for (const name of methodsOf(console)) {
      const native = own[name]!;
      own[name] = (...args: unknown[]) =>
        Reflect.apply(
          this.realm.isRunning && this.loading === 0 ? waiting[name]! : native,
          console,
          args,
        ) as unknown;
    }
  }

  /** `require` loads files, and a package may call it at any time. */
  private replaceLoading(): void {
    const loader = module as unknown as { _load: Function };
    const load = loader._load;
    loader._load = (...args: unknown[]) => {
      this.loading++;
      try {
        return Reflect.apply(load, loader, args) as unknown;
      } finally {
        this.loading--;
      }
    };
    const { dlopen } = process;
    process.dlopen = (target: { exports: unknown }, filename, ...flags) => {
      Reflect.apply(dlopen, process, [target, filename, ...flags]);
      const { exports } = target;
      if (typeof exports === 'function') target.exports = this.effects.function(exports, filename);
      else if (typeof exports === 'object' && exports !== null)
        this.effects.replaceIn(exports, filename, undefined, this.effects.needs, true);
    };
  }
}

/** Whether Node loads a module, which reads its files and runs its code; on Node 20 and 22 later than `import()` is called. */
function isLoadingModule(): boolean {
  return filesOnStack().some(file => file?.startsWith('node:internal/modules/'));
}
