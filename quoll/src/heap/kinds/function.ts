/** Functions and classes: the address of their code, and the values that they capture. */
import { LASTING_FUNCTIONS } from '../../protocol/control.js';
import { CannotShareError, cannotShare } from '../errors.js';
import { bodyField, FUNCTION, META } from '../layout.js';
import type { Marker } from '../marking.js';
import { adopt, type Members, membersOf, replaceMethods, shareStatics } from '../members.js';
import { Stamp } from '../stamp.js';
import { traceBody } from './blocks.js';
import type { Moving, Part } from './kind.js';
import { Nameless } from './nameless.js';

/**
 * The fields of a function's body: module, id, `this`, its properties (members.ts), and then the
 * captured values.
 */
const FUNCTION_PARTS = 4;
export const FUNCTION_FIELDS = { url: 0, id: 1, self: 2, members: 3, captures: FUNCTION_PARTS };

export class Functions extends Nameless {
  takes(object: object): boolean {
    return typeof object === 'function';
  }

  check(): void {}

  publish(f: Function): Moving {
    const described = this.heap.code.describe(f);
    if ('reason' in described) {
      throw cannotShare(`the function ${f.name || '(anonymous)'}`, described.reason);
    }
    const { url, id, captures, self, isLasting, record } = described;
    const members = isLasting
      ? undefined
      : this.named(record && `which stands at ${url}:${record.line}`, () => membersOf(f, described));
    const statics = Reflect.ownKeys(members?.statics ?? {});
    for (const name of statics) {
      this.named(record && `the property '${String(name)}' of ${f.name}, at ${url}:${record.line}`, () =>
        this.heap.check(members!.statics[name]),
      );
    }
    // Functions stay even if their transaction aborts, because a shape may name a class permanently.
    const address = this.heap.space.allocateLasting(bodyField(0, FUNCTION_PARTS + captures.length));
    if (isLasting) this.keepForever(address);
    this.heap.space.store(address, FUNCTION);
    this.heap.space.store(address + META, captures.length);
    const field = (i: number) => bodyField(address, i);
    return {
      object: f,
      address,
      stays: captures.length === 0 && self === undefined && members === undefined,
      copy: () => {
        this.heap.values.put(field(FUNCTION_FIELDS.url), url);
        this.heap.values.put(field(FUNCTION_FIELDS.id), id);
        this.heap.values.put(field(FUNCTION_FIELDS.self), self);
        this.heap.values.put(field(FUNCTION_FIELDS.members), members);
        captures.forEach((value, i) => {
          const holder =
            record && `'${record.captures[i]}', which the function at ${url}:${record.line} captures`;
          this.named(holder, () => this.heap.values.put(field(FUNCTION_FIELDS.captures + i), value));
        });
      },
      hollow: () => this.hollow(address),
      turn: () => {
        if (members) shareStatics(f, members, statics, this.heap.properties);
        if (members) replaceMethods(f, members.methods, this.heap.crossing);
      },
    };
  }

  /** Runs `share`; if a value cannot be shared, the message names its holder. */
  private named<R>(holder: string | undefined, share: () => R): R {
    try {
      return share();
    } catch (error) {
      throw holder !== undefined && error instanceof CannotShareError ? error.heldBy(holder) : error;
    }
  }

  /** Removes a function's references: the referenced objects are freed, the function is not. */
  private hollow(address: number): void {
    for (let i = this.heap.space.load(address + META) - 1; i >= 0; i--)
      this.heap.values.put(bodyField(address, FUNCTION_FIELDS.captures + i), undefined);
    this.heap.values.put(bodyField(address, FUNCTION_FIELDS.self), undefined);
    this.heap.values.put(bodyField(address, FUNCTION_FIELDS.members), undefined);
  }

  /** The function itself is stamped with its address in some realm for as long as that runs. */
  private keepForever(address: number): void {
    const { space } = this.heap;
    const node = space.allocateImmortal(8);
    space.store(node + 4, address);
    while (true) {
      const head = space.loadPointer(LASTING_FUNCTIONS);
      space.store(node, head);
      if (space.setPointer(LASTING_FUNCTIONS, head, node) === head) return;
    }
  }

  /** Functions that capture each other are made one after the other; the first one is a stand-in until it is made. */
  make(address: number): Function {
    let made: Function | undefined;
    const standIn = function (this: unknown, ...args: unknown[]): unknown {
      return new.target ? Reflect.construct(made!, args) : Reflect.apply(made!, this, args);
    };
    Stamp.put(standIn, address);
    this.heap.cache.add(address, standIn);
    const field = (i: number) => this.heap.values.loadFixed(bodyField(address, i));
    const captures = Array.from({ length: this.heap.space.load(address + META) }, (_, i) =>
      field(FUNCTION_FIELDS.captures + i),
    );
    try {
      made = this.heap.code.make(
        { url: field(FUNCTION_FIELDS.url) as string, id: field(FUNCTION_FIELDS.id) as number },
        captures,
        field(FUNCTION_FIELDS.self),
      );
      if (Stamp.of(made) === 0) Stamp.put(made, address);
      this.heap.cache.add(address, made);
      const members = field(FUNCTION_FIELDS.members) as Members | undefined;
      if (members) adopt(made, members, this.heap.properties);
    } catch (e) {
      this.heap.cache.remove(address);
      throw e;
    }
    return made;
  }

  prototypeOf(): object {
    return Function.prototype;
  }

  trace(address: number, marker: Marker): void {
    traceBody(address, FUNCTION_PARTS + this.heap.space.load(address + META), marker);
  }

  override *parts(address: number): Generator<{ part: Part; field: number }> {
    const count = this.heap.space.load(address + META);
    for (let index = 0; index < count; index++)
      yield { part: { what: 'capture', index }, field: bodyField(address, FUNCTION_FIELDS.captures + index) };
  }
}
