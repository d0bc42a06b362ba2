/**
 * Compiles src/stm/wasm/index.ts to dist/src/stm/stm.wasm. The files of src/stm that the module shares with its JavaScript
 * twin import './memory.js'; here that is src/stm/wasm/memory.ts.
 */
import asc from 'assemblyscript/asc';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const maximumPages = 65536;

function readSource(name) {
  const path = name.replace(/\.js\.ts$/, '.ts').replace(/^src\/stm\/memory\.ts$/, 'src/stm/wasm/memory.ts');
  try {
    return readFileSync(join(root, path), 'utf8');
  } catch {
    return null; // asc requests each possible location of a file in turn.
  }
}

export async function buildWasm() {
  const flags = [
    '-O3',
    '--noAssert',
    '--runtime',
    'stub',
    '--enable',
    'threads',
    '--importMemory',
    '--sharedMemory',
  ];
  const sizes = ['--initialMemory', '1', '--maximumMemory', String(maximumPages), '--memoryBase', '4096'];
  const { error, stderr } = await asc.main(
    ['src/stm/wasm/index.ts', '--outFile', 'stm.wasm', '--textFile', 'stm.wat', ...flags, ...sizes],
    {
      readFile: readSource,
      writeFile(name, contents) {
        const file = join(root, 'dist/src/stm', name);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, contents);
      },
      listFiles: () => [],
    },
  );
  if (error) throw new Error(`${error.message}\n${stderr}`);
  writeForPages();
}

/**
 * The module as JavaScript, because bundlers treat other files of a package in different ways. In hexadecimal digits, which servers compress
 * better than base64.
 */
function writeForPages() {
  const text = readFileSync(join(root, 'dist/src/stm/stm.wasm')).toString('hex');
  writeFileSync(
    join(root, 'dist/src/browser/wasm.js'),
    // A loop, because calls for each byte take milliseconds in a page that starts.
    `const text = '${text}';
export const wasm = () => {
  const bytes = new Uint8Array(text.length / 2);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    bytes[i >> 1] = (bytes[i >> 1] << 4) | ((code & 15) + 9 * (code >> 6));
  }
  return bytes;
};
`,
  );
}
