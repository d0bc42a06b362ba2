/** Functions of the engine that the run time needs. */
import v8 from 'node:v8';
import vm from 'node:vm';

let collect: (() => void) | undefined;

/** Collects the garbage of this thread's own heap, so that views which the program does not use are dropped. Takes milliseconds. */
export function collectEngineGarbage(): void {
  collect ??= functionOfEngine();
  collect();
}

/** The engine gives its function to contexts that are made while the flag is set. */
function functionOfEngine(): () => void {
  v8.setFlagsFromString('--expose-gc');
  const found = vm.runInNewContext('gc') as () => void;
  v8.setFlagsFromString('--no-expose-gc');
  return found;
}
