/** Constants and imports that the program assigns, which the language refuses: the functions that other realms make have parameters in their place. */
import type { Edits } from './edits.js';
import { isConstant } from './fixed.js';
import type { Identifier } from './syntax.js';

/** `c = f()` → `({ get v() { return c; }, set v($) { throw … } }).v = f()`, also in patterns, loops and with other operators. */
export function protectConstants(edits: Edits): void {
  for (const reference of edits.scopes.references) {
    const variable = reference.resolved;
    const identifier = reference.identifier as Identifier;
    if (!variable || !reference.isWrite() || reference.init || !isConstant(variable)) continue;
    if (!edits.scopes.isCaptured(variable)) continue;
    edits.names.set(
      identifier,
      `({ get v() { return ${edits.simple(identifier)!}; }, set v($) { throw new TypeError('Assignment to constant variable.'); } }).v`,
    );
  }
}
