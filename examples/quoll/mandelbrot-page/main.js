/** Draws the Mandelbrot set in strips, each a handler in a worker, while the page stays smooth. */
import { spawn } from '@hocket/quoll';
import { trace } from '@hocket/quoll/browser';
import { strip } from './mandelbrot.js';

const ROWS = 8;
const at = id => document.getElementById(id);
const canvas = at('picture');
const context = canvas.getContext('2d');
const view = { x: -0.743, y: 0.126, scale: 0.00002, width: canvas.width, height: canvas.height };
/** Shared by all strips: they conflict over it, which the page shows. */
const progress = { strips: 0 };

/** Draws all strips; at most as many at a time as the slider says. */
async function draw() {
  const began = performance.now();
  const isHere = at('here').checked;
  let next = 0;
  progress.strips = 0;
  context.clearRect(0, 0, canvas.width, canvas.height);
  const lane = async () => {
    while (next < view.height) {
      const first = next;
      next += ROWS;
      const pixels = isHere
        ? await new Promise(resolve => setTimeout(() => resolve(strip(view, first, ROWS))))
        : await spawn(computed, view, first);
      context.putImageData(new ImageData(pixels, view.width), 0, first);
      at('strips').value = first / ROWS + 1;
    }
  };
  await Promise.all(Array.from({ length: Number(at('tasks').value) }, lane));
  const ms = Math.round(performance.now() - began);
  at('time').value = ms;
  at('strips').value = isHere ? view.height / ROWS : progress.strips;
  at('aborts').value = trace().aborts;
  console.log(`drawn ${isHere ? 'here' : 'in parallel'}: ${at('strips').value} strips`);
  return ms;
}

function computed(view, first) {
  const pixels = strip(view, first, ROWS);
  progress.strips++;
  return pixels;
}

/** The times of the last frames, in milliseconds. */
let frames = [];
let last = performance.now();

function frame(now) {
  frames.push(now - last);
  last = now;
  at('ball').style.transform = `translateX(${150 + 150 * Math.sin(now / 300)}px)`;
  if (frames.length % 30 === 0) at('frames').value = `p99 ${p99().toFixed(1)} ms`;
  requestAnimationFrame(frame);
}

function p99() {
  const sorted = frames.slice(-600).sort((a, b) => a - b);
  return sorted[Math.ceil(0.99 * sorted.length) - 1];
}

requestAnimationFrame(frame);
at('again').addEventListener('click', draw);
at('here').addEventListener('change', draw);
at('tasks').addEventListener('input', () => (at('chosen').value = at('tasks').value));
at('chosen').value = at('tasks').value;
/** For the tests: draws once, and returns its time and those of the frames meanwhile. */
globalThis.measure = async () => {
  frames = [];
  const ms = await draw();
  return { ms, times: frames };
};
draw();
