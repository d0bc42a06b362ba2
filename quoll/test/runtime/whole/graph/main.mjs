import { Graph } from './graph.mjs';
import { bfs, dijkstra, topological, components } from './algorithms.mjs';
export default function main(w) {
  w.g = Graph.parse('a-b:4 a-c:1 c-b:2 b-d:5 e-f:1');
  const dist = dijkstra(w.g, 'a');
  w.dist = dist;
  let error;
  try {
    topological({ a: ['b'], b: ['a'] });
  } catch (e) {
    error = e.message;
  }
  return [
    [...bfs(w.g, 'a')],
    w.dist,
    topological({ x: ['y', 'z'], y: ['z'], z: [] }),
    error,
    components(w.g).map(s => [...s].sort().join('')),
    w.g.size,
    [...w.g].length,
    `${w.g}`,
    w.g.clone().size,
  ];
}
