/** Calls of methods whose object may become a view while their arguments are evaluated. */

type Method = (...args: unknown[]) => unknown;

/** `isOptional`: a method that the object lacks is not called, so it is returned as it is. */
export function late(object: unknown, key: PropertyKey, isOptional = false): Method {
  const methods = object as Record<PropertyKey, unknown>;
  const before = methods[key];
  if (isOptional && (before === undefined || before === null)) return before as never;
  const isBuiltIn = object instanceof Array || object instanceof Map || object instanceof Set;
  return (...args) => {
    const method = isBuiltIn ? methods[key] : before;
    if (typeof method !== 'function') throw new TypeError(`${String(key)} is not a function`);
    return Reflect.apply(method as Method, object, args);
  };
}
