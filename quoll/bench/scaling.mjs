// Figures 5 to 7 of the paper: speed-up over plain Node on one thread, by the number of workers, and how many attempts were aborted.
import { availableParallelism } from 'node:os';
import { aborts, isQuick, median, number, plain, quoll, table, timesOf } from './running.mjs';

/** The paper's axis ends at twice as many threads as its machine has cores. */
const WORKERS = Array.from({ length: isQuick ? 2 : 2 * availableParallelism() }, (_, i) => i + 1);
const ROUNDS = isQuick ? 1 : 3;
/** The time until a program is warm: each worker has an engine of its own, and gets a part of the work. */
const warmUp = workers => ({ WARM_UP_MS: String(2000 * workers) });

const byHand =
  (...args) =>
  workers => ({ args: plain('by-hand', ...args), environment: { WORKERS: String(workers) } });
const ours =
  (...args) =>
  workers => ({ args: quoll(workers, ...args) });

/** Each curve: the program for a number of workers. All are compared with `plain`, or each curve with its own. */
const FIGURES = {
  5: {
    title: 'Figure 5: nothing shared',
    curves: {
      'primes, quoll': { program: ours('primes'), plain: ['primes'] },
      'Mandelbrot, quoll': { program: ours('mandelbrot'), plain: ['mandelbrot'] },
      'primes, by hand': { program: byHand('primes'), plain: ['primes'] },
      'Mandelbrot, by hand': { program: byHand('mandelbrot'), plain: ['mandelbrot'] },
    },
  },
  6: {
    title: 'Figure 6: primes with a shared counter',
    curves: {
      '100 numbers, regular': { program: ours('counter-regular', '100'), plain: ['counter'], aborts: true },
      '100 numbers, eventual': { program: ours('counter-eventual', '100'), plain: ['counter'] },
      '1000 numbers, regular': { program: ours('counter-regular', '1000'), plain: ['counter'], aborts: true },
      '1000 numbers, eventual': { program: ours('counter-eventual', '1000'), plain: ['counter'] },
    },
  },
  7: {
    title: 'Figure 7: word count, 4 MB',
    curves: {
      '4 kB chunks, regular': {
        program: ours('words-regular', '4096'),
        plain: ['words', '4096'],
        aborts: true,
      },
      '4 kB chunks, eventual': { program: ours('words-eventual', '4096'), plain: ['words', '4096'] },
      '256 kB chunks, regular': {
        program: ours('words-regular', '262144'),
        plain: ['words', '262144'],
        aborts: true,
      },
      '256 kB chunks, eventual': { program: ours('words-eventual', '262144'), plain: ['words', '262144'] },
    },
  },
};

/** Measures a figure and prints its tables. `keep` gets each curve's points: the figure, the title of the vertical axis, the name of the curve. */
export function figure(number, keep) {
  const { title, curves } = FIGURES[number];
  const speedups = {};
  for (const [name, { program, plain: alone }] of Object.entries(curves)) {
    const programs = { alone: { args: plain('plain', ...alone), environment: warmUp(1) } };
    for (const workers of WORKERS) {
      const { args, environment } = program(workers);
      programs[workers] = { args, environment: { ...environment, ...warmUp(workers) } };
    }
    const times = timesOf(`${title}, ${name}`, programs, ROUNDS);
    speedups[name] = WORKERS.map(workers =>
      median(times[workers].map((time, round) => times.alone[round] / time)),
    );
    keep(`figure${number}`, `${title}`, name, speedups[name]);
  }
  print(`${title}: speed-up over plain Node on one thread`, speedups, value => `${show(value)}×`);
  const rates = {};
  for (const [name, { program, aborts: isAborted }] of Object.entries(curves)) {
    if (!isAborted) continue;
    rates[name] = WORKERS.map(workers => {
      const { runs, aborted } = aborts(program(workers).args);
      return (100 * aborted) / (runs + aborted);
    });
    keep(`figure${number}-aborts`, `${title}, aborted attempts`, name, rates[name]);
  }
  if (Object.keys(rates).length > 0)
    print(`${title}: aborted attempts, per cent of all`, rates, value => value.toFixed(1));
}

const show = number;

function print(title, curves, text) {
  table(
    title,
    ['workers', ...Object.keys(curves)],
    WORKERS.map((workers, i) => [workers, ...Object.values(curves).map(points => text(points[i]))]),
  );
}
