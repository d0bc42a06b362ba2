/** The module of `src/stm/wasm`; `build/wasm.mjs` writes `wasm.js`. */
export function wasm(): Uint8Array<ArrayBuffer>;
