export const plugins = new Map();
export const hooks = [];
export function register(name, plugin) {
  hooks.push(['add', name, plugin.length]);
  plugins.set(name, plugin);
}
const ready = await Promise.resolve('ready');
hooks.push(ready);
