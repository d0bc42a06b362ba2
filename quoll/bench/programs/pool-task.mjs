// The task that piscina's threads run.
import { countPrimes, mandelbrot } from './kernels.mjs';

export default function ({ task, part }) {
  if (task === 'nothing') return 0;
  return task === 'mandelbrot' ? mandelbrot(...part) : countPrimes(...part);
}
