/**
 * The promises of the API, as small programs with their results. Every run time must give these results. A case
 * named `…: undone` is about writes that an exception undoes, which the sequential run time does not.
 */
import type { Cases } from './case.js';
import { events } from './cases/events.js';
import { eventualFields } from './cases/eventual.js';
import { handlers } from './cases/handlers.js';
import { tasks } from './cases/tasks.js';
import { values } from './cases/values.js';

export const cases: Cases = { ...events, ...handlers, ...tasks, ...eventualFields, ...values };
