/** Runs all cases in this process and prints the results, one JSON line each. A case that does not end in time is one. */
import { cases } from './cases.js';

const LIMIT_MS = 300_000;

for (const [name, [run]] of Object.entries(cases)) {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise(resolve => {
    timer = setTimeout(() => resolve(`no result after ${LIMIT_MS} ms`), LIMIT_MS);
  });
  try {
    const result = await Promise.race([run(), late]);
    process.stdout.write(`${JSON.stringify({ name, result })}\n`);
  } catch (error) {
    process.stdout.write(`${JSON.stringify({ name, error: String((error as Error)?.stack ?? error) })}\n`);
  }
  clearTimeout(timer);
}
