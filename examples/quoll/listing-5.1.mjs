// The listings of section 5.1: marking fields eventual, with accumulators of the program's own.
var stats = { total: 0, word: new Array(), longest: "" };

function sum(global, initial, final) {
  return global + (final - initial);
}
stats.markEventual("total", sum);
stats.word.markEventual("*", sum);
stats.markEventual("longest", (global, initial, final) =>
  final.length > global.length ? final : global,
);

stats.on("words", (words) => {
  for (const word of words) {
    stats.total++;
    stats.word[word] = (stats.word[word] ?? 0) + 1;
    if (word.length > stats.longest.length) stats.longest = word;
  }
});

for (let i = 0; i < 100; i++)
  stats.emit("words", ["a", "quoll", "is", "a", i % 2 ? "marsupial" : "cat"]);
stats.waitall("words", () => {
  console.log("total", stats.total, "longest", stats.longest);
  console.log(
    "a",
    stats.word.a,
    "cat",
    stats.word.cat,
    "marsupial",
    stats.word.marsupial,
  );
});
