/** The code of a realm for its heap: the program's functions, and the run time's own classes. */
import type { CodeRegistry } from '../code/registry.js';
import { BUILT_IN } from '../events/outcomes.js';
import { append, histogram, max, min, sum, union } from '../eventual.js';
import type { Code } from '../heap/code.js';
import { Mirrored } from '../heap/mirrors.js';

/** The address of the run time's own functions. */
const OWN = 'quoll:';
const own: readonly Function[] = [...BUILT_IN, sum, min, max, append, union, histogram];

/** `unprepared` loads the function's imports, or stops the attempt until they are loaded. */
export function codeOf(
  registry: () => CodeRegistry,
  unprepared: (address: { url: string; id: number }) => void,
): Code {
  return {
    describe(f) {
      const id = own.indexOf(f);
      return id < 0
        ? registry().describe(Mirrored.behind(f))
        : { url: OWN, id, captures: [], self: undefined, isLasting: true };
    },
    isProxy: object => registry().host.isProxy(object),
    neededFor: address => (address.url === OWN ? [] : registry().neededFor(address)),
    begin(address, captures, self) {
      if (address.url === OWN) return { f: own[address.id]!, isLasting: true, set: () => undefined };
      if (!registry().isPrepared(address)) unprepared(address);
      return registry().begin(address, captures, self);
    },
  };
}
