import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createHash } from 'node:crypto';
import { gzipSync, gunzipSync } from 'node:zlib';
import { Lines } from './lines.mjs';
export default async function main(w) {
  const out = [];
  await pipeline(
    Readable.from(['ab\nc', 'd\n', 'e']),
    new Lines(),
    async function* (source) {
      for await (const line of source) {
        w.list.push(line.length);
        yield line + '!';
      }
    },
    async source => {
      for await (const x of source) out.push(String(x));
    },
  );
  const upper = new Transform({
    objectMode: true,
    transform(o, _, done) {
      done(null, { ...o, seen: true });
    },
  });
  const objects = [];
  Readable.from([w.o, w.point]).pipe(upper);
  for await (const o of upper) objects.push(o);
  const hash = createHash('sha1').update(w.text).digest('hex');
  return [
    out,
    w.list,
    objects,
    hash,
    gunzipSync(gzipSync(w.text)).toString(),
    await new Response(JSON.stringify(w.o)).json(),
  ];
}
