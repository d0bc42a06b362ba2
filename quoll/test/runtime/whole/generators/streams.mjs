export async function* ticks(list) {
  let i = 0;
  try {
    for (const x of list) {
      await null;
      yield x;
      i++;
    }
  } finally {
    ticks.ended = i;
  }
}
// A property that it has before it is shared is one for all threads.
ticks.ended = 0;
export async function* take(source, n) {
  if (n <= 0) return;
  for await (const x of source) {
    yield x;
    if (--n === 0) return;
  }
}
export async function* mapAsync(list, f) {
  for (const x of list) yield f(x);
}
export async function* merge(sources) {
  const its = new Map(Object.entries(sources).map(([k, s]) => [k, s[Symbol.asyncIterator]()]));
  const next = new Map([...its].map(([k, it]) => [k, it.next().then(r => [k, r])]));
  while (next.size > 0) {
    const [k, { done, value }] = await Promise.race(next.values());
    if (done) next.delete(k);
    else {
      next.set(
        k,
        its
          .get(k)
          .next()
          .then(r => [k, r]),
      );
      yield [k, value];
    }
  }
}
