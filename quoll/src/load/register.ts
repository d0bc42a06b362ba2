/**
 * `node --import @hocket/quoll/register app.mjs`: rewrites the program's modules as they load and starts the run time that
 * they call. With `QUOLL_SEQUENTIAL=1`, or where there is no WebAssembly, the program runs on one thread.
 */
import * as module from 'node:module';
import { isMainThread, MessageChannel } from 'node:worker_threads';
import { describeError } from '../node/errors.js';
import { startMain } from '../node/main.js';
import { keepContextOfFromAsync } from '../node/from-async.js';
import { delayOutput } from '../node/output.js';
import { printed } from '../node/printing.js';
import { promiseTimers } from '../node/promised.js';
import { mapStacks } from '../node/stacks.js';
import { reportUnreached } from '../node/unreached.js';
import { install, type Contract, type ModuleRecord } from '../contract/contract.js';
import { withWayOut } from '../contract/messages.js';
import { showSources } from '../contract/texts.js';
import { cached, chooseFolder, isAlone } from './cache.js';
import { sequentialContract } from '../compat/contract.js';
import { unreached } from '../compat/events.js';
import { describeWith } from '../compat/report.js';
import { whenMarked } from '../compat/eventual.js';
import { showValue } from '../node/fields.js';
import { handlers, leave } from '../compat/turns.js';
import { loadSync, resolveSync } from './hooks.js';
import { rewriteRequired } from './require.js';

type RegisterHooks = (hooks: { resolve: typeof resolveSync; load: typeof loadSync }) => void;

const { registerHooks } = module as unknown as { registerHooks?: RegisterHooks };

if (isMainThread) chooseFolder();
/** The source maps of the modules that this thread runs. */
const mappings = new Map<string, string>();
install(isAlone ? sequential() : parallel());
// Node itself shows the line of an exception, and other frames than without source maps, unless the user wants these.
if (!process.sourceMapsEnabled) mapStacks(url => mappings.get(url));
process.setSourceMapsEnabled(true);
process.on('uncaughtExceptionMonitor', withWayOut);
if (registerHooks) registerHooks({ resolve: resolveSync, load: loadSync });
else {
  const { port1, port2: imports } = new MessageChannel();
  module.register('./thread.js', import.meta.url, { data: { isAlone, imports }, transferList: [imports] });
  rewriteRequired(port1);
}

function recordOf(hash: string): ModuleRecord | undefined {
  const record = cached(hash)?.record;
  if (record) mappings.set(record.url, record.mappings);
  return record;
}

function sequential(): Contract {
  process.on('exit', () => {
    leave();
    reportUnreached(unreached);
  });
  showSources();
  describeWith(describeError);
  whenMarked(showValue);
  const contract = sequentialContract(printed, recordOf);
  promiseTimers(contract.host);
  delayOutput(handlers, contract.host.console);
  keepContextOfFromAsync();
  return contract;
}

function parallel(): Contract {
  const workers = Number(process.env['QUOLL_WORKERS']);
  const records = (_url: string, hash?: string) => (hash === undefined ? undefined : recordOf(hash));
  const heap = Number(process.env['QUOLL_HEAP']);
  const watchdog = Number(process.env['QUOLL_WATCHDOG']);
  const trace = process.env['QUOLL_TRACE'];
  const otlp = process.env['QUOLL_OTLP'];
  // Programs that this one starts must not write into the same file.
  delete process.env['QUOLL_TRACE'];
  delete process.env['QUOLL_OTLP'];
  return startMain({
    records,
    ...(workers > 0 && { workers }),
    ...(watchdog > 0 && { watchdog }),
    ...(heap > 0 && { heapLimit: heap * 2 ** 20 }),
    ...(trace && { trace }),
    ...(otlp && { otlp }),
    stats: process.env['QUOLL_STATS'] === '1',
  }).contract;
}
