// Primes up to a limit, in chunks: once with nothing shared but the results, once with a counter that all handlers add to.
import { sum } from "@hocket/quoll";
import { isPrime } from "./is-prime.mjs";

const LIMIT = Number(process.argv[2] ?? 200_000);
const CHUNK = 5_000;
const starts = Array.from(
  { length: Math.ceil(LIMIT / CHUNK) },
  (_, i) => i * CHUNK,
);

function countFrom(start) {
  let count = 0;
  for (let n = start; n < start + CHUNK && n < LIMIT; n++)
    if (isPrime(n)) count++;
  return count;
}

const counter = { found: 0 };
counter.markEventual("found", sum);

starts
  .mapred(countFrom, (counts) =>
    counts.reduce((total, count) => total + count, 0),
  )
  .ondone((total) => {
    console.log("share-nothing:", total);
    finish(() => {
      for (const start of starts)
        async((start) => void (counter.found += countFrom(start)), start);
    }).ondone(() => console.log("shared counter:", counter.found));
  });
