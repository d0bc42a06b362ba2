/** What pages and workers of a browser provide, as far as the run time uses it. */

export interface WebWorker {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  addEventListener(
    type: 'error',
    listener: (event: { message?: string; preventDefault(): void }) => void,
  ): void;
  terminate(): void;
}

interface Web {
  readonly crossOriginIsolated?: boolean;
  readonly navigator: {
    readonly hardwareConcurrency: number;
    /** Absent where the page is not secure. */
    readonly locks?: { request(name: string, f: () => Promise<unknown>): Promise<unknown> };
  };
  readonly crypto: { randomUUID(): string };
  readonly location: { readonly pathname: string };
  addEventListener(type: string, listener: (event: never) => void, options?: { once: boolean }): void;
  postMessage(message: unknown): void;
  close(): void;
  reportError(error: unknown): void;
}

export const web = globalThis as unknown as Web;

/** `fetch`, called as a method of any object; the browser's own accepts no other `this` than the global object. */
export const pageFetch: typeof fetch = (...args) => fetch(...args);

/** Timer functions without those that only Node has. */
export function withoutNode<F>({
  setImmediate: _,
  clearImmediate: __,
  ...others
}: Record<string, F>): Record<string, F> {
  return others;
}
