/** Code that a bundler's plugin has written into modules of its own: nothing is compiled from text, so a page's policy may forbid that. */
import type { CodeHost } from '../code/host.js';
import type { ModuleCode, ModuleRecord } from '../contract/contract.js';

export class PageCode implements CodeHost {
  private readonly modules = new Map<string, ModuleCode>();
  /** A browser cannot say whether an object is a Proxy. */
  readonly proxies = new WeakSet<object>();

  /** A module of this realm: its code came with it. */
  add(url: string, code: ModuleCode): void {
    this.modules.set(url, code);
  }

  /** The record of a module that this realm has loaded. */
  recordOf(url: string, at: string | undefined): ModuleRecord | undefined {
    const code = this.modules.get(url);
    return code && at !== undefined ? { ...code.record, url, at } : undefined;
  }

  isProxy(object: object): boolean {
    return this.proxies.has(object);
  }

  isNamespace(value: unknown): boolean {
    if (typeof value !== 'object' || value === null || Object.isExtensible(value)) return false;
    const tag = Object.getOwnPropertyDescriptor(value, Symbol.toStringTag);
    return tag !== undefined && tag.value === 'Module' && Object.getPrototypeOf(value) === null;
  }

  pathOf(url: string): string {
    return url;
  }

  isLoaded({ url }: ModuleRecord): boolean {
    return this.modules.has(url);
  }

  async load(record: ModuleRecord): Promise<void> {
    if (this.isLoaded(record)) return;
    this.modules.set(record.url, (await import(/* @vite-ignore */ record.at!)) as ModuleCode);
  }

  maker(record: ModuleRecord, id: number): ReturnType<CodeHost['maker']> {
    return this.modules.get(record.url)!.makers[id] as ReturnType<CodeHost['maker']>;
  }

  importerOf(url: string): (specifier: string) => Promise<unknown> {
    return specifier => this.modules.get(url)!.imports[specifier]!();
  }

  guarded(_specifier: string, value: unknown): unknown {
    return value;
  }

  requireOf(url: string): never {
    throw new Error(`${url}: a page has no 'require'`);
  }
}
