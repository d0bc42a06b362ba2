/** Registering handlers, emitting events, and guards. */
import type { Handler, Placement } from '../api.js';
import { checkEvent, checkHandler, placed } from '../contract/arguments.js';
import { enqueue, type Job, scope, shareAtEnd, turn, type Scope, type Turn } from './turns.js';
import { report } from './report.js';
import { placeOf } from './sharing.js';

interface Registration {
  readonly handler: Handler;
  readonly once: boolean;
}

const registrations = new WeakMap<object, Map<string, Registration[]>>();

export function on<T extends object>(
  target: T,
  label: string,
  handler: Handler<T>,
  placement?: Placement,
): T {
  return register(target, label, handler, placement, false);
}

export function once<T extends object>(
  target: T,
  label: string,
  handler: Handler<T>,
  placement?: Placement,
): T {
  return register(target, label, handler, placement, true);
}

function register<T extends object>(
  target: T,
  label: string,
  handler: Handler<T>,
  placement: Placement | undefined,
  isOnce: boolean,
): T {
  checkEvent(target, label);
  checkHandler(handler, placement);
  shareAtEnd(target, ...(placement ? [] : [handler]));
  turn().effect(() => {
    const labels = registrations.get(target) ?? new Map<string, Registration[]>();
    registrations.set(target, labels);
    labels.set(label, [...(labels.get(label) ?? []), { handler: handler as Handler, once: isOnce }]);
  });
  return target;
}

export function never<T extends object>(target: T, label: string): T {
  checkEvent(target, label);
  turn().effect(() => void registrations.get(target)?.delete(label));
  return target;
}

export function emit<T extends object>(target: T, label: string, ...args: unknown[]): T {
  checkEvent(target, label);
  shareAtEnd(target, ...args);
  const now = turn();
  const emissions = emissionsOf(now, target, label);
  const around = scope();
  emissions.emitted = true;
  emissions.enter();
  around?.enter();
  now.effect(
    () => {
      deliver(target, label, args, emissions, around);
      emissions.leave();
      around?.leave();
    },
    () => around?.leave(),
  );
  return target;
}

/** Runs each handler that is registered now, and removes those registered for one event. */
function deliver(
  target: object,
  label: string,
  args: unknown[],
  emissions: Emissions,
  around: Scope | undefined,
): void {
  const labels = registrations.get(target);
  const handlers = labels?.get(label) ?? [];
  const kept = handlers.filter(registration => !registration.once);
  if (kept.length < handlers.length) labels!.set(label, kept);
  for (const { handler } of handlers) {
    emissions.enter();
    enqueue({
      scope: around,
      run: () => handler.apply(target, args),
      f: handler,
      done: (_, failure) => {
        if (failure) report(`the handler of '${label}'`, failure.error);
        emissions.leave();
      },
    });
  }
}

export function waitall<T extends object>(
  target: T,
  label: string,
  guard: Handler<T>,
  placement?: Placement,
): T {
  checkEvent(target, label);
  checkHandler(guard, placement);
  if (!placement) shareAtEnd(guard);
  const around = scope();
  emissionsOf(turn(), target, label).guards.push({
    scope: around,
    run: () => guard.call(target),
    f: guard,
    done: (_, failure) => {
      if (failure) report(guardOf(label), failure.error);
    },
  });
  return target;
}

function guardOf(label: string): string {
  return `the guard of '${label}'`;
}

/** The names of guards whose turn has emitted no such event, which never run. */
export const unreached = new Set<string>();

/** The emissions of one label on one object by one turn, and the guards that wait for them. */
class Emissions implements Scope {
  emitted = false;
  readonly guards: Job[] = [];
  /** Counts 1 for the turn itself until it has ended. */
  #pending = 1;

  constructor(private readonly label: string) {}

  enter(): void {
    this.#pending++;
  }

  leave(): void {
    if (--this.#pending > 0) return;
    for (const guard of this.guards) {
      if (this.emitted) enqueue(guard);
      else unreached.add(placed(guardOf(this.label), placeOf(guard.f)));
    }
  }
}

const emissionsByTurn = new WeakMap<Turn, Map<object, Map<string, Emissions>>>();

function emissionsOf(now: Turn, target: object, label: string): Emissions {
  const objects = emissionsByTurn.get(now) ?? new Map<object, Map<string, Emissions>>();
  emissionsByTurn.set(now, objects);
  const labels = objects.get(target) ?? new Map<string, Emissions>();
  objects.set(target, labels);
  let emissions = labels.get(label);
  if (!emissions) {
    const created = new Emissions(label);
    labels.set(label, (emissions = created));
    now.atEnd(() => created.leave());
  }
  return emissions;
}
