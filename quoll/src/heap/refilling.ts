/** What an undone turn of the main realm has first shared stays shared, and gets back what it held: the exception may hold it. */
import { takeOver } from './kinds/collection.js';
import { deleteProperty, get, hasOwn, ownKeys } from './raw.js';

type Collection = Map<unknown, unknown> | Set<unknown>;

/** Gives a shared object the contents of a plain copy. `whole` is the object with its full behaviour. */
export function refill(view: object, whole: object, copy: object): void {
  if (copy instanceof Map || copy instanceof Set) {
    (view as Collection).clear();
    takeOver(view as Collection, copy);
    return;
  }
  for (const name of ownKeys(whole)) if (!hasOwn(copy, name)) deleteProperty(whole, name);
  for (const name of ownKeys(copy)) Reflect.set(whole, name, get(copy, name));
}
