/**
 * Regular expressions. A shared one has no position: `lastIndex` stays 0. So one with the flag `g` works in `match`, `matchAll`, `replace`, `search`
 * and `split`, which begin at the start, but not in `exec` and `test`; one with `y` is not shared.
 */
import { blame } from '../../contract/stack.js';
import { bodyField, REGEXP } from '../layout.js';
import type { Marker } from '../marking.js';
import { ownNames, refusal, refuseNames } from '../plain.js';
import type { Name } from '../shapes.js';
import { Stamp } from '../stamp.js';
import { allocate, traceBody } from './blocks.js';
import { apply } from '../raw.js';
import type { Kind, Moving, Parts } from './kind.js';
import { prototype } from './prototypes.js';

const WAY_OUT =
  'it keeps the position of the last match: make it where it is used, or use match, matchAll or replace';

/** Source, flags, and the position, which is always 0. */
const FIELDS = 3;
const LAST_INDEX = 2;

export class RegExps implements Kind {
  readonly isNative = true;
  readonly permanent = ['lastIndex'];
  readonly prototype: object;

  constructor(private readonly heap: Parts) {
    this.prototype = heap.views.family(prototype(RegExp.prototype, withoutPosition()));
  }

  takes(object: object): boolean {
    return object instanceof RegExp;
  }

  check(regExp: RegExp): void {
    if (Object.getPrototypeOf(regExp) !== RegExp.prototype) throw refusal(regExp, 'use a plain RegExp');
    const names = ownNames(regExp, ['lastIndex']);
    refuseNames(regExp, names);
    if (regExp.sticky || regExp.lastIndex !== 0) throw refusal(regExp, WAY_OUT);
  }

  publish(regExp: RegExp): Moving {
    const { values, space } = this.heap;
    const address = allocate(space, REGEXP, 0, bodyField(0, FIELDS));
    return {
      object: regExp,
      address,
      copy: () => {
        values.put(bodyField(address, 0), regExp.source);
        values.put(bodyField(address, 1), regExp.flags);
        values.put(bodyField(address, LAST_INDEX), 0);
      },
      turn: () => this.fix(regExp),
    };
  }

  make(address: number): object {
    const { values } = this.heap;
    const [source, flags] = [0, 1].map(i => values.loadFixed(bodyField(address, i)) as string);
    const made = new RegExp(source!, flags);
    this.fix(made);
    return made;
  }

  /** The engine refuses operations that would change the position. */
  private fix(regExp: RegExp): void {
    Object.setPrototypeOf(regExp, this.prototype);
    Object.defineProperty(regExp, 'lastIndex', { writable: false });
  }

  assign(_: Name, value: unknown): void {
    if (value !== 0) throw blame(() => new TypeError(`a shared RegExp has no lastIndex but 0: ${WAY_OUT}`));
  }

  prototypeOf(): object {
    return RegExp.prototype;
  }

  copy(view: RegExp): object {
    const copy = plainOf(view);
    for (const name of this.heap.properties.keys(Stamp.of(view)))
      if (!this.permanent.includes(name as string))
        Reflect.set(copy, name, this.heap.properties.get(Stamp.of(view), name));
    return copy;
  }

  names(): readonly Name[] {
    return this.permanent;
  }

  isHidden(name: Name): boolean {
    return name === 'lastIndex';
  }

  find(address: number, name: Name): number {
    return name === 'lastIndex' ? bodyField(address, LAST_INDEX) : 0;
  }

  existing(address: number, name: Name): number {
    return this.find(address, name);
  }

  trace(address: number, marker: Marker): void {
    traceBody(address, FIELDS, marker);
  }
}

function plainOf({ source, flags }: RegExp): RegExp {
  return new RegExp(source, flags);
}

/** The methods that would use the position: they work on a plain RegExp, or throw. */
function withoutPosition(): object {
  const members: Record<PropertyKey, unknown> = {};
  for (const name of [Symbol.match, Symbol.matchAll, Symbol.replace, Symbol.search, Symbol.split]) {
    const method = RegExp.prototype[name as typeof Symbol.match] as Function;
    members[name] = function (this: RegExp, ...args: unknown[]): unknown {
      return apply(method, plainOf(this), args);
    };
  }
  for (const name of ['exec', 'test'] as const) {
    const method = RegExp.prototype[name];
    members[name] = function (this: RegExp, text: string): unknown {
      if (this.global)
        throw blame(() => new TypeError(`a shared RegExp with the flag g has no ${name}: ${WAY_OUT}`));
      return apply(method, this, [text]);
    };
  }
  return members;
}
