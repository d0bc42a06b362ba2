export class Graph {
  nodes = new Map();
  static parse(text) {
    const g = new this();
    for (const part of text.split(' ')) {
      const [, a, b, n] = /(\w)-(\w):(\d)/.exec(part);
      g.link(a, b, +n);
    }
    return g;
  }
  link(a, b, cost) {
    for (const [x, y] of [
      [a, b],
      [b, a],
    ]) {
      if (!this.nodes.has(x)) this.nodes.set(x, new Map());
      this.nodes.get(x).set(y, cost);
    }
  }
  *[Symbol.iterator]() {
    for (const [a, edges] of this.nodes) for (const [b, cost] of edges) if (a < b) yield { a, b, cost };
  }
  get size() {
    return this.nodes.size;
  }
  clone() {
    const g = new Graph();
    for (const { a, b, cost } of this) g.link(a, b, cost);
    return g;
  }
  toString() {
    return [...this].map(e => Object.values(e).join('')).join(' ');
  }
}
