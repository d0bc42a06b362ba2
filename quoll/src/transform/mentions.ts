/** A test of a text that needs no parser. */

const METHODS = /\.\s*(on|once|never|emit|waitall|markEventual|mapred)\s*\(/;
const FUNCTIONS = /\b(spawn|async|finish|mapReduce|gather)\s*\(/;

/** Whether a text has what may be a call of the API; if not, the module does not use it. */
export function mentionsApi(source: string): boolean {
  return METHODS.test(source) || FUNCTIONS.test(source);
}
