/** The output of `--stats`. */
import type { Conflict, Counts, Place, Report } from './counts.js';
import type { Pauses } from './pauses.js';

/** The number of aborts per run from which a field gets a hint. */
const WORTH_A_HINT = 0.1;

/** The table of a report, and hints. `shorten` makes a module's URL short. */
export function tableOf(
  report: Report,
  workers: number,
  seconds: number,
  shorten: (url: string) => string,
): string {
  const all = Object.values(report).sort((a, b) => b.runs + aborts(b) - a.runs - aborts(a));
  const total = (pick: (counts: Counts) => number) => all.reduce((sum, counts) => sum + pick(counts), 0);
  const at = (place: Place | undefined) => (place ? ` (${shorten(place.file)}:${place.line})` : '');
  const lines = [
    `quoll --stats: ${total(c => c.runs)} runs of handlers on ${workers} workers and the main realm, ${seconds.toFixed(2)} s`,
    row('runs', 'failed', 'aborts', 'by main', 'token', 'in main', 'handler'),
  ];
  for (const counts of all) {
    const { runs, failed, abortsByMain, withToken, inMain } = counts;
    lines.push(
      row(
        runs,
        failed,
        aborts(counts),
        abortsByMain,
        withToken,
        inMain,
        `${counts.label}${at(counts.place)}`,
      ),
    );
    for (const conflict of conflictsOf(counts)) {
      lines.push(
        row('', '', conflict.aborts, '', '', '', `  aborted over ${conflict.field}${at(conflict.place)}`),
      );
    }
    for (const [why, count] of Object.entries(counts.reasons)) {
      lines.push(row('', '', '', '', '', count, `  in the main realm for ${why}`));
    }
  }
  lines.push(
    row(
      total(c => c.runs),
      total(c => c.failed),
      total(aborts),
      total(c => c.abortsByMain),
      total(c => c.withToken),
      total(c => c.inMain),
      'all',
    ),
  );
  for (const counts of all) lines.push(...hintsOf(counts, at));
  return `${lines.join('\n')}\n`;
}

function aborts(counts: Counts): number {
  return counts.abortsByHandlers + counts.abortsByMain;
}

function conflictsOf(counts: Counts): Conflict[] {
  return Object.values(counts.conflicts).sort((a, b) => b.aborts - a.aborts);
}

/** A hint for each object whose fields often cause aborts. */
function hintsOf(counts: Counts, at: (place: Place | undefined) => string): string[] {
  const objects = new Map<string, Conflict[]>();
  for (const conflict of conflictsOf(counts)) {
    if (conflict.object !== undefined)
      objects.set(conflict.object, [...(objects.get(conflict.object) ?? []), conflict]);
  }
  return [...objects].flatMap(([object, conflicts]) => {
    const sum = conflicts.reduce((all, one) => all + one.aborts, 0);
    if (sum <= WORTH_A_HINT * counts.runs) return [];
    const [first] = conflicts;
    const name = conflicts.length === 1 ? first!.name : '*';
    return (
      `hint: ${counts.label} was aborted ${sum} times in ${counts.runs} runs over ${first!.field}` +
      `${conflicts.length > 1 ? ` and ${conflicts.length - 1} more` : ''}${at(first!.place)}. If its runs need not see each other's ` +
      `changes, mark ${conflicts.length > 1 ? 'them' : 'it'} eventual: ${object}.markEventual('${name}', sum)`
    );
  });
}

const WIDTHS = [9, 7, 8, 8, 7, 8];

function row(...cells: (number | string)[]): string {
  return cells
    .map((cell, i) => (i < WIDTHS.length ? String(cell).padStart(WIDTHS[i]!) : `  ${cell}`))
    .join('');
}

/** One line, or none without collections. */
export function lineOf({ collections, longest: { waited, collected }, total, postponed }: Pauses): string {
  if (collections + postponed === 0) return '';
  const late = postponed === 0 ? '' : `; ${postponed} postponed for a long handler`;
  return (
    `${collections} collections of garbage, pauses of ${total.toFixed(0)} ms in all, the longest ` +
    `${(waited + collected).toFixed(0)} ms (${waited.toFixed(0)} until all workers stood still)${late}\n`
  );
}
