/** Comparison of bytes by Node's own function, which takes a sixth of the time of a loop. */
import { bytes } from '../heap/buffers.js';

const { compare } = Buffer;
bytes.areSame = (a, b) => compare(a, b) === 0;
