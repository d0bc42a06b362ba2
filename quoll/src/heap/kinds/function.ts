/** Functions and classes: the address of their code, and the values that they capture. */
import { LASTING_FUNCTIONS } from '../../protocol/control.js';
import type { Begun, CodeAddress } from '../code.js';
import { cannotCross, CannotShareError } from '../errors.js';
import { bodyField, FUNCTION, META } from '../layout.js';
import type { Marker } from '../marking.js';
import { closeFunction, isClosedCode } from '../closing.js';
import { adopt, type Members, membersOf, replaceMethods, shareStatics } from '../members.js';
import { Stamp } from '../stamp.js';
import { traceBody } from './blocks.js';
import type { Moving } from './kind.js';
import { Nameless } from './nameless.js';

/**
 * The fields of a function's body: module, id, `this`, its properties (members.ts), and then the
 * captured values.
 */
const FUNCTION_PARTS = 4;
export const FUNCTION_FIELDS = { url: 0, id: 1, self: 2, members: 3, captures: FUNCTION_PARTS };

interface Making extends CodeAddress, Begun {
  /** Whether it has its members. */
  isAdopted: boolean;
}

export class Functions extends Nameless {
  takes(object: object): boolean {
    return typeof object === 'function';
  }

  check(): void {}

  publish(f: Function): Moving {
    const described = this.heap.code.describe(f);
    if ('reason' in described) throw cannotCross(f, described);
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
        if (!isLasting) closeFunction(f);
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

  /** The functions whose making has begun since the outermost call of `make`. */
  private begun = new Map<number, Making>();
  /** Those for which it has thrown an exception, maybe the signal that stops an attempt: their values are set when they are made again. */
  private readonly unfinished = new Map<number, Making>();
  private depth = 0;

  /** Makes a function, and those that it captures, which may capture it in turn. */
  make(address: number): Function {
    const { begun } = this;
    let isDone = false;
    this.depth++;
    try {
      const made = this.complete(address);
      isDone = true;
      return made;
    } finally {
      if (--this.depth === 0) {
        this.begun = new Map();
        if (!isDone) for (const one of begun) this.leave(...one);
      }
    }
  }

  /** A function that captures one without its values must not be used either. */
  private leave(address: number, making: Making): void {
    this.heap.cache.remove(address);
    this.unfinished.set(address, making);
  }

  private complete(address: number): Function {
    const { cache, code, properties, space, values } = this.heap;
    const field = (i: number) => values.loadFixed(bodyField(address, i));
    const capture = (i: number) => field(FUNCTION_FIELDS.captures + i);
    const url = field(FUNCTION_FIELDS.url) as string;
    const id = field(FUNCTION_FIELDS.id) as number;
    const count = space.load(address + META);
    let making = this.unfinished.get(address);
    // Another function may have the memory of one that is gone.
    if (making?.url !== url || making.id !== id) {
      const captures = new Array<unknown>(count).fill(undefined);
      for (const i of code.neededFor({ url, id })) captures[i] = capture(i);
      const self = field(FUNCTION_FIELDS.self);
      // What it needs may need it in turn.
      const known = cache.get(address);
      if (known) return known as Function;
      making = { url, id, ...code.begin({ url, id }, captures, self), isAdopted: false };
    }
    const { f } = making;
    this.unfinished.delete(address);
    this.begun.set(address, making);
    if (Stamp.of(f) === 0) Stamp.put(f, address);
    cache.add(address, f);
    making.set(Array.from({ length: count }, (_, i) => capture(i)));
    const members = field(FUNCTION_FIELDS.members) as Members | undefined;
    // A closed function has its members.
    if (members && !making.isAdopted && !isClosedCode(f)) adopt(f, members, properties);
    if (!making.isAdopted && !making.isLasting) closeFunction(f);
    making.isAdopted = true;
    return f;
  }

  prototypeOf(): object {
    return Function.prototype;
  }

  trace(address: number, marker: Marker): void {
    traceBody(address, FUNCTION_PARTS + this.heap.space.load(address + META), marker);
  }
}
