/** Stops the workers of a page at a line of the source, as a browser's tools do. */
import { readdirSync, readFileSync } from 'node:fs';
import { decode } from '@jridgewell/sourcemap-codec';

/** Where the files of a built page have a line of a source: `{ file, line, column }`, from 0. */
function placesOf(folder, source, line) {
  return readdirSync(folder)
    .filter(name => name.endsWith('.map'))
    .flatMap(name => {
      const { sources, mappings } = JSON.parse(readFileSync(folder + name, 'utf8'));
      const isWanted = ([, index, from]) => sources[index]?.endsWith(`/${source}`) && from === line;
      return decode(mappings).flatMap((segments, at) => {
        const found = segments.find(isWanted);
        return found ? [{ file: name.slice(0, -'.map'.length), line: at, column: found[0] }] : [];
      });
    });
}

/**
 * Sets a breakpoint at a line of a source, from 1, in each worker that a page starts. Returns the first stop there: `evaluate` evaluates an
 * expression where the worker stands, and `resume` removes the breakpoint, and lets all workers go on.
 */
export async function breakInWorkers(browser, page, folder, source, line) {
  const places = placesOf(folder, source, line - 1);
  let stop;
  const stopped = new Promise(resolve => (stop = resolve));
  const sessions = new Set();
  const sending = session => (method, params) => browser.send(method, params, session);
  const resume = () => Promise.all([...sessions].map(session => sending(session)('Debugger.disable')));
  browser.listen(page.session, async (method, { sessionId }) => {
    if (method !== 'Target.attachedToTarget') return;
    const send = sending(sessionId);
    sessions.add(sessionId);
    browser.listen(sessionId, (event, { callFrames }) => {
      if (event !== 'Debugger.paused') return;
      const [{ callFrameId }] = callFrames;
      const evaluate = async expression =>
        (await send('Debugger.evaluateOnCallFrame', { callFrameId, expression })).result.value;
      stop({ evaluate, resume });
    });
    await send('Debugger.enable');
    for (const { file, line: lineNumber, column: columnNumber } of places)
      await send('Debugger.setBreakpointByUrl', { urlRegex: `/${file}$`, lineNumber, columnNumber });
    await send('Runtime.runIfWaitingForDebugger');
  });
  await page.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true });
  return stopped;
}
