/** Counts the words of a file while it is read. Each piece is an event; the counts are eventual fields, so handlers that count the same word never conflict. */
import { on, emit, waitall, markEventual, sum } from '@hocket/quoll';

const PIECE = 32_768;
const SHOWN = 15;
const text = {};

on(text, 'piece', (piece, counts) => {
  const own = new Map();
  for (const [word] of piece.toLowerCase().matchAll(/\p{L}+/gu)) own.set(word, (own.get(word) ?? 0) + 1);
  for (const [word, times] of own) counts[word] = (counts[word] ?? 0) + times;
});

const at = id => document.getElementById(id);

/** Reads a text, a piece at a time, each of which ends where a word ends. */
async function count(blob) {
  // Without Object.prototype, because a text may have the word 'constructor'.
  const counts = Object.create(null);
  markEventual(counts, '*', sum);
  const [began, reader] = [performance.now(), blob.stream().pipeThrough(new TextDecoderStream()).getReader()];
  let [left, read] = ['', 0];
  for (let next; !(next = await reader.read()).done;) {
    read += next.value.length;
    left += next.value;
    at('read').value = Math.round(read / 1000);
    for (let end; (end = left.slice(PIECE).search(/\P{L}/u)) >= 0;) {
      emit(text, 'piece', left.slice(0, PIECE + end), counts);
      left = left.slice(PIECE + end);
    }
  }
  emit(text, 'piece', left, counts);
  waitall(text, 'piece', () => show(counts, performance.now() - began), { realm: 'main' });
}

/** Pinned: the document belongs to the page's own thread. */
function show(counts, time) {
  const all = Object.entries(counts).sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  const words = all.reduce((total, [, times]) => total + times, 0);
  at('words').value = words;
  at('different').value = all.length;
  at('time').value = Math.round(time);
  at('most').replaceChildren();
  for (const cells of all.slice(0, SHOWN)) {
    const row = at('most').insertRow();
    for (const cell of cells) row.insertCell().textContent = cell;
  }
  console.log(`counted ${words} words`);
}

/** A text in which few words are frequent and many are rare. */
function madeUp(length) {
  const parts = [];
  for (let [size, i] = [0, 1]; size < length; i++) {
    const word = (((i * 2654435761) % 4096) & ((i * 40503) % 4096))
      .toString(26)
      .replace(/\d/g, digit => 'qrstuvwxyz'[digit]);
    parts.push(word);
    size += word.length + 1;
  }
  return new Blob([parts.join(' ')]);
}

at('file').addEventListener('change', ({ target: { files } }) => {
  // A dialog that is left without a file gives none.
  if (files.length > 0) void count(files[0]);
});
at('sample').addEventListener('click', () => void count(madeUp(4_000_000)));
console.log('ready');
