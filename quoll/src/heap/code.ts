/** The facts about a function that its source shows. */
export interface FunctionFacts {
  readonly name: string;
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
  make(address: { url: string; id: number }, captures: readonly unknown[], self: unknown): Function;
  /** Whether an object is a Proxy, if the host can detect that. */
  isProxy?(object: object): boolean;
}
