export default class Store {
  #undo = [];
  constructor(target, emitter) {
    this.target = target;
    this.emitter = emitter;
  }
  set(k, v) {
    const { target } = this;
    const had = Object.hasOwn(target, k),
      old = target[k];
    this.#undo.push(() => {
      if (had) target[k] = old;
      else delete target[k];
    });
    target[k] = v;
    this.emitter.emit('change', target, k);
    return this;
  }
  undo() {
    let n = 0;
    while (this.#undo.length) {
      this.#undo.pop()();
      n++;
    }
    return n;
  }
}
