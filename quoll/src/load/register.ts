/**
 * `node --import @hocket/quoll/register app.mjs`: rewrites the program's modules as they load and starts the run time that
 * they call. With `QUOLL_SEQUENTIAL=1` the program runs on one thread.
 */
import * as module from 'node:module';
import { isMainThread } from 'node:worker_threads';
import { install } from '../runtime/contract.js';
import { sequentialContract } from '../compat/contract.js';
import { loadSync, resolveSync } from './hooks.js';
import { rewriteRequired } from './require.js';

type RegisterHooks = (hooks: { resolve: typeof resolveSync; load: typeof loadSync }) => void;

const { registerHooks } = module as unknown as { registerHooks?: RegisterHooks };

install(sequentialContract());
process.setSourceMapsEnabled(true);
if (registerHooks) registerHooks({ resolve: resolveSync, load: loadSync });
else {
  if (isMainThread) module.register('./hooks.js', import.meta.url);
  rewriteRequired();
}
