// The listing of section 3.2: handlers of one event check numbers in parallel and share what they found.
import { isPrime } from "./is-prime.mjs";

var stats = { tot: 0, found: [] };
var obj = {};
obj.on("data", function (n) {
  if (isPrime(n)) {
    stats.tot++;
    stats.found.push(n);
  }
});

var inArr = Array.from({ length: 1000 }, (_, i) => i + 1);
for (var i = 0; i < inArr.length; i++) obj.emit("data", inArr[i]);

obj.waitall("data", () => {
  const found = [...stats.found].sort((a, b) => a - b);
  console.log(stats.tot, "primes, the last:", found.slice(-3).join(" "));
});
