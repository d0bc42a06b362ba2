export function* bfs(g, start) {
  const seen = new Set([start]);
  for (const n of seen) {
    yield n;
    for (const m of g.nodes.get(n).keys()) seen.add(m);
  }
}
export function dijkstra(g, start) {
  const dist = Object.fromEntries([...g.nodes.keys()].map(k => [k, Infinity]));
  dist[start] = 0;
  const todo = new Set(g.nodes.keys());
  while (todo.size) {
    let best;
    for (const n of todo) if (best === undefined || dist[n] < dist[best]) best = n;
    todo.delete(best);
    for (const [m, c] of g.nodes.get(best)) dist[m] = Math.min(dist[m], dist[best] + c);
  }
  return dist;
}
export function topological(deps) {
  const out = [],
    state = {};
  const visit = n => {
    if (state[n] === 2) return;
    if (state[n] === 1) throw new Error('cycle at ' + n);
    state[n] = 1;
    deps[n].forEach(visit);
    state[n] = 2;
    out.unshift(n);
  };
  Object.keys(deps).forEach(visit);
  return out;
}
export const components = g =>
  [...g.nodes.keys()].reduce((all, n) => (all.some(s => s.has(n)) ? all : [...all, new Set(bfs(g, n))]), []);
