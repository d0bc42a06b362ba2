// The counts of all services, which handlers on every core add to. The fields are eventual: handlers that add to the same
// one never conflict, and each of their contributions counts once.
import { sum } from "@hocket/quoll";

export function emptyTotals() {
  const totals = { lines: 0, places: {}, minutes: {} };
  totals.markEventual("lines", sum);
  totals.places.markEventual("*", sum);
  totals.minutes.markEventual("*", sum);
  return totals;
}

/** Adds the counts of a line of the feed. A handler: it runs in parallel, in a worker, and takes effect as a whole. */
export function add(totals, line) {
  const { counts } = JSON.parse(line);
  for (const [service, level, minute, lines] of counts) {
    const place = `${service} ${level}`;
    totals.places[place] = (totals.places[place] ?? 0) + lines;
    totals.minutes[minute] = (totals.minutes[minute] ?? 0) + lines;
    totals.lines += lines;
  }
}

/** What the page shows: a row for each service, and the last hour by minutes, without those that are still to come. */
export function report(totals, alerts) {
  // A map, as a service may be called __proto__ or constructor.
  const rows = new Map();
  for (const [place, lines] of Object.entries(totals.places)) {
    const [service, level] = place.split(" ");
    rows.set(service, { ...rows.get(service), [level]: lines });
  }
  const now = Date.now() / 60_000;
  const minutes = Object.entries(totals.minutes)
    .map(([minute, lines]) => [Number(minute), lines])
    .filter(([minute]) => minute > 0 && minute <= now)
    .sort(([one], [other]) => one - other)
    .slice(-60);
  return { lines: totals.lines, services: Object.fromEntries(rows), minutes, alerts };
}
