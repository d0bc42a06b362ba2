/** `quoll --otlp`: spans in the schema of OTLP/JSON, joined with those of other programs by the header `traceparent`. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Requests } from '../../src/stats/requests.js';
import { Trace } from '../../src/stats/trace.js';

const command = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'quoll-otlp-'));
after(() => rmSync(folder, { recursive: true }));

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: unknown[];
  status?: { code: number; message: string };
}

const FIELDS = new Set([
  ...['traceId', 'spanId', 'parentSpanId', 'name', 'kind', 'startTimeUnixNano', 'endTimeUnixNano'],
  ...['attributes', 'status'],
]);

function keys(object: unknown): string[] {
  return Object.keys(object as object).sort();
}

function attributesOf(of: unknown): Record<string, string> {
  const values: Record<string, string> = {};
  for (const each of (of as { attributes: { key: string; value: Record<string, string> }[] }).attributes) {
    assert.deepEqual(keys(each), ['key', 'value']);
    const [[type, value], ...others] = Object.entries(each.value) as [[string, string]];
    assert.ok(type === 'stringValue' || type === 'intValue', type);
    assert.deepEqual(others, []);
    assert.equal(typeof value, 'string');
    assert.ok(!(each.key in values), each.key);
    values[each.key] = value;
  }
  return values;
}

/** Checks a message by the schema, as far as quoll uses it: `OtlpSchema` checks those of `hocket trace` so. */
function spansIn(line: string, service: string): Span[] {
  const message = JSON.parse(line);
  assert.deepEqual(keys(message), ['resourceSpans']);
  assert.equal(message.resourceSpans.length, 1);
  const [{ resource, scopeSpans }] = message.resourceSpans;
  assert.deepEqual(keys(message.resourceSpans[0]), ['resource', 'scopeSpans']);
  assert.deepEqual(attributesOf(resource), { 'service.name': service });
  assert.equal(scopeSpans.length, 1);
  assert.deepEqual(keys(scopeSpans[0]), ['scope', 'spans']);
  assert.equal(scopeSpans[0].scope.name, 'dev.hocket');
  const spans = scopeSpans[0].spans as Span[];
  assert.ok(spans.length > 0 && spans.length <= 1000);
  for (const span of spans) {
    for (const key of Object.keys(span)) assert.ok(FIELDS.has(key), key);
    for (const [id, digits] of [
      [span.traceId, 32],
      [span.spanId, 16],
      [span.parentSpanId ?? span.spanId, 16],
    ] as const) {
      assert.match(id, new RegExp(`^[0-9a-f]{${digits}}$`));
      assert.doesNotMatch(id, /^0*$/);
    }
    assert.ok(span.name.length > 0);
    assert.ok(span.kind >= 1 && span.kind <= 5);
    assert.match(span.startTimeUnixNano, /^\d+$/);
    assert.match(span.endTimeUnixNano, /^\d+$/);
    assert.ok(BigInt(span.startTimeUnixNano) <= BigInt(span.endTimeUnixNano), JSON.stringify(span));
    attributesOf(span);
    if (span.status) {
      assert.deepEqual(keys(span.status), ['code', 'message']);
      assert.ok(span.status.code >= 0 && span.status.code <= 2);
    }
  }
  return spans;
}

function spansOf(name: string, text: string): { stdout: string; spans: Span[] } {
  const program = join(folder, name);
  const file = join(folder, `${name}.otlp`);
  writeFileSync(program, text);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [command, '--workers', '2', '--otlp', file, program],
    { encoding: 'utf8', env: { ...process.env, QUOLL_CACHE: folder }, timeout: 600_000 },
  );
  assert.equal(stderr, '');
  assert.equal(status, 0);
  const spans = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .flatMap(line => spansIn(line, name));
  assert.equal(new Set(spans.map(({ spanId }) => spanId)).size, spans.length);
  return { stdout, spans };
}

/** The span that is the parent of all others in its trace, and these. */
function inRequest(spans: readonly Span[], name: string): { request: Span; parts: Span[] } {
  const request = spans.find(each => each.name === name)!;
  const parts = spans.filter(
    ({ traceId, spanId }) => traceId === request.traceId && spanId !== request.spanId,
  );
  for (const part of parts) {
    assert.equal(part.parentSpanId, request.spanId);
    assert.ok(BigInt(part.startTimeUnixNano) >= BigInt(request.startTimeUnixNano), part.name);
    assert.ok(BigInt(part.endTimeUnixNano) <= BigInt(request.endTimeUnixNano), part.name);
  }
  return { request, parts };
}

test('what handlers do for a request, and what they start, are parts of it; the rest belongs to the program', () => {
  const { stdout, spans } = spansOf(
    'app.mjs',
    `import { request, traceparent } from '@hocket/quoll';
const o = { n: 0 };
o.on('first', n => { o.n += n; o.emit('second', n); });
o.on('second', n => { o.n += n; });
o.on('other', () => { o.n++; });
o.emit('other');
o.waitall('other', () => {
  request('a', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', () => o.emit('first', 10)).ondone(() => console.log(o.n));
  request('b', undefined, async () => { await null; o.emit('first', 100); console.log(traceparent()); });
}, { realm: 'main' });
`,
  );
  const { request: a, parts: ofA } = inRequest(spans, 'a');
  assert.equal(a.traceId, '0af7651916cd43dd8448eb211c80319c');
  assert.equal(a.parentSpanId, 'b7ad6b7169203331');
  assert.equal(a.kind, 2);
  const committed = (parts: readonly Span[], name: string) =>
    parts.filter(each => each.name === name && !('hocket.outcome' in attributesOf(each))).length;
  assert.equal(committed(ofA, "the handler of 'first'"), 1);
  assert.equal(committed(ofA, "the handler of 'second'"), 1);
  const { request: b, parts: ofB } = inRequest(spans, 'b');
  assert.equal(b.parentSpanId, undefined);
  assert.equal(committed(ofB, "the handler of 'second'"), 1);
  assert.match(stdout, new RegExp(`00-${b.traceId}-${b.spanId}-01\n`));
  const { request: program, parts } = inRequest(spans, 'program');
  assert.equal(committed(parts, "the handler of 'other'"), 1);
  assert.equal(new Set([a, b, program].map(({ traceId }) => traceId)).size, 3);
  assert.equal(1 + parts.length + 1 + ofA.length + 1 + ofB.length, spans.length);
});

test('a caller and its server are one trace, by the header', () => {
  const server = join(folder, 'server.mjs');
  writeFileSync(
    server,
    `import { createServer } from 'node:http';
import { request, spawn } from '@hocket/quoll';
const server = createServer((incoming, response) => {
  request('GET ' + incoming.url, incoming.headers.traceparent, () => {
    spawn(n => n + 1, 41).get(n => { response.end(String(n)); server.close(); });
  });
});
server.listen(0, '127.0.0.1', () => process.send(server.address().port));
`,
  );
  const served = join(folder, 'server.otlp');
  const { stdout, spans } = spansOf(
    'client.mjs',
    `import { fork } from 'node:child_process';
import { request, traceparent } from '@hocket/quoll';
const arguments_ = ['--otlp', ${JSON.stringify(served)}, ${JSON.stringify(server)}];
const child = fork(${JSON.stringify(command)}, arguments_, { execArgv: [] });
child.on('message', port => {
  request('ask', undefined, async () => {
    const reply = await fetch('http://127.0.0.1:' + port + '/price', { headers: { traceparent: traceparent(), connection: 'close' } });
    console.log(await reply.text());
  });
});
child.on('exit', status => { process.exitCode = status; });
`,
  );
  assert.equal(stdout, '42\n');
  const { request: ask } = inRequest(spans, 'ask');
  const ofServer = readFileSync(served, 'utf8')
    .trimEnd()
    .split('\n')
    .flatMap(line => spansIn(line, 'server.mjs'));
  const { request, parts } = inRequest(ofServer, 'GET /price');
  assert.equal(request.traceId, ask.traceId);
  assert.equal(request.parentSpanId, ask.spanId);
  assert.ok(parts.length >= 1);
});

test('a malformed header counts as none, and one of a later version may have more fields', () => {
  const requests = new Requests();
  const parentOf = (header: string | undefined) => requests.of(requests.begin('r', header, 0)).parent;
  const trace = '0af7651916cd43dd8448eb211c80319c';
  const parent = 'b7ad6b7169203331';
  assert.equal(parentOf(`00-${trace}-${parent}-01`), parent);
  assert.equal(parentOf(`01-${trace}-${parent}-01-more`), parent);
  for (const header of [
    ...[undefined, '', 'nonsense', `00-${trace}-${parent}-01-more`, `ff-${trace}-${parent}-01`],
    ...[`00-${'0'.repeat(32)}-${parent}-01`, `00-${trace}-${'0'.repeat(16)}-01`],
    ...[`00-${trace.toUpperCase()}-${parent}-01`, ` 00-${trace}-${parent}-01`],
  ])
    assert.equal(parentOf(header), undefined, header);
});

test('spans left out are counted, and the messages have at most 1000 spans', () => {
  const trace = new Trace(1500);
  const slice = { name: 'x', from: 5, to: 6, outcome: 'failed', request: 0 } as const;
  trace.add(2, Array(1600).fill(slice));
  const messages = [...trace.otlp('s')].map(line => spansIn(line, 's'));
  assert.deepEqual(
    messages.map(spans => spans.length),
    [1000, 501],
  );
  assert.equal(attributesOf(messages[0]![0])['hocket.slices_left_out'], '100');
  assert.deepEqual(messages[1]![0]!.status, { code: 2, message: 'failed' });
});

test('ids have only hexadecimal digits, whatever the random numbers are', t => {
  for (const [high, low] of [
    [0x8000_0000, 0x8000_0000],
    [0xffff_ffff, 0xffff_ffff],
    [0, 0],
  ] as const) {
    const mocked = t.mock.method(crypto, 'getRandomValues', (array: Uint32Array) => {
      array.set([high, low]);
      return array;
    });
    const requests = new Requests();
    mocked.mock.restore();
    for (const number of [0, requests.begin('r', undefined, 0)]) {
      const { trace, span } = requests.of(number);
      assert.match(trace, /^[0-9a-f]{32}$/);
      assert.match(span, /^[0-9a-f]{16}$/);
      assert.match(requests.header(number), /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-01$/);
    }
  }
});
