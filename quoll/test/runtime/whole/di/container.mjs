const known = new WeakMap();
export const inject = (k, deps) => void known.set(k, deps);
export class Container {
  #made = new Map();
  get(k) {
    if (!this.#made.has(k))
      this.#made.set(k, new k(...(k.inject ?? known.get(k) ?? []).map(d => this.get(d))));
    return this.#made.get(k);
  }
  get size() {
    return this.#made.size;
  }
}
