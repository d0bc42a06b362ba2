export class Queue {
  running = 0;
  waiting = [];
  constructor(most) {
    this.most = most;
  }
  async add(task) {
    if (this.running >= this.most) await new Promise(go => this.waiting.push(go));
    this.running++;
    try {
      return await task();
    } finally {
      this.running--;
      this.waiting.shift()?.();
    }
  }
}
export function debounce(f, ms) {
  let timer;
  return (...args) => {
    clearTimeout(timer);
    return new Promise(done => {
      timer = setTimeout(() => done(f(...args)), ms);
    });
  };
}
export async function retry(f, most) {
  let cause;
  for (let i = 0; i < most; i++)
    try {
      return await f(i);
    } catch (e) {
      cause = e;
    }
  throw new Error('gave up', { cause });
}
export async function pool(items, size, f) {
  const results = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: size }, async () => {
      while (next < items.length) {
        const i = next++;
        results[i] = await f(items[i], i);
      }
    }),
  );
  return results;
}
