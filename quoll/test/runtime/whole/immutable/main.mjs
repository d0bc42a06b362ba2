import { produce, reducer, createStore, combine } from './store.mjs';
export default function main(w) {
  const store = createStore(
    combine({
      list: reducer([], { add: (s, x) => [...s, x], drop: (s, i) => s.filter((_, k) => k !== i) }),
      ui: reducer({ open: false }, { toggle: s => ({ ...s, open: !s.open }) }),
    }),
  );
  w.states = [store.state];
  const off = store.subscribe(s => w.states.push(s));
  store.dispatch('add', w.o);
  store.dispatch('toggle');
  store.dispatch('add', 2);
  off();
  store.dispatch('drop', 0);
  w.next = produce(w.o, d => {
    d.b.c++;
    d.z = [1];
    delete d.a;
  });
  return [
    w.states,
    w.states[1].ui === w.states[0].ui,
    w.states[2].list === w.states[1].list,
    store.state,
    w.next,
    w.o,
    w.next.b === w.o.b,
  ];
}
