/** The members that the text of a class makes, as they were when the class was evaluated: a program may replace them later. */

type Members = ReadonlyMap<string | symbol, PropertyDescriptor>;

export interface Written {
  readonly own: Members;
  readonly ofPrototype: Members;
}

const written = new WeakMap<Function, Written>();

/** Called when a class is evaluated, before its static fields. */
export function noteWritten(constructor: Function): void {
  const { prototype } = constructor as { prototype: object };
  written.set(constructor, { own: membersIn(constructor), ofPrototype: membersIn(prototype) });
}

/** Undefined for a function that is no class. */
export function writtenOf(f: Function): Written | undefined {
  return written.get(f);
}

function membersIn(object: object): Members {
  return new Map(
    Reflect.ownKeys(object).map(name => [name, Reflect.getOwnPropertyDescriptor(object, name)!]),
  );
}
