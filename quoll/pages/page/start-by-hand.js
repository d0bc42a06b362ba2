/** As `start.js`, with a worker and messages by hand. */
const began = performance.now();
const worker = new Worker(new URL('./one-by-hand.js', import.meta.url), { type: 'module' });
const first = await new Promise(resolve => {
  worker.onmessage = ({ data }) => resolve(data);
  worker.postMessage('one');
});
console.log(
  `first handler after ${(performance.now() - began).toFixed(1)} ms, ${performance.now().toFixed(1)} ms after the navigation`,
  first,
);
