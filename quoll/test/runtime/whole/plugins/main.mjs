import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { plugins, register, hooks } from './registry.mjs';
const require = createRequire(import.meta.url);
export default async function main(w) {
  const names = ['upper', 'reverse'];
  for (const name of names) register(name, (await import(`./plugins/${name}.mjs`)).default);
  register('legacy', require('./plugins/legacy.cjs'));
  w.text = names.concat('legacy').reduce((text, name) => plugins.get(name)(text, w), w.text);
  const own = await readFile(new URL('./registry.mjs', import.meta.url), 'utf8');
  return [
    w.text,
    [...plugins.keys()],
    hooks,
    own.includes('register'),
    new URL('.', import.meta.url).pathname.endsWith('/'),
    await import('./missing.mjs').catch(e => e.code),
  ];
}
