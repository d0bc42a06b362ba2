/**
 * Corrects functions of `Error` for shared objects: `captureStackTrace` defines `stack` in the object itself, where other threads do not see it. Neither
 * knows what a stand-in stands for.
 */
import { blame, trimStack } from '../contract/stack.js';
import { onlyOrdinary } from './full.js';
import { apply, deleteProperty } from './raw.js';
import { type Native, replace } from './replacing.js';
import { Stamp } from './stamp.js';

export function captureStacks(own: <T>(object: T) => T): void {
  replace(
    Error,
    ['isError'],
    native =>
      function (value) {
        return apply(native, this, [own(value)]);
      },
  );
  replace(Error, ['captureStackTrace'], native => {
    // The stack begins below this function.
    const made: Native = function (given, below = made) {
      const object = own(given);
      apply(native, this, [object, below]);
      if (typeof object !== 'object' || Stamp.of(object) === 0) return;
      const { stack } = object as { stack: string };
      deleteProperty(object!, 'stack');
      if (!(object instanceof Error)) throw blame(() => new TypeError(onlyOrdinary('stack')));
      object.stack = trimStack(stack);
    };
    return made;
  });
}
