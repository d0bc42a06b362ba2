/** The classes of shared objects, as shapes name them. */
import type { Code } from './code.js';
import { refusal } from './plain.js';
import { BARE, PLAIN } from './shapes.js';
import type { Objects } from './values.js';
import { OwnWeakSet } from './weak.js';

export class Classes {
  /** Prototypes whose instances have no private members. */
  private readonly open = new OwnWeakSet<object>();
  /** The classes of the shapes that this realm has used. */
  readonly used = new Set<number>();

  constructor(
    private readonly code: Code,
    private readonly objects: () => Objects,
  ) {}

  /** The class of a plain object, which is published if it is not shared yet. */
  of(object: object): number {
    const constructor = this.constructorOf(object);
    if (constructor === null) return BARE;
    return constructor === Object ? PLAIN : this.objects().publish(constructor);
  }

  /** The class of a plain object; null for one without a prototype. */
  constructorOf(object: object): Function | null {
    const prototype = Object.getPrototypeOf(object) as object | null;
    if (prototype === null) return null;
    if (prototype === Object.prototype) return Object;
    const constructor: unknown = Object.hasOwn(prototype, 'constructor') ? prototype.constructor : undefined;
    if (typeof constructor !== 'function' || constructor.prototype !== prototype) {
      throw refusal(object, 'share plain objects and instances of classes only');
    }
    this.checkPrivateNames(object, prototype);
    return constructor;
  }

  /** The class that crosses with a plain object. */
  crossing(object: object): Function | undefined {
    const constructor = this.constructorOf(object);
    return constructor === Object ? undefined : (constructor ?? undefined);
  }

  /** Throws for an object with private members, which do not cross. */
  check(object: object): void {
    this.constructorOf(object);
    this.checkPrivateNames(object, Object.getPrototypeOf(object) as object | null);
  }

  private checkPrivateNames(object: object, prototype: object | null): void {
    if (prototype === null || this.open.has(prototype)) return;
    let isEarly = false;
    for (let at: object | null = prototype; at !== null; at = Object.getPrototypeOf(at) as object | null) {
      const described = typeof at.constructor === 'function' ? this.code.describe(at.constructor) : undefined;
      isEarly ||= described !== undefined && 'isEarly' in described;
      const facts = described && 'record' in described ? described.record : undefined;
      if (facts?.privateName === undefined) continue;
      const { url, record } = described as { url: string; record?: { line: number } };
      throw refusal(
        object,
        `use a public field instead of '#${facts.privateName}', which no other realm can see; its class stands at ${url}:${record?.line}`,
      );
    }
    if (!isEarly) this.open.add(prototype);
  }

  prototypeAt(address: number): object {
    this.used.add(address);
    return (this.objects().view(address) as Function).prototype as object;
  }
}
