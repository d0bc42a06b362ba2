/** An object with non-enumerable members in front of a built-in prototype. */
export function prototype(base: object, members: object): object {
  const descriptors = Object.getOwnPropertyDescriptors(members) as Record<Name, PropertyDescriptor>;
  for (const name of Reflect.ownKeys(descriptors)) descriptors[name]!.enumerable = false;
  return Object.create(base, descriptors) as object;
}

type Name = string | symbol;
