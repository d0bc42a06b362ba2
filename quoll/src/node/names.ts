/** Names of long arrays and typed arrays. The engine gives them only with all elements, except to the function of Node that shows objects. */
import { inspect } from 'node:util';
import { host } from '../heap/contents.js';

const HOW = { breakLength: Infinity, customInspect: false, depth: 0, maxArrayLength: 0, showHidden: true };

/** What it shows of a list without names; the last two are a Buffer's getters. */
const NAMELESS = new RegExp(
  [
    String.raw`^[\w ()[\]:]*\[ \.\.\. \d+ more items(, (`,
    String.raw`\[(BYTES_PER_ELEMENT|length|byteLength|byteOffset)\]: \d+|`,
    String.raw`\[buffer\]: \w+ \{ byteLength: \d+ \}|`,
    String.raw`(parent|offset): \[Getter\]`,
    String.raw`))* \]$`,
  ].join(''),
);

host.isNamed = list => !NAMELESS.test(inspect(list, HOW));
