/**
 * Text that the program gives to `eval`, which is not rewritten: a shared object would seem empty to it. So it must not name a variable through
 * which it may reach one. What functions from text get are stand-ins, because such functions are foreign code.
 */
import type { Edits } from './edits.js';
import type { Identifier, Node } from './syntax.js';

/** `eval(s)` → `eval(($s => { … return $s; })(s))`, where names of the module's variables in the text are looked up. */
export function checkText(edits: Edits, text: Node): void {
  const declared = edits.tree.nodes.filter(
    (node): node is Identifier => node.type === 'Identifier' && edits.scopes.variable(node) !== undefined,
  );
  const all = new Set(declared.map(({ name }) => name));
  const names = JSON.stringify([...all, 'this', 'arguments']);
  const [source, name, value] = [edits.unused('$s'), edits.unused('$n'), edits.unused('$v')];
  // A name may be written with escapes.
  const isNamed = String.raw`${source}.includes('\\u') || ${source}.match(/[\p{ID_Continue}$\u200c\u200d]+/gu)?.includes(${name})`;
  const message = `'this text uses \\'' + ${name} + '\\', which may lead to shared objects, and text is not rewritten: pass the value to a function that new Function makes'`;
  // JSON names nothing, whatever its keys are.
  const skipped = all.has('JSON')
    ? ''
    : String.raw`try { JSON.parse(${source}.replace(/^\s*\(|\)\s*;?\s*$/g, '')); return ${source}; } catch {} `;
  edits.around(
    text,
    `(${source} => { if (typeof ${source} === 'string') { ${skipped}for (const ${name} of ${names}) if (${isNamed}) { let ${value}; try { ${value} = eval(${name}); } catch {} if ($quoll.leads(${value})) throw new EvalError(${message}); } } return ${source}; })(`,
    ')',
  );
}
