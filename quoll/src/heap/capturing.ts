/** Corrects `Error.captureStackTrace` for shared objects: the engine defines `stack` in the object itself, where other threads do not see it. */
import { blame, trimStack } from '../protocol/stack.js';
import { onlyOrdinary } from './full.js';
import { apply, deleteProperty } from './raw.js';
import { type Native, replace } from './replacing.js';
import { Stamp } from './stamp.js';

export function captureStacks(): void {
  replace(Error, ['captureStackTrace'], native => {
    // The stack begins below this function.
    const made: Native = function (object, below = made) {
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
