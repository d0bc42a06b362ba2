/** The resources that the declarations `await using` and `using` of one block hold, in functions that are rewritten to parts. */
export class Resources {
  private readonly disposals: (() => unknown)[] = [];
  private readonly errors: unknown[] = [];

  /** Takes the value of a declaration, and returns it. `isLater`: its disposal is awaited. */
  use<V>(value: V, isLater: boolean): V {
    const method = value === null || value === undefined ? () => undefined : methodOf(value, isLater);
    this.disposals.push(() => method.call(value));
    return value;
  }

  /** Whether a resource is left. */
  get isLeft(): boolean {
    return this.disposals.length > 0;
  }

  /** Disposes of the last resource that is left; the result is to be awaited. */
  dispose(): unknown {
    return this.disposals.pop()!();
  }

  /** The block or a disposal has thrown. */
  failed(error: unknown): void {
    this.errors.push(error);
  }

  /** Throws the block's error and those of the disposals, as the language combines them. */
  end(): void {
    if (this.errors.length > 0) throw this.errors.reduce((before, error) => suppressing(error, before));
  }
}

type Disposal = (this: unknown) => unknown;

const { dispose, asyncDispose } = Symbol as unknown as Record<string, symbol>;

function methodOf(resource: unknown, isLater: boolean): Disposal {
  const methods = resource as Record<symbol, Disposal | null | undefined>;
  const later = isLater && asyncDispose ? methods[asyncDispose] : undefined;
  const method = later ?? (dispose && methods[dispose]);
  if (Object(resource) !== resource || typeof method !== 'function')
    throw new TypeError(
      `the value of ${isLater ? 'await using' : 'using'} is no resource: ${String(resource)}`,
    );
  if (later) return later;
  // Nobody awaits what a method for `using` returns.
  return function () {
    method.call(this);
  };
}

type Suppressing = new (error: unknown, suppressed: unknown) => unknown;

function suppressing(error: unknown, suppressed: unknown): unknown {
  const { SuppressedError } = globalThis as { SuppressedError?: Suppressing };
  if (SuppressedError) return new SuppressedError(error, suppressed);
  const both = new Error('An error was suppressed during disposal');
  return Object.assign(both, { name: 'SuppressedError', error, suppressed });
}
