import { nameAs } from '../replacing.js';

/** An object with non-enumerable members in front of a built-in prototype. Its methods look like those of the prototype. */
export function prototype(base: object, members: object): object {
  const descriptors = Object.getOwnPropertyDescriptors(members) as Record<Name, PropertyDescriptor>;
  for (const name of Reflect.ownKeys(descriptors)) {
    const descriptor = descriptors[name]!;
    descriptor.enumerable = false;
    const native: unknown = Object.getOwnPropertyDescriptor(base, name)?.value;
    if (typeof native === 'function' && typeof descriptor.value === 'function')
      nameAs(descriptor.value, native);
  }
  return Object.create(base, descriptors) as object;
}

type Name = string | symbol;
