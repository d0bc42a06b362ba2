/** Whether a module uses the API. */
import { scopesOf } from './scopes.js';
import { eventCall, parse, type Format } from './syntax.js';

const NAMES = new Set(['spawn', 'async', 'finish', 'mapReduce', 'scatter', 'gather', 'shared']);

/** Whether a text that mentions the API calls an event method on anything, or a function of the API that it does not declare. */
export function usesApi(source: string, format: Format): boolean {
  const tree = parse(source, format);
  if (tree.nodes.some(node => eventCall(node) !== undefined)) return true;
  for (const identifier of scopesOf(tree, () => true).globals.keys()) {
    const parent = tree.parent(identifier);
    const calls = parent?.type === 'CallExpression' && parent.callee === identifier;
    if (calls && NAMES.has(identifier.name)) return true;
  }
  return false;
}
