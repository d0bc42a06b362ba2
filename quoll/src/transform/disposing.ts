/**
 * Blocks with `await using` in functions that are rewritten to parts. The engine would await the disposal of the resources within the
 * turn, so the declarations become calls, and the awaits are written out. The head of `contract/contract.ts` lists the forms.
 */
import type { Edits } from './edits.js';
import { type Parts, wholeOf } from './parts.js';
import type { Node, Of } from './syntax.js';

type Declaration = Of<'VariableDeclaration'>;

export class Disposing {
  readonly #name: string;
  readonly #error: string;

  constructor(
    readonly edits: Edits,
    readonly parts: Parts,
  ) {
    this.#name = edits.unused('$u');
    this.#error = edits.unused('$e');
  }

  enter(node: Node): void {
    if (node.type === 'BlockStatement') this.#enterBlock(node);
    else if (node.type === 'ForOfStatement' && isAwaited(node.left) && this.parts.isInside(node))
      this.#enterForOf(node, node.left);
    else if (node.type === 'ForStatement' && isAwaited(node.init) && this.parts.isInside(node)) {
      this.edits.around(wholeOf(this.edits.tree, node), `{ ${this.#start}`, `${this.#end} }`);
      this.#enterDeclaration(node.init);
    }
  }

  leave(node: Node): void {
    if (node.type !== 'BlockStatement' || !this.#isDisposing(node)) return;
    this.edits.startAfterDirectives(node.body, node.start + 1, ` ${this.#start}`);
    this.edits.text.appendLeft(node.end - 1, this.#end);
  }

  get #start(): string {
    return `const ${this.#name} = $quoll.resources(); try {`;
  }

  get #end(): string {
    const { name } = this.parts;
    const failed = `catch (${this.#error}) { ${this.#name}.failed(${name}.failed(${this.#error}));`;
    const dispose = `${name}.resume(await ${name}.pause(${this.#name}.dispose()));`;
    return ` } ${failed} } finally { ${name}.live(); while (${this.#name}.isLeft) try { ${dispose} } ${failed} ${name}.live(); } ${this.#name}.end(); }`;
  }

  #isDisposing(block: Of<'BlockStatement'>): boolean {
    return block.body.some(isAwaited) && this.parts.isInside(block.body[0]!);
  }

  #enterBlock(block: Of<'BlockStatement'>): void {
    if (!this.#isDisposing(block)) return;
    // All resources of a block are disposed of in one order.
    for (const statement of block.body) {
      if (statement.type === 'VariableDeclaration' && /using$/.test(statement.kind))
        this.#enterDeclaration(statement);
    }
  }

  #enterDeclaration(declaration: Declaration): void {
    const isLater = isAwaited(declaration);
    this.edits.replace(declaration.start, declaration.declarations[0]!.start, 'const ');
    for (const { init } of declaration.declarations)
      this.edits.around(init!, `${this.#name}.use(`, `, ${isLater})`);
  }

  #enterForOf(loop: Of<'ForOfStatement'>, declaration: Declaration): void {
    const { id } = declaration.declarations[0]!;
    this.edits.replace(declaration.start, id.start, 'const ');
    const use = `${this.#name}.use(${this.edits.simple(id)!}, true);`;
    this.edits.around(loop.body, `{ ${this.#start} ${use} `, `${this.#end} }`);
  }
}

function isAwaited(node: Node | null | undefined): node is Declaration {
  return node?.type === 'VariableDeclaration' && node.kind === 'await using';
}
