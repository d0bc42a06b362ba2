/** Copies shared objects to ordinary ones that equal them for Node, which looks into objects of every kind. */
import util from 'node:util';
import { accepts, Copying, type Views } from '../heap/copies.js';
import { apply, defineProperty, getOwnPropertyDescriptor, getPrototypeOf } from '../heap/raw.js';
import { ownKeys, setPrototypeOf } from '../heap/raw.js';
import { engineIterator, restOf } from './iterators.js';

type Convert = (value: unknown) => unknown;

const { getTime } = Date.prototype;

/**
 * Makes functions that give an equal copy of a value; each gives one object one copy. `own` gives the object behind a stand-in, which Node may
 * not know for what it stands for; `finish` gets each copy without its properties.
 */
export function equalBy(views: Views, own: Convert, finish?: (copy: object) => void): () => Convert {
  return () => {
    const copies = new Equal(views, own, finish);
    return value => copies.of(value);
  };
}

class Equal extends Copying {
  constructor(
    views: Views,
    private readonly behind: Convert,
    private readonly finish?: (copy: object) => void,
  ) {
    super(views);
  }

  protected override own(value: unknown): unknown {
    return this.behind(value);
  }

  protected override look(object: object, add: (item: unknown) => void): boolean {
    const rest = restOf(object);
    if (!rest) return super.look(object, add);
    rest.items.forEach(add);
    return true;
  }

  protected override empty(source: object, kind: number): object {
    if (restOf(source)) return engineIterator(source, item => this.of(item)) as object;
    if (kind === 0) {
      if (util.types.isArgumentsObject(source)) return noArguments();
      if (source instanceof Date && accepts(getTime, source))
        return new Date(apply(getTime, source, []) as number);
      if (source instanceof RegExp)
        return Object.assign(new RegExp(source.source, source.flags), { lastIndex: source.lastIndex });
    }
    return super.empty(source, kind);
  }

  protected override fill(copy: object, source: object, isNative: boolean): void {
    if (restOf(source)) return;
    setPrototypeOf(copy, getPrototypeOf(source));
    this.finish?.(copy);
    if (isNative || copy instanceof Error) return super.fill(copy, source, isNative);
    for (const name of ownKeys(source)) {
      const property = getOwnPropertyDescriptor(source, name)!;
      if (getOwnPropertyDescriptor(copy, name)?.configurable === false) continue;
      const { get: getter } = property;
      if ('value' in property) property.value = this.of(property.value);
      else if (getter) property.get = () => this.of(apply(getter, source, []));
      defineProperty(copy, name, { ...property, configurable: true });
    }
  }
}

function noArguments(): object {
  return (function () {
    return arguments;
  })();
}
