/**
 * Publishing: copies a plain object, and all objects that it reaches, into the shared heap, and turns the
 * object itself into a view of the copy, so that all references to it stay valid.
 *
 *   1  Copy: give each object reached an address and copy its fields there. The program's objects stay
 *      unchanged, and a value that cannot be shared stops the publishing here.
 *   2  Turn: remove each object's own fields, give it a view's prototype, and stamp it with its address. What foreign code holds keeps
 *      accessors in place of its fields (kept.ts).
 */
import type { ViewCache } from './cache.js';
import type { Code } from './code.js';
import type { Kept } from './kept.js';
import type { Kind, Moving } from './kinds/kind.js';
import { ASKED, type Kinds } from './kinds/table.js';
import { originalOf } from './originals.js';
import { contentsOf, refusal } from './plain.js';
import { Stamp } from './stamp.js';
import type { Values } from './values.js';

export class Publisher {
  private readonly moving = new Map<object, Moving>();
  private readonly queue: Moving[] = [];
  private isBusy = false;

  constructor(
    private readonly values: Values,
    private readonly kinds: Kinds,
    private readonly code: Code,
    private readonly cache: ViewCache,
    /** What keeps the own properties of an object that foreign code holds. */
    private readonly keeperOf: (object: object) => Kept | undefined,
  ) {}

  /** The address of an object, which is published if it is not shared yet. */
  publish(object: object): number {
    const address = Stamp.of(object) || this.moving.get(object)?.address;
    if (address) return address;
    const moving = this.begin(object);
    this.moving.set(object, moving);
    this.queue.push(moving);
    if (!this.isBusy) this.moveAll();
    return moving.address;
  }

  /**
   * Throws if the object, or one that it reaches, cannot be shared. Captured values of functions are checked
   * when the functions are published.
   */
  check(object: object): void {
    const reached = new Set([object]);
    for (const one of reached) {
      if (Stamp.of(one) !== 0 || typeof one === 'function') continue;
      this.kindOf(one).check(one);
      for (const value of contentsOf(one)) {
        if (typeof value === 'object' && value !== null) reached.add(value);
        else this.checkValue(value);
      }
    }
  }

  /** As check, for any value. */
  checkValue(value: unknown): void {
    if (typeof value === 'object' && value !== null) this.check(value);
    else if (typeof value === 'symbol') this.values.key(value);
  }

  private moveAll(): void {
    this.isBusy = true;
    try {
      // The queue grows while objects are copied; a long list does not recurse.
      for (let i = 0; i < this.queue.length; i++) this.queue[i]!.copy();
      for (const moving of this.queue) {
        const { object, address } = moving;
        if (this.cache.undoesPublishing && !moving.stays) this.cache.addUndo(this.undoOf(moving));
        const keeper = typeof object === 'function' ? undefined : this.keeperOf(object);
        const isHidden = keeper && this.kindOf(object).isHidden;
        const names = keeper && Reflect.ownKeys(object).filter(name => !isHidden?.(name));
        moving.turn();
        Stamp.put(object, address);
        this.cache.add(address, object);
        keeper?.keep(object, address, names!);
      }
    } finally {
      this.isBusy = false;
      this.queue.length = 0;
      this.moving.clear();
    }
  }

  private undoOf({ object, hollow }: Moving): () => void {
    const restore = originalOf(object);
    return () => {
      Stamp.remove(object);
      restore();
      hollow?.();
    };
  }

  private begin(object: object): Moving {
    if (typeof object !== 'function' && this.code.isProxy?.(object))
      throw refusal(object, 'share what the Proxy stands for');
    const kind = this.kindOf(object);
    kind.check(object);
    return kind.publish(object);
  }

  private kindOf(object: object): Kind {
    return this.kinds[ASKED.find(kind => this.kinds[kind].takes(object))!];
  }
}
