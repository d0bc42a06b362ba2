/** Effects of packages in a page's worker (code/effects.ts). A browser does not say which attempt has left a job behind, so such a job must not act. */
import { Effects } from '../code/effects.js';
import { methodsOf } from '../compat/host.js';
import type { WorkerRealm } from '../runtime/worker.js';

export class PageEffects {
  private hasReplaced = false;
  private loading = 0;
  private readonly effects: Effects;

  constructor(private readonly realm: WorkerRealm) {
    const ends = [Object, Function, Array, EventTarget].map(({ prototype }) => prototype as object);
    this.effects = new Effects(
      what => {
        if (realm.isRunning) realm.staysInMain(what);
        else if (this.loading === 0)
          throw new Error(`a package calls ${what} after the handler has ended: pass { realm: 'main' }`);
      },
      what => {
        if (realm.isRunning) realm.staysInMain(what);
      },
      new Set(ends),
    );
  }

  /** Loads code of packages, which may act meanwhile. */
  async load<R>(f: () => Promise<R>): Promise<R> {
    this.loading++;
    try {
      return await f();
    } finally {
      this.loading--;
    }
  }

  /** Replaces what packages may call. `output` is a console whose output waits. */
  replace(output: Console): void {
    if (this.hasReplaced) return;
    this.hasReplaced = true;
    this.effects.replaceGlobals();
    const own = console as unknown as Record<string, Function>;
    const waiting = output as unknown as Record<string, Function>;
    for (const name of methodsOf(console)) {
      const native = own[name]!;
      own[name] = (...args: unknown[]) =>
        Reflect.apply(this.realm.isRunning ? waiting[name]! : native, console, args) as unknown;
    }
  }
}
