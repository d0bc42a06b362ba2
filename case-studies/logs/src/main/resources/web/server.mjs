// The page's server: sockets and the standard input belong to the main thread, the counting runs on every core.
// GET / is the page, GET /counts what it shows. It listens on the loopback interface only.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { follow, known } from "./feed.mjs";
import { report } from "./totals.mjs";

const MOST_CONNECTIONS = 200;
const IDLE_MS = 15_000;
const HEADERS = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'",
  "x-content-type-options": "nosniff",
};
const file = (name) => readFileSync(new URL(name, import.meta.url));
const FILES = new Map([
  ["/", ["text/html; charset=utf-8", file("page.html")]],
  ["/page.js", ["text/javascript; charset=utf-8", file("page.js")]],
  ["/page.css", ["text/css; charset=utf-8", file("page.css")]],
]);

/** However many clients ask, the counts are made into text at most five times a second. */
const FRESH_MS = 200;
let text = "";
let madeAt = 0;

function countsText() {
  const now = performance.now();
  if (text === "" || now - madeAt > FRESH_MS) {
    text = JSON.stringify(report(known.totals, known.alerts));
    madeAt = now;
  }
  return text;
}

function answer(request, response) {
  const reply = (status, type, body) => response.writeHead(status, { "content-type": type, ...HEADERS }).end(body);
  if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(request.headers.host ?? "")) {
    // Another name for this address could let a page of any site read the counts.
    reply(421, "text/plain", "ask 127.0.0.1 or localhost\n");
  } else if (request.method !== "GET") {
    reply(405, "text/plain", "only GET\n");
  } else if (request.url === "/counts") {
    reply(200, "application/json", countsText());
  } else if (FILES.has(request.url)) {
    reply(200, ...FILES.get(request.url));
  } else {
    reply(404, "text/plain", "try / or /counts\n");
  }
}

const server = createServer({ maxHeaderSize: 8192, requestTimeout: IDLE_MS, headersTimeout: IDLE_MS }, answer);
server.maxConnections = MOST_CONNECTIONS;
server.setTimeout(IDLE_MS, (socket) => socket.destroy());
server.on("error", (error) => {
  console.error(`logs: no page: ${error.message}; choose another port by --port`);
  process.exit(2);
});
server.listen(Number(process.argv[2]), "127.0.0.1", () =>
  console.log(`logs: the page is http://127.0.0.1:${server.address().port}/`),
);
await follow(process.stdin);
server.close();
server.closeAllConnections();
