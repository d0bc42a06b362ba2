/** Functions for the cases. This module belongs to the program: it is rewritten like the cases. */
import { waitall } from '@hocket/quoll';

/** Resolves when all events `label` that this turn emits on `target` are handled. */
export function handled(target: object, label: string): Promise<unknown> {
  return new Promise(resolve => waitall(target, label, resolve, { realm: 'main' }));
}

export function isPrime(n: number): boolean {
  if (n < 2) return false;
  for (let i = 2; i * i <= n; i++) if (n % i === 0) return false;
  return true;
}

/** Resolves in a later round of the event loop. */
export function later(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, 0));
}
