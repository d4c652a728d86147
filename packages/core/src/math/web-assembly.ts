/** What core needs of WebAssembly, which is not in the library of the language. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array<ArrayBuffer>) => WasmModule;
  Instance: new (module: WasmModule, imports: object) => { readonly exports: unknown };
  Memory: new (limits: { initial: number; maximum: number }) => WasmMemory;
};

/** A compiled module. */
export type WasmModule = object;

export interface WasmMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** Bytes per page of memory. */
const PAGE = 65536;

/** Compiles a module of hexadecimal digits; null where there is no WebAssembly with SIMD, or a page forbids it. */
export function compileModule(digits: string): WasmModule | null {
  try {
    return new WebAssembly.Module(fromHex(digits));
  } catch {
    return null;
  }
}

/** Exports of a new instance. */
export function instantiate(module: WasmModule, imports: object): unknown {
  return new WebAssembly.Instance(module, imports).exports;
}

/** Memory of just so many bytes, rounded up to pages; null if there is none left. */
export function fixedMemory(bytes: number): WasmMemory | null {
  const pages = Math.ceil(bytes / PAGE);
  try {
    return new WebAssembly.Memory({ initial: pages, maximum: pages });
  } catch {
    return null;
  }
}

function fromHex(digits: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: digits.length / 2 }, (_, i) => parseInt(digits.slice(2 * i, 2 * i + 2), 16));
}
