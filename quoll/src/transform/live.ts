/**
 * Imports from code that is not rewritten, which may assign what it exports: `count` becomes `$live$count.count`, where `$live$count` is the
 * namespace of the module, which each realm gives to the functions that it makes. A value would stay the first one.
 *
 * Modules of Node do not assign their exports, and functions get guarded ones (`code/guard.ts`).
 */
import { isActing, isCallingBack } from '../code/acting.js';
import type { Foreign } from '../contract/contract.js';
import { HOST_MODULE } from '../contract/language.js';
import type { Edits } from './edits.js';
import type { Variable } from './scopes.js';
import type { Identifier, Node } from './syntax.js';

export class Live {
  readonly #namespaces = new Map<Variable, Foreign>();

  constructor(readonly edits: Edits) {
    const { scopes } = edits;
    for (const variable of new Set(scopes.literals.flatMap(({ foreign }) => [...foreign]))) {
      const foreign = scopes.foreign.get(variable)!;
      if (!mayChange(foreign)) continue;
      const { specifier, imported } = foreign;
      // Messages of the engine show these names, and `contract/messages.ts` finds that of the program in them.
      const local = edits.unused(`$live$${variable.name}`);
      this.#namespaces.set(variable, { local, specifier, imported: '*', names: [imported], path: [] });
      // There, modules start in the order in which the program imports them.
      const declaration = variable.defs[0]!.parent as Node;
      edits.after(declaration, `; import * as ${local} from ${JSON.stringify(specifier)};`);
      const text = /^[\w$]+$/.test(imported)
        ? `${local}.${imported}`
        : `${local}[${JSON.stringify(imported)}]`;
      for (const reference of variable.references) {
        const identifier = reference.identifier as Identifier;
        if (edits.tree.parent(identifier)?.type !== 'ExportSpecifier') edits.names.set(identifier, text);
      }
    }
  }

  /** The binding that functions get for a variable. */
  bindingOf(variable: Variable): Foreign {
    return this.#namespaces.get(variable) ?? this.edits.scopes.foreign.get(variable)!;
  }
}

/** Whether the value of a binding may be another one later. That of a part is a constant of the program. */
function mayChange({ specifier, imported, path, attributes }: Foreign): boolean {
  if (/^(\*|require)$/.test(imported) || path.length > 0 || attributes) return false;
  if (specifier === HOST_MODULE || specifier.startsWith('@hocket/quoll')) return false;
  return !isActing(specifier) && !isCallingBack(specifier);
}
