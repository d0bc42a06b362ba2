/**
 * Prototypes of views. The chain of a view is
 *
 *   view → its shape's accessors (records only) → its family's accessors → the prototype that the program knows
 *
 * A shape's accessor is one transactional read or write. A family's accessor exists for each property name that occurs in
 * a rewritten module or in the prototype, and finds properties that were added after publishing; without one it continues with the prototype. A name
 * that neither has reads as undefined, so computed accesses ask the run time.
 * A family is all views with the same prototype.
 */
import { BODY } from './layout.js';
import { blame } from '../contract/stack.js';
import type { Name } from './shapes.js';
import { FIELD } from './fields.js';
import { decidesAssignment, ordinary, Stamp } from './stamp.js';
import { absent, type Values } from './values.js';
import type { Properties } from './properties.js';

/** The name whose accessor would break the language's own use of it. */
const UNTOUCHED = '__proto__';
/**
 * Names that the language itself reads from objects, which does not ask the run time. A program may add such properties under computed keys.
 */
const READ_BY_LANGUAGE: readonly Name[] = ['toJSON', 'then', 'next', 'return', 'throw', 'done'];

interface Family {
  readonly prototype: object;
  /** The object that carries the accessors. */
  readonly accessors: object;
}

export class Views {
  readonly families = new Map<object | null, Family>();
  private readonly names = new Set<string>();

  /** Gets the end of each chain, for Node, which asks objects how they are printed. */
  described?: (accessors: object) => void;

  constructor(
    private readonly values: Values,
    private readonly properties: Properties,
  ) {}

  /** Adds accessors for these names, under which properties may be added later. */
  addNames(names: Iterable<string>): void {
    for (const name of names) {
      if (this.names.has(name) || name === UNTOUCHED) continue;
      this.names.add(name);
      for (const family of this.families.values()) this.addAccessor(family, name);
    }
  }

  knownNames(): string[] {
    return [...this.names];
  }

  /** The end of the chain of views whose prototype, as the program sees it, is `prototype`. */
  family(prototype: object | null): object {
    const known = this.families.get(prototype);
    if (known) return known.accessors;
    const accessors = Object.create(prototype) as object;
    this.described?.(accessors);
    const family = { prototype: prototype ?? NOTHING, accessors };
    this.families.set(prototype, family);
    for (const name of new Set([...READ_BY_LANGUAGE, ...this.names, ...inherited(prototype)]))
      this.addAccessor(family, name);
    // Without Object.prototype behind it, `__proto__` is an ordinary name.
    if (prototype === null) this.addAccessor(family, '__proto__');
    return accessors;
  }

  private addAccessor({ prototype, accessors }: Family, name: Name): void {
    const { properties } = this;
    define(accessors, name, {
      get(this: object) {
        const address = Stamp.of(this) || Stamp.behind(this);
        const value = address === 0 ? absent : properties.get(address, name);
        return value === absent ? Reflect.get(prototype, name, this) : value;
      },
      set(this: object, value: unknown) {
        const address = Stamp.of(this);
        const owner = address || Stamp.behind(this);
        if (owner === 0 || properties.has(owner, name) || !decidesAssignment(prototype, name)) {
          if (address === 0) define(this, name, ordinary(value));
          else properties.set(address, name, value);
        } else if (!Reflect.set(prototype, name, value, this))
          throw blame(() => new TypeError(`the property ${String(name)} is read-only or has only a getter`));
      },
    });
  }

  /** The prototype of views of a shape, in front of its family. */
  shape(names: readonly Name[], prototype: object | null): object {
    const family = this.family(prototype);
    const accessors = Object.create(family) as object;
    names.forEach((name, i) => {
      const { get, set } = this.fieldAccessor(i, name, prototype ?? NOTHING);
      define(accessors, name, { get, set });
    });
    return accessors;
  }

  private fieldAccessor(place: number, name: Name, prototype: object) {
    const { values, properties } = this;
    const loadMoved = (address: number): unknown => {
      const moved = properties.get(address - BODY - FIELD * place, name);
      return moved === absent ? Reflect.get(prototype, name) : moved;
    };
    return Stamp.accessor(BODY + FIELD * place, name, {
      load(address) {
        const value = values.load(address);
        return value === absent ? loadMoved(address) : value;
      },
      store(address, value) {
        // A removed field that returns goes to the end of the order, hence to the extras.
        if (!values.replace(address, value)) properties.set(address - BODY - FIELD * place, name, value);
      },
    });
  }
}

const NOTHING = Object.freeze(Object.create(null)) as object;

/** The names of a prototype and of its own prototypes. */
function* inherited(prototype: object | null): Generator<Name> {
  for (let at = prototype; at !== null; at = Object.getPrototypeOf(at) as object | null)
    for (const name of Reflect.ownKeys(at)) if (name !== UNTOUCHED) yield name;
}

function define(object: object, name: Name, descriptor: PropertyDescriptor): void {
  Object.defineProperty(object, name, { configurable: true, ...descriptor });
}
