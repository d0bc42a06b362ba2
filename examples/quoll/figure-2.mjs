// Figure 2: a parallel word count, whose chunks come from a file. With eventual fields no handler conflicts with another:
// each handler adds its counts to those of the others. But a handler sees only the words of its own chunk and the words
// that existed when it started. So `total` counts a word once for each chunk that saw it as new, not once. That is the
// price of eventual fields, so the program prints the number of words from the words themselves.
import { createReadStream } from "node:fs";
import { sum } from "@hocket/quoll";

var stats = {
  total: 0, // total number of words
  word: {}, // occurrences of each word
};
stats.markEventual("total", sum);
stats.word.markEventual("*", sum);

const url = new URL("words.txt", import.meta.url);
finish(function () {
  return open(url, function (chunk) {
    async(function () {
      var tokens = tokenize(chunk);
      for (var i = 0; i < tokens.length; i++) {
        var word = tokens[i];
        if (!stats.word[word]) {
          stats.total++;
          stats.word[word] = 0;
        }
        stats.word[word]++;
      }
    });
  });
}).ondone(function () {
  const words = Object.keys(stats.word);
  console.log(
    words.length,
    "words, counted as first seen at least as often:",
    stats.total >= words.length,
  );
  for (const word of words.sort().slice(0, 4))
    console.log(word, stats.word[word]);
});

/** Calls back with pieces of the text, cut between lines; resolves at its end. */
async function open(url, callback) {
  let rest = "";
  for await (const data of createReadStream(url, {
    encoding: "utf8",
    highWaterMark: 256,
  })) {
    const cut = (rest + data).lastIndexOf("\n") + 1;
    callback((rest + data).slice(0, cut));
    rest = (rest + data).slice(cut);
  }
  callback(rest);
}

function tokenize(text) {
  return text.toLowerCase().match(/[a-z]+/g) ?? [];
}
