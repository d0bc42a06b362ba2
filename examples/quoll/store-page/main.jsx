/** Counts primes in React: each press of the button starts four reducers, and the page stays usable meanwhile. */
import { useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { createStore } from './store.js';

const SIZE = 250_000;
const store = createStore(
  { searched: 0, primes: 0, largest: 0 },
  {
    search(from, to) {
      let found = 0;
      for (let n = from; n < to; n++)
        if (isPrime(n)) {
          found++;
          this.largest = Math.max(this.largest, n);
        }
      this.primes += found;
      this.searched += to - from;
    },
  },
);
let next = 0;

function search() {
  for (let i = 0; i < 4; i++, next += SIZE) store.dispatch('search', next, next + SIZE);
}

function isPrime(n) {
  if (n < 2) return false;
  for (let i = 2; i * i <= n; i++) if (n % i === 0) return false;
  return true;
}

function Page() {
  useSyncExternalStore(store.subscribe, store.version);
  const { searched, primes, largest } = store.state;
  return (
    <p>
      <button onClick={search}>Search 1,000,000 more numbers</button>{' '}
      <output>
        {primes} primes among {searched} numbers, the largest is {largest}
      </output>
    </p>
  );
}

createRoot(document.getElementById('page')).render(<Page />);
