/**
 * Stack traces of a thread that runs rewritten text: their frames are those of plain Node, with lines and columns of the source, and without
 * functions of this package.
 */
import { decode, type SourceMapMappings } from '@jridgewell/sourcemap-codec';
import { pathToFileURL } from 'node:url';
import { FOLDERS } from '../contract/stack.js';

/** The encoded mappings of a module's source map, if it is rewritten. */
type MappingsOf = (url: string) => string | undefined;

/** Makes the engine write all stacks of this thread with source positions. */
export function mapStacks(mappingsOf: MappingsOf): void {
  const known = new Map<string, SourceMapMappings | undefined>();
  const mappingsAt = (path: string): SourceMapMappings | undefined => {
    if (!known.has(path)) {
      const mappings = mappingsOf(path.startsWith('/') ? pathToFileURL(path).href : path);
      known.set(path, mappings === undefined ? undefined : decode(mappings));
    }
    return known.get(path);
  };
  Error.prepareStackTrace = (error, sites) => {
    const frames = sites
      .filter(site => !FOLDERS.some(folder => site.getFileName()?.includes(folder)))
      .map(site => `\n    at ${mapped(site, mappingsAt)}`);
    return `${headOf(error)}${frames.join('')}`;
  };
}

function mapped(site: NodeJS.CallSite, mappingsAt: (path: string) => SourceMapMappings | undefined): string {
  const text = String(site);
  const [path, line, column] = [site.getFileName(), site.getLineNumber(), site.getColumnNumber()];
  if (!path || line === null || column === null) return text;
  const segments = mappingsAt(path)?.[line - 1];
  // The last segment that begins at the column or before it.
  const found = segments?.findLast(segment => segment[0] <= column - 1);
  if (found?.[2] === undefined || found[3] === undefined) return text;
  return text.replace(`:${line}:${column}`, `:${found[2] + 1}:${found[3] + 1}`);
}

function headOf(error: Error): string {
  try {
    // As Node shows its own errors.
    const marks = Object.getOwnPropertySymbols(Object.getPrototypeOf(error) ?? {});
    if (marks.some(({ description }) => description === 'kIsNodeError'))
      return `${error.name} [${(error as NodeJS.ErrnoException).code}]: ${error.message}`;
    return Error.prototype.toString.call(error);
  } catch {
    return 'Error';
  }
}
