/**
 * The needs of patterns. A view supports only named fields, so if a pattern needs more (`...rest`, `length`, elements, computed names), at
 * any depth inside another pattern, it gets the value in its full form:
 *
 *     const { a, length } = o            const { a, length } = $quoll.full(o)
 *     const { a, ...rest } = o           const { a, ...rest } = $quoll.parts(o, 2)
 *     const { a: { b, ...rest } } = o    const { a: { b, ...rest } } = $quoll.parts(o, { "a": 2 })
 *     const [, { ...rest } = d] = o      const [, { ...rest } = $quoll.full(d)] = $quoll.parts(o, [0, 1])
 *
 * The same form lets an array pattern continue if code that runs while it takes the elements shares the array, which then has none:
 *
 *     const [a = f(), b] = o             const [a = f(), b] = $quoll.parts(o, [0, 0])
 */
import { isFunction, staticName, type Node, type Of } from './syntax.js';

type ObjectPattern = Of<'ObjectPattern'>;

/** The need of a value that must itself be full, while nothing in it must. */
const FULL = '1';
/** The same for a pattern that takes the rest after other properties: a getter of the object's class may share the object before. */
const WITH_REST = '2';

/**
 * The need of an assignment target, as the text of a `Need` of the contract; undefined if it needs nothing. `isAll`: also for patterns with
 * named fields only.
 */
export function needOf(target: Node, isAll = false): string | undefined {
  switch (target.type) {
    case 'AssignmentPattern':
      return needOf(target.left, isAll);
    case 'ObjectPattern':
      return needOfObject(target, isAll);
    case 'ArrayPattern': {
      const needs = target.elements.map(element => element && needOf(element, isAll));
      const isNeeded = needs.some(need => need) || isAll || target.elements.slice(0, -1).some(runsCode);
      return isNeeded ? `[${needs.map(need => need ?? '0').join(', ')}]` : undefined;
    }
    default:
      return undefined;
  }
}

/** As needOf, for the value that a pattern gets: no code but the pattern can reach an array that a literal makes. */
export function needOfValue(pattern: Node, value: Node): string | undefined {
  const need = needOf(pattern);
  const isFresh = pattern.type === 'ArrayPattern' && value.type === 'ArrayExpression';
  return isFresh && /^\[[0, ]*\]$/.test(need ?? '') ? undefined : need;
}

/** Whether taking an element may run code of the program: a default value, a getter, a setter, an iterator. */
function runsCode(element: Node | null): boolean {
  if (!element || element.type === 'Identifier') return false;
  return (
    element.type !== 'AssignmentPattern' || element.left.type !== 'Identifier' || !isQuiet(element.right)
  );
}

function partRunsCode(part: ObjectPattern['properties'][number]): boolean {
  return part.type === 'Property' && (runsCode(part.value) || (part.computed && !isQuiet(part.key)));
}

/** Whether evaluating an expression certainly runs no other code. */
function isQuiet(node: Node): boolean {
  if (node.type === 'UnaryExpression') return node.argument.type === 'Literal';
  return node.type === 'Literal' || node.type === 'Identifier' || isFunction(node);
}

function needOfObject(pattern: ObjectPattern, isAll: boolean): string | undefined {
  const inner = pattern.properties.flatMap(part => {
    const need = part.type === 'Property' ? needOf(part.value, isAll) : undefined;
    return need === undefined ? [] : [`${JSON.stringify(nameOf(part as Of<'Property'>))}: ${need}`];
  });
  if (inner.length > 0) return `{ ${inner.join(', ')} }`;
  const takesRest = pattern.properties.length > 1 && pattern.properties.at(-1)!.type === 'RestElement';
  // The code may share the object before the rest is taken.
  if (takesRest && pattern.properties.some(partRunsCode)) return '{}';
  if (takesRest && !isAll) return WITH_REST;
  return isAll || asksForMore(pattern) ? FULL : undefined;
}

/** The name of a property; `'*'` for a computed one, which may be any. */
function nameOf({ key, computed }: Of<'Property'>): string {
  if (key.type === 'Literal') return String(key.value);
  return key.type === 'Identifier' && !computed ? key.name : '*';
}

/** Whether a pattern needs more than named fields. */
function asksForMore(pattern: ObjectPattern): boolean {
  return pattern.properties.some(part => {
    if (part.type !== 'Property') return true;
    const name = staticName(part.key, part.computed);
    return name === undefined || name === 'length';
  });
}

/** The texts around a value that give it the form that a pattern needs. */
export function wrapping(need: string): [before: string, after: string] {
  return need === FULL ? ['$quoll.full(', ')'] : ['$quoll.parts(', `, ${need})`];
}

/**
 * The texts around a value that convert the parts that a pattern reads, if foreign code may have the value; undefined if the target is not
 * a pattern. Of a value that foreign code certainly has not, only the parts that are destructured are converted.
 */
export function holding(pattern: Node, isOwn = false): [before: string, after: string] | undefined {
  const need = needOf(pattern, true);
  if (need === undefined || (isOwn && /^(1|\[[0, ]*\])$/.test(need))) return undefined;
  if (need === FULL) return ['$quoll.open(', ')'];
  return /^[[0, \]]+$/.test(need) ? ['$quoll.iterate(', ')'] : ['$quoll.opened(', `, ${need})`];
}

/** As wrapping, for the iterable whose elements a loop destructures. */
export function wrappingEach(need: string, isAsync: boolean): [before: string, after: string] {
  return [isAsync ? '$quoll.wholesLater(' : '$quoll.wholes(', `, ${need})`];
}
