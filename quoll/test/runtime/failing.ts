/** Loaded before a program, makes a later collection of garbage fail, in the phase that `QUOLL_FAIL` names: `mark` or `sweep`. */
import { Marker } from '../../src/heap/marking.js';
import { Space } from '../../src/heap/space.js';

const isMarking = process.env['QUOLL_FAIL'] === 'mark';
let collections = 0;

const { finish } = Marker.prototype;
const { clear } = Space.prototype;
let isFinished = false;

Marker.prototype.finish = function (): void {
  if (++collections > 4 && isMarking) throw new Error('injected');
  finish.call(this);
  isFinished = true;
};
// Sweeping clears the memory that is not marked.
Space.prototype.clear = function (from: number, to: number): void {
  if (isFinished && collections > 2 && !isMarking) throw new Error('injected');
  clear.call(this, from, to);
};
