/** Tasks of the main realm that run no code of the program, so that an exception has nothing to undo but fields. */
import { Local, settlers } from '../events/outcomes.js';
import { ARRAY, BUFFER, META, PINNED, RECORD, TYPED } from '../heap/layout.js';
import type { Heap } from '../heap/heap.js';
import { PLAIN } from '../heap/shapes.js';
import { LOCAL, type TaskHead, type TaskMemory } from '../protocol/tasks.js';
import { OBJECT } from '../stm/tags.js';
import type { Pins } from './roots.js';

export function isOfRunTime(
  heap: Heap,
  tasks: TaskMemory,
  pins: Pins,
  task: number,
  { flags, function: f }: TaskHead,
): boolean {
  if (flags & LOCAL) return f !== Local.Accumulate;
  if (heap.properties.kind(f) !== PINNED || !settlers.has(pins.at(f))) return false;
  const { stm } = heap;
  const number = stm.peek(tasks.argument(task, 0));
  return number === number || stm.tag() !== OBJECT || isPlain(heap, stm.payload());
}

/** Whether an object certainly has no getter of the program: a promise that gets it reads its `then`. */
function isPlain({ properties, shapes, space }: Heap, address: number): boolean {
  switch (properties.kind(address)) {
    case BUFFER:
    case TYPED:
    case ARRAY:
      return true;
    case RECORD:
      return shapes.at(space.load(address + META)).classAddress === PLAIN;
    default:
      return false;
  }
}
