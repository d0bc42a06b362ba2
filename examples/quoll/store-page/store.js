/** A store whose state is a shared object and whose reducers are handlers, which run in workers. */
import { on, emit, finish } from '@hocket/quoll';

/** The reducers are functions with the state as `this`. */
export function createStore(state, reducers) {
  const listeners = new Set();
  let version = 0;
  for (const [action, reduce] of Object.entries(reducers)) on(state, action, reduce);
  const changed = () => {
    version++;
    for (const listener of listeners) listener();
  };
  return {
    state,
    /** Runs a reducer; the page is told of the new state when the reducer has committed. */
    dispatch(action, ...args) {
      finish(() => emit(state, action, ...args)).ondone(changed);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** A number that changes with the state, because the state itself stays the same object. */
    version: () => version,
  };
}
