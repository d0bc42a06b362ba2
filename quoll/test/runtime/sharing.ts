/**
 * What several versions of Node share of the tests that each of them runs: `QUOLL_SHARE` is how many versions there are, 1 if there is nothing to
 * share. Random programs have other seeds on each version. Fixed cases take turns: version n of day d has turn d + n (`QUOLL_TURN`), so that each
 * case runs each day on one version, and within `QUOLL_SHARE` days on each.
 */
const { QUOLL_SHARE = '1', QUOLL_TURN = '0' } = process.env;

/** How many of a number of random programs this version of Node runs. */
export function shareOf(count: number): number {
  return Math.ceil(count / Number(QUOLL_SHARE));
}

/** Those of some fixed cases that this version of Node runs today. */
export function turnOf<T>(cases: readonly T[], turn = Number(QUOLL_TURN), share = Number(QUOLL_SHARE)): T[] {
  return cases.filter((_, i) => (i + turn) % share === 0);
}
