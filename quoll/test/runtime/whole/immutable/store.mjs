export const reducer =
  (initial, on) =>
  (s = initial, type, arg) =>
    on[type]?.(s, arg) ?? s;
export const combine =
  parts =>
  (s = {}, type, arg) => {
    const next = Object.fromEntries(Object.entries(parts).map(([k, f]) => [k, f(s[k], type, arg)]));
    return Object.keys(parts).some(k => next[k] !== s[k]) ? next : s;
  };
export function createStore(f) {
  let state = f(undefined, '@@init');
  const subs = new Set();
  return {
    get state() {
      return state;
    },
    dispatch(type, arg) {
      const next = f(state, type, arg);
      if (next !== state) {
        state = next;
        subs.forEach(s => s(state));
      }
    },
    subscribe(s) {
      subs.add(s);
      return () => subs.delete(s);
    },
  };
}
export function produce(base, recipe) {
  const copies = new Map();
  const draft = o =>
    new Proxy(o, {
      get: (t, k) => {
        const v = (copies.get(t) ?? t)[k];
        return v && typeof v === 'object' ? draft(v) : v;
      },
      set: (t, k, v) => {
        copy(t)[k] = v;
        return true;
      },
      deleteProperty: (t, k) => {
        delete copy(t)[k];
        return true;
      },
    });
  const copy = t => copies.get(t) ?? (copies.set(t, { ...t }), copies.get(t));
  const finish = o => {
    if (!o || typeof o !== 'object') return o;
    const kids = Object.entries(copies.get(o) ?? o).map(([k, v]) => [k, finish(v)]);
    const c = copies.get(o);
    return c || kids.some(([k, v]) => v !== o[k])
      ? Object.assign(c ?? { ...o }, Object.fromEntries(kids))
      : o;
  };
  recipe(draft(base));
  return finish(base);
}
