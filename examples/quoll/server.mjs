// An HTTP server: sockets belong to the main realm, the work for a request runs in parallel, and all requests share a cache
// and their statistics. `GET /primes?to=10000` counts primes, `GET /stats` shows the statistics.
import { createServer } from "node:http";
import { isPrime } from "./is-prime.mjs";

const cache = new Map();
const stats = { requests: 0, hits: 0 };

/** Runs in a worker, as a transaction. Two requests for the same number may both count; they get the same result. */
function countPrimes(to) {
  stats.requests++;
  if (cache.has(to)) {
    stats.hits++;
    return cache.get(to);
  }
  let count = 0;
  for (let n = 2; n <= to; n++) if (isPrime(n)) count++;
  cache.set(to, count);
  return count;
}

const server = createServer((request, response) => {
  const reply = (status, body) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  };
  if (!URL.canParse(request.url, "http://localhost"))
    return reply(400, { error: "this is no address" });
  const url = new URL(request.url, "http://localhost");
  const to = Number(url.searchParams.get("to"));
  if (url.pathname === "/stats")
    reply(200, {
      requests: stats.requests,
      hits: stats.hits,
      cached: cache.size,
    });
  else if (url.pathname !== "/primes" || !(to >= 0 && to <= 1_000_000))
    reply(404, { error: "try /primes?to=10000" });
  else
    spawn(countPrimes, to).get(
      (count) => reply(200, { to, count }),
      (error) => reply(500, { error: error.message }),
    );
});

// The server drops a client that for 15 to 30 seconds sends nothing and reads nothing of its answers.
server.setTimeout(15_000, (socket) => socket.resetAndDestroy());

server.listen(Number(process.argv[2] ?? 8080), "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${server.address().port}/primes?to=10000`);
});
