// Reads what the log explorer writes to the standard input, an object of JSON a line.
import { createInterface } from "node:readline";
import { add, emptyTotals } from "./totals.mjs";

/** So many handlers may run before the feed waits, and with it the explorer. */
const MOST_AT_A_TIME = 32;
const MOST_ALERTS = 20;

/** What is known now. Only the main thread assigns its fields. */
export const known = { totals: emptyTotals(), alerts: [] };

/** Returns when the explorer has ended. */
export async function follow(input) {
  let pending = [];
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    if (line.startsWith('{"whole"')) {
      known.totals = emptyTotals();
    } else if (line.startsWith('{"alert"')) {
      known.alerts = [JSON.parse(line).alert, ...known.alerts].slice(0, MOST_ALERTS);
    } else {
      pending.push(spawn(add, known.totals, line));
    }
    if (pending.length === MOST_AT_A_TIME) {
      await Promise.all(pending);
      pending = [];
    }
  }
  await Promise.all(pending);
}
