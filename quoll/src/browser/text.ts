/** Text to and from shared memory, unit by unit: a browser's decoders refuse shared memory. */
import type { TextCodec } from '../heap/strings.js';
import { bufferAt } from '../stm/growth.js';

/** How many units one call converts; the engine limits the number of arguments. */
const PIECE = 4096;

type Units = Uint8Array | Uint16Array;

function unitsAt(memory: WebAssembly.Memory, address: number, length: number, width: 1 | 2): Units {
  const buffer = bufferAt(memory, address + width * Math.max(length, 1) - 1);
  return width === 1 ? new Uint8Array(buffer, address, length) : new Uint16Array(buffer, address, length);
}

export const pageText: TextCodec = {
  write(memory, address, text, width) {
    const units = unitsAt(memory, address, text.length, width);
    for (let i = 0; i < text.length; i++) units[i] = text.charCodeAt(i);
  },
  read(memory, address, length, width) {
    const units = unitsAt(memory, address, length, width);
    let text = '';
    for (let i = 0; i < length; i += PIECE) {
      const piece = units.subarray(i, i + PIECE) as unknown as number[];
      text += String.fromCharCode.apply(undefined, piece);
    }
    return text;
  },
};
