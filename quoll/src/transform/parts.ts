/**
 * Async functions in parts: a turn ends at each await, and an exception undoes the turn that it leaves. The head of
 * `contract/contract.ts` lists the forms.
 */
import type { Edits } from './edits.js';
import { isFunction, walk, type FunctionNode, type Node, type Of, type Tree } from './syntax.js';

export class Parts {
  /** The variable that holds the part of a function. */
  readonly name: string;
  readonly #failed: string;

  constructor(readonly edits: Edits) {
    this.name = edits.unused('$part');
    const error = edits.unused('$e');
    this.#failed = `catch (${error}) { throw ${this.name}.failed(${error}); }`;
  }

  /** Whether a function is rewritten to parts. */
  has(node: FunctionNode): boolean {
    return node.async && this.#isBlock(node);
  }

  /** The text at the start of such a function, before its own statements, and at its end. */
  get start(): string {
    return `const ${this.name} = $quoll.part(); try {`;
  }

  get end(): string {
    return ` } ${this.#failed} finally { ${this.name}.end(); }`;
  }

  /** The start of each `catch` and `finally`. */
  live(node: Node): string {
    return this.isInside(node) ? `${this.name}.live();` : '$quoll.live();';
  }

  enter(node: Node): void {
    if (node.type === 'AwaitExpression' && this.isInside(node)) this.#pauseAt(node, node.argument);
    else if (node.type === 'YieldExpression' && this.isInside(node)) this.#pauseAt(node, node.argument);
    else if (node.type === 'ReturnStatement' && node.argument && this.#isInGenerator(node))
      this.edits.around(node.argument, `${this.name}.resume(await ${this.name}.pause(`, '))');
    else if (node.type === 'ForOfStatement' && node.await && this.isInside(node)) this.#enterForAwait(node);
    else if (node.type === 'LabeledStatement' && this.isInside(node)) this.#enterLabeled(node);
  }

  #pauseAt(node: Node, argument: Node | null | undefined): void {
    if (argument) {
      this.edits.around(node, `${this.name}.resume(`, ')');
      this.edits.around(argument, `${this.name}.pause(`, ')');
    } else this.edits.around(node, `${this.name}.resume(`, ` ${this.name}.pause())`);
  }

  #enterForAwait(loop: Of<'ForOfStatement'>): void {
    const { edits } = this;
    edits.around(wholeOf(edits.tree, loop), '{ ', ` ${this.name}.live(); }`);
    edits.around(loop.right, `${this.name}.each(`, ')');
    edits.around(loop.body, `{ ${this.name}.live(); try { `, ` } ${this.#failed} }`);
  }

  /** A jump to the label out of a `for await` in it, which closes the iterator, must resume. */
  #enterLabeled(labeled: Of<'LabeledStatement'>): void {
    const { body } = labeled;
    if (body.type === 'LabeledStatement' || isForAwait(body) || !holdsForAwait(body)) return;
    this.edits.around(labeled, '{ ', ` ${this.name}.live(); }`);
    if (isLoop(body)) this.edits.around(body.body, `{ ${this.name}.live(); `, ' }');
  }

  /** Whether the code of a node belongs to a function with parts. */
  isInside(node: Node): boolean {
    const f = this.#functionAround(node);
    return f !== undefined && this.has(f);
  }

  /** Whether it belongs to an async generator with parts, whose `return` awaits. */
  #isInGenerator(node: Node): boolean {
    const f = this.#functionAround(node);
    return f !== undefined && 'generator' in f && f.generator === true && this.has(f);
  }

  #functionAround(node: Node): FunctionNode | undefined {
    for (let at = this.edits.tree.parent(node); at; at = this.edits.tree.parent(at)) {
      if (isFunction(at)) return at;
    }
    return undefined;
  }

  /** Whether the body of a function may stand in a block: there, a function's name must not be declared twice. */
  #isBlock(node: FunctionNode): boolean {
    const outer = this.edits.scopes.scopeOf(node);
    const scope = outer?.type === 'function-expression-name' ? outer.childScopes[0] : outer;
    return (scope?.variables ?? []).every(({ defs }) => {
      const inBody = defs.filter(({ type }) => type !== 'Parameter');
      return inBody.length < 2 || inBody.every(({ type }) => type !== 'FunctionName');
    });
  }
}

/** A loop with its labels. */
export function wholeOf(tree: Tree, loop: Node): Node {
  const parent = tree.parent(loop);
  return parent?.type === 'LabeledStatement' ? wholeOf(tree, parent) : loop;
}

type Loop = Of<'ForStatement' | 'ForInStatement' | 'ForOfStatement' | 'WhileStatement' | 'DoWhileStatement'>;

function isLoop(node: Node): node is Loop {
  return /^(For|ForIn|ForOf|While|DoWhile)Statement$/.test(node.type);
}

function isForAwait(node: Node): boolean {
  return node.type === 'ForOfStatement' && node.await;
}

/** Whether there is a `for await` in a statement, outside of functions in it. */
function holdsForAwait(statement: Node): boolean {
  let found = false;
  walk(statement, node => {
    if (isFunction(node)) return false;
    found ||= isForAwait(node);
    return undefined;
  });
  return found;
}
