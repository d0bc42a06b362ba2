/**
 * Optional chains. One whose parts are rewritten is lowered first (`Edits.lower`), so that its `?.` become tests of temporaries. A chain that is
 * called in parentheses keeps its object, and one that is deleted gets a full object:
 *
 *     (a?.m)(x)        ($quoll.invoked(($1 = a) == null ? void 0 : $1.m, $1, "m"))(x)
 *     delete a?.b.c    delete (($1 = a) == null ? {} : $quoll.full($1.b)).c
 */
import type { Refusal } from '../contract/contract.js';
import type { Edits } from './edits.js';
import { hasOptional, isCallee, isComputed, isLength, isRead, spine } from './members.js';
import { passesObjects } from './origins.js';
import { shown } from './shown.js';
import { eventCall, isDeleted, position, type Node, type Of } from './syntax.js';

type Chain = Of<'ChainExpression'>;

export class Chains {
  /** Chains that cannot be rewritten. */
  readonly refusals: Refusal[] = [];
  readonly #lowered = new Set<Chain>();

  constructor(readonly edits: Edits) {}

  enter(chain: Chain): void {
    const { tree } = this.edits;
    if (isDeleted(tree, chain)) this.#enterDeleted(chain, chain.expression as Of<'MemberExpression'>);
    else if (isCalled(chain, tree.parent(chain)!))
      this.#enterCalled(chain, chain.expression as Of<'MemberExpression'>);
    else if (spine(chain).some(part => this.#needsLowering(part))) this.#lower(chain);
  }

  /** Whether parts of an optional chain can be rewritten: it has no `?.` before them, or is lowered. */
  isOpen(node: Node): boolean {
    return !hasOptional(node) || this.#isLowered(node);
  }

  #enterDeleted(chain: Chain, member: Of<'MemberExpression'>): void {
    if (!hasOptional(member.object)) return;
    // Without the object there is nothing to delete, and no error.
    this.#lower(chain, member.object, member.optional ? 'void 0' : '{}');
  }

  #enterCalled(chain: Chain, member: Of<'MemberExpression'>): void {
    const { edits } = this;
    this.#lower(chain);
    const receiver = edits.keepReceiver(member);
    if (member.object.type !== 'Super' && !edits.isHead(member.object)) edits.keep(member.object, receiver);
    const name = JSON.stringify(shown(chain));
    const parent = edits.tree.parent(chain)!;
    const optional = parent.type === 'CallExpression' && parent.optional ? ', true' : '';
    edits.around(chain, '$quoll.invoked(', `, ${receiver}, ${name}${optional})`);
  }

  /** Lowers the chain `root`, or that with which a chain begins. */
  #lower(chain: Chain, root: Node = chain, otherwise = 'void 0'): void {
    if (this.edits.lower(root, otherwise)) this.#lowered.add(chain);
    else
      this.refusals.push({
        ...position(this.edits.tree, chain),
        message:
          "this optional chain cannot take a shared object apart. Leave out the parentheses before its '?.'",
      });
  }

  #needsLowering(node: Node): boolean {
    if (!hasOptional(node)) return false;
    if (node.type === 'CallExpression')
      return (
        eventCall(node) !== undefined ||
        // What the chain goes on to call may be foreign.
        isCallee(node, this.edits.tree.parent(node)!) ||
        (node.callee.type === 'MemberExpression' &&
          hasOptional(node.callee) &&
          (node.optional || passesObjects(this.edits.tree, node, node.arguments)))
      );
    return (
      node.type === 'MemberExpression' && (isComputed(node) || isLength(node) || isRead(this.edits, node))
    );
  }

  #isLowered(node: Node): boolean {
    for (let at: Node | undefined = node; at; at = this.edits.tree.parent(at)) {
      if (at.type === 'ChainExpression') return this.#lowered.has(at);
    }
    return false;
  }
}

/** Whether a chain in parentheses ends with a method that `parent` calls. */
export function isCalled(chain: Chain, parent: Node): boolean {
  if (chain.expression.type !== 'MemberExpression') return false;
  if (parent.type === 'CallExpression') return parent.callee === chain;
  return parent.type === 'TaggedTemplateExpression' && parent.tag === chain;
}
