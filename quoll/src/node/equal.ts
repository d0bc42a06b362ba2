/** Copies shared objects to ordinary ones that equal them for Node, which looks into objects of every kind. */
import util from 'node:util';
import { Copying, type Views } from '../heap/copies.js';
import { apply, defineProperty, getOwnPropertyDescriptor, getPrototypeOf } from '../heap/raw.js';
import { ownKeys, setPrototypeOf } from '../heap/raw.js';
import { engineIterator, restOf } from './iterators.js';

type Convert = (value: unknown) => unknown;

/**
 * Makes functions that give an equal copy of a value; each gives one object one copy. `finish` gets each copy without its properties.
 */
export function equalBy(views: Views, finish?: (copy: object) => void): () => Convert {
  return () => {
    const copies = new Equal(views, finish);
    return value => copies.of(value);
  };
}

class Equal extends Copying {
  constructor(
    views: Views,
    private readonly finish?: (copy: object) => void,
  ) {
    super(views);
  }

  protected override look(object: object, add: (item: unknown) => void): boolean {
    const rest = restOf(object);
    if (!rest) return super.look(object, add) || this.prototypeOf(object) !== getPrototypeOf(object);
    rest.items.forEach(add);
    return true;
  }

  /** The prototype that the program knows. */
  private prototypeOf(object: object): object | null {
    return this.views.regain(getPrototypeOf(object)) as object | null;
  }

  protected override empty(source: object, kind: number): object {
    if (restOf(source)) return engineIterator(source, item => this.of(item)) as object;
    if (kind === 0 && util.types.isArgumentsObject(source)) return noArguments();
    return super.empty(source, kind);
  }

  protected override fill(copy: object, source: object, isNative: boolean): void {
    if (restOf(source)) return;
    setPrototypeOf(copy, this.prototypeOf(source));
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
