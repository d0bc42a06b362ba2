/** Serves a folder on the loopback interface. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { ISOLATION } from '../dist/src/plugin/rewriting.js';

const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.map': 'application/json',
  '.css': 'text/css',
};
/** A policy without `unsafe-eval`, `blob:` and `data:`. */
export const POLICY = {
  'Content-Security-Policy': "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'",
};
export { ISOLATION };

/** Sends the lines that a page prints to the server, for browsers that are not driven. */
const REPORT = `for (const name of ['log', 'info', 'error']) {
  const real = console[name];
  console[name] = (...args) => { real(...args); fetch('/report', { method: 'POST', body: args.join(' '), keepalive: true }); };
}
addEventListener('error', event => console.error('exception', event.message));`;

/** `headers`: those of every response. A page requested with `?report` reports what it prints to `reported`. */
export async function serve(folder, headers, reported = () => undefined) {
  const server = createServer(async (request, response) => {
    const send = (status, type, body) =>
      response.writeHead(status, { 'Content-Type': type, ...headers }).end(body);
    // Two slashes would begin with a host.
    const target = request.url.replace(/^\/+/, '/');
    if (!URL.canParse(target, 'http://localhost')) return send(400, 'text/plain', 'no address');
    const url = new URL(target, 'http://localhost');
    const path = normalize(url.pathname);
    if (path === '/favicon.ico') return send(204, 'image/png');
    if (path === '/report.js') return send(200, 'text/javascript', REPORT);
    if (path === '/report') {
      reported(await textOf(request));
      return send(204, 'text/plain');
    }
    const file = path === '/' ? 'index.html' : path;
    const type = TYPES[extname(file)] ?? 'application/octet-stream';
    let body;
    try {
      body = await readFile(join(folder, file));
    } catch {
      return send(404, 'text/plain', `no file ${file}`);
    }
    const isReporting = url.searchParams.has('report');
    send(
      200,
      type,
      isReporting ? String(body).replace('<script', '<script src="/report.js"></script><script') : body,
    );
  });
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

async function textOf(request) {
  let text = '';
  for await (const part of request.setEncoding('utf8')) text += part;
  return text;
}
