/** Realms that die: something throws before their n-th access to the shared memory. */
import { ENTRY, ORDER, VALUE } from '../../src/stm/entries.js';
import { Log } from '../../src/stm/memory.js';

/** What ends a realm. */
export const dead = new Error('dead');

export class Life {
  /** How many accesses there have been. */
  steps = 0;

  constructor(private readonly end: number) {}

  /** Counts the calls of these methods as accesses. */
  of<T extends object>(object: T, names: readonly (keyof T)[]): T {
    for (const name of names) {
      const native = (object[name] as (...args: never[]) => unknown).bind(object);
      Object.assign(object, {
        [name]: (...args: never[]) => {
          if (this.steps++ === this.end) throw dead;
          return native(...args);
        },
      });
    }
    return object;
  }

  /** Returns whether `body` has ended alive. */
  lives(body: () => void): boolean {
    try {
      body();
      return true;
    } catch (error) {
      if (error !== dead) throw error;
      return false;
    }
  }
}

/** A log whose entries lie in the memory, as those of the WebAssembly module do. */
export class LogInMemory extends Log {
  constructor(
    private readonly memory: WebAssembly.Memory,
    private readonly at: number,
  ) {
    super();
  }

  override region(): number {
    const cells = new Int32Array(this.memory.buffer);
    const words = new BigUint64Array(this.memory.buffer);
    for (let i = 0; i < this.length; i++) {
      const entry = this.at + ENTRY * i;
      cells[entry / 4] = this.address(i);
      words[(entry + VALUE) / 8] = this.value(i);
      cells[(entry + ORDER) / 4] = this.ordered(i);
    }
    return this.at;
  }
}
