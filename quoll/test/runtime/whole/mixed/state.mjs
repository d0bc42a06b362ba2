export let counter = 0;
export function bump() {
  return ++counter;
}
export const snapshot = () => ({ counter, at: bump.name });
