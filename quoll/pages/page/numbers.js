export function isPrime(n) {
  if (n < 2) return false;
  for (let i = 2; i * i <= n; i++) if (n % i === 0) return false;
  return true;
}

export class Tally {
  counts = new Array(10).fill(0);

  count(digit) {
    this.counts[digit]++;
  }

  of(digit) {
    return this.counts[digit];
  }
}
