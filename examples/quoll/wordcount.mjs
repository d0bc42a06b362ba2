// Word count, with regular fields and with eventual ones. Both give the same counts. With regular fields, handlers that
// count the same word conflict; with eventual fields they never do.
import { sum } from "@hocket/quoll";

const WORDS =
  "the quick brown fox jumps over the lazy dog while many cores share the work".split(
    " ",
  );
const CHUNKS = 60;

const chunk = (i) =>
  Array.from(
    { length: 50 },
    (_, k) => WORDS[(i * 7 + k * k) % WORDS.length],
  ).join(" ");

function count(words) {
  return finish(() => {
    for (let i = 0; i < CHUNKS; i++) {
      async((text) => {
        for (const word of text.split(" "))
          words[word] = (words[word] ?? 0) + 1;
      }, chunk(i));
    }
  });
}

const show = (words) =>
  Object.keys(words)
    .sort()
    .map((word) => `${word}=${words[word]}`)
    .join(" ");
const regular = {};
const eventual = {};
eventual.markEventual("*", sum);

count(regular).ondone(() =>
  count(eventual).ondone(() => {
    console.log("regular ", show(regular));
    console.log("eventual", show(eventual));
  }),
);
