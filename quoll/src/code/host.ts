/** The host functions for loading and compiling code. */
export interface CodeHost {
  isProxy(object: object): boolean;
  /** Whether a value is the namespace of a module. */
  isNamespace(value: unknown): boolean;
  /** A module's file, or its URL if it is in no file. */
  pathOf(url: string): string;
  /**
   * Makes a function from its text, whose first character is at this place of the rewritten module
   * (lines and columns from 0).
   */
  compile(text: string, parameters: readonly string[], url: string, line: number, column: number): Function;
  /** `import()` with specifiers relative to a module. */
  importerOf(url: string): (specifier: string) => Promise<unknown>;
  /** `require()` likewise. */
  requireOf(url: string): (specifier: string) => unknown;
}
