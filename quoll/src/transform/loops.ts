/**
 * Loops over objects that may become views between two iterations, or that destructure their elements. The head of
 * `contract/contract.ts` lists the forms.
 */
import type { Edits } from './edits.js';
import { needOf, wrappingEach } from './patterns.js';
import type { Properties } from './properties.js';
import type { Node, Of } from './syntax.js';

export class Loops {
  constructor(
    readonly edits: Edits,
    readonly properties: Properties,
  ) {}

  enter(node: Node): void {
    if (node.type === 'ForInStatement') this.#enterForIn(node);
    else if (node.type === 'ForOfStatement') this.#enterForOf(node);
  }

  /** `for (k in o)` → `for (k of $quoll.keys(o))`: the engine's loop would end when `o` becomes a view. */
  #enterForIn(node: Of<'ForInStatement'>): void {
    const { edits } = this;
    if (node.left.type === 'Identifier' && node.left.name === 'async')
      return this.properties.wrap(node.right);
    const start = edits.token(node.left.end, node.right.start, 'in').start;
    edits.replace(start, start + 2, 'of');
    edits.around(node.right, '$quoll.keys(', ')');
  }

  #enterForOf(node: Of<'ForOfStatement'>): void {
    const pattern = node.left.type === 'VariableDeclaration' ? node.left.declarations[0]!.id : node.left;
    const need = needOf(pattern);
    const held = needOf(pattern, true);
    const iterate = node.await ? '$quoll.iterateLater(' : '$quoll.iterate(';
    if (need !== undefined) this.edits.around(node.right, ...wrappingEach(need, node.await));
    else if (held !== undefined) this.edits.around(node.right, iterate, `, ${held})`);
    // Nearly any body may run code that shares what the loop goes over: a getter, a setter, a conversion of `sum += x`.
    this.#enterEach(node.right);
    if (node.await && !isWalk(node.right)) this.edits.around(node.right, iterate, ')');
  }

  /** `for (x of a.entries())` → `for (x of $quoll.each(a, 'entries'))`. */
  #enterEach(iterated: Node): void {
    const { edits } = this;
    edits.around(iterated, '$quoll.each(', ')');
    if (!isWalk(iterated)) return;
    const { object, property } = iterated.callee;
    edits.taken.add(property);
    const dot = edits.token(object.end, property.start, '.');
    edits.replace(dot.start, iterated.end, `, '${property.name}'`);
  }
}

/** A call like `a.entries()`. */
type WalkCall = Of<'CallExpression'> & {
  callee: Of<'MemberExpression'> & { property: Of<'Identifier'> };
};

function isWalk(node: Node): node is WalkCall {
  if (node.type !== 'CallExpression' || node.arguments.length > 0) return false;
  const { callee } = node;
  if (callee.type !== 'MemberExpression' || callee.computed || callee.object.type === 'Super') return false;
  return callee.property.type === 'Identifier' && /^(keys|values|entries)$/.test(callee.property.name);
}
