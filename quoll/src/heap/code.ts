/** The facts about a function that its source shows. */
export interface FunctionFacts {
  readonly name: string;
  readonly length: number;
  readonly line: number;
  /** Names of the captured variables. */
  readonly captures: readonly string[];
  /** For a class: a private name that its instances have. */
  readonly privateName?: string;
}

/** A class as its text has made it. */
export interface Written {
  readonly own: Readonly<Record<PropertyKey, PropertyDescriptor>>;
  readonly prototype: Readonly<Record<PropertyKey, PropertyDescriptor>>;
  readonly parent: unknown;
}

export interface CodeAddress {
  readonly url: string;
  readonly id: number;
}

/** A function whose captured values may not be set yet. */
export interface Begun {
  readonly f: Function;
  /** The function exists in every realm. */
  readonly isLasting?: boolean;
  set(captures: readonly unknown[]): void;
}

/** Functions as addresses with captured values, and back. */
export interface Code {
  /** The shareable form of a function, or the reason why there is none. */
  describe(f: Function):
    | {
        readonly url: string;
        readonly id: number;
        readonly captures: readonly unknown[];
        readonly self: unknown;
        /** Whether the function exists in every realm, for the realm's whole life. */
        readonly isLasting?: boolean;
        /** The facts about the function, for messages. */
        readonly record?: FunctionFacts;
        /** For a class. */
        readonly written?: Written | undefined;
      }
    | {
        readonly reason: string;
        /** Whether it may be shareable later. */
        readonly isEarly?: boolean;
      };
  /** Which captured values making the function needs at once; the others are set later, so that functions may capture each other. */
  neededFor(address: CodeAddress): readonly number[];
  begin(address: CodeAddress, captures: readonly unknown[], self: unknown): Begun;
  /** Whether an object is a Proxy, if the host can detect that. */
  isProxy?(object: object): boolean;
}
