import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { MainTimers } from '../../src/runtime/timers.js';

test('an interval that is cleared runs no turn that was begun before', () => {
  mock.timers.enable({ apis: ['setInterval', 'setTimeout'] });
  try {
    const begun: Function[] = [];
    const realm = {
      data: { id: 0 },
      isInHandler: false,
      effect: (effect: () => void) => effect(),
      start: (call: { function: Function }) => void begun.push(call.function),
    };
    const timers = new MainTimers(realm as unknown as ConstructorParameters<typeof MainTimers>[0]);
    let ticks = 0;
    const timer = timers.set('setInterval', () => ++ticks === 2 && timers.clear(timer), 1, []);
    mock.timers.tick(3);
    assert.equal(begun.length, 3);
    for (const turn of begun) Reflect.apply(turn, undefined, []);
    assert.equal(ticks, 2);
  } finally {
    mock.timers.reset();
  }
});
