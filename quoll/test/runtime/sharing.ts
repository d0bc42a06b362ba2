/** Random tests that several versions of Node share. */

/**
 * How many of a number of random programs this version of Node runs: `QUOLL_SHARE` is how many versions run the same tests, each with other
 * seeds. What is not random runs on each.
 */
export function shareOf(count: number): number {
  return Math.ceil(count / Number(process.env['QUOLL_SHARE'] ?? 1));
}
