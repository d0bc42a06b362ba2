/** A headless Chromium, driven over its pipe, and pages in it. */
import { spawn } from 'node:child_process';
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** A limit for hangs only. */
const LIMIT_MS = 300_000;

export function programOf(names) {
  for (const folder of process.env.PATH.split(delimiter))
    for (const name of names) {
      try {
        accessSync(join(folder, name), constants.X_OK);
        return join(folder, name);
      } catch {
        continue;
      }
    }
  throw new Error(
    `these tests need a browser, and none of ${names.join(', ')} is on the PATH; apt-get install ${names[0]}`,
  );
}

export class Browser {
  #id = 0;
  #answers = new Map();
  /** What gets the events of each session. */
  #listeners = new Map();
  /** The ids of the workers of all pages that live. */
  workers = new Set();
  #lookers = new Set();
  #profile = mkdtempSync(join(tmpdir(), 'quoll-chromium-'));

  static async start() {
    const browser = new Browser();
    await browser.#launch();
    return browser;
  }

  async #launch() {
    const options = [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
    ];
    const own = [
      '--disable-component-update',
      '--disable-sync',
      '--remote-debugging-pipe',
      `--user-data-dir=${this.#profile}`,
    ];
    this.process = spawn(programOf(NAMES), [...options, ...own, 'about:blank'], {
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    });
    let errors = '';
    this.process.stderr.setEncoding('utf8').on('data', text => (errors += text));
    this.process.on('exit', () => {
      for (const { reject } of this.#answers.values()) reject(new Error(`the browser has ended: ${errors}`));
    });
    let rest = '';
    this.process.stdio[4].setEncoding('utf8').on('data', text => {
      const messages = (rest + text).split('\0');
      rest = messages.pop();
      for (const message of messages) this.#receive(JSON.parse(message));
    });
    // Reports also the workers that a page starts later.
    await this.send('Target.setDiscoverTargets', { discover: true, filter: [{ type: 'worker' }] });
  }

  #receive({ id, result, error, method, params, sessionId }) {
    if (id === undefined) {
      if (method === 'Target.targetCreated') this.workers.add(params.targetInfo.targetId);
      if (method === 'Target.targetDestroyed') this.workers.delete(params.targetId);
      for (const look of this.#lookers) look();
      return this.#listeners.get(sessionId)?.forEach(listener => listener(method, params));
    }
    const answer = this.#answers.get(id);
    this.#answers.delete(id);
    if (error) answer.reject(new Error(error.message));
    else answer.resolve(result);
  }

  send(method, params = {}, sessionId = undefined) {
    const id = ++this.#id;
    this.process.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return new Promise((resolve, reject) => this.#answers.set(id, { resolve, reject }));
  }

  /** `listener` gets the events of a session from now on. */
  listen(session, listener) {
    this.#listeners.set(session, [...(this.#listeners.get(session) ?? []), listener]);
  }

  /** Waits until so many workers live. */
  async haveWorkers(count) {
    let timer;
    let look;
    const found = new Promise((resolve, reject) => {
      look = () => this.workers.size === count && resolve();
      timer = setTimeout(
        () => reject(new Error(`${this.workers.size} workers live, not ${count}`)),
        LIMIT_MS,
      );
      this.#lookers.add(look);
      look();
    });
    return found.finally(() => {
      clearTimeout(timer);
      this.#lookers.delete(look);
    });
  }

  async open(url) {
    const { targetId } = await this.send('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await this.send('Target.attachToTarget', { targetId, flatten: true });
    const page = new Page(this, sessionId, targetId);
    this.listen(sessionId, (method, params) => page.event(method, params));
    for (const domain of ['Runtime', 'Page', 'Log', 'Inspector']) await page.send(`${domain}.enable`);
    if (url) await page.send('Page.navigate', { url });
    return page;
  }

  /** Minimizes the window of a page, so that nobody sees it. */
  async hide({ target }) {
    const { windowId } = await this.send('Browser.getWindowForTarget', { targetId: target });
    await this.send('Browser.setWindowBounds', { windowId, bounds: { windowState: 'minimized' } });
  }

  async close() {
    await this.send('Browser.close').catch(() => undefined);
    await new Promise(resolve =>
      this.process.exitCode === null ? this.process.on('exit', resolve) : resolve(),
    );
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 10 });
  }
}

class Page {
  /** What the page and its workers have printed. */
  lines = [];
  #waiters = [];

  constructor(browser, session, target) {
    Object.assign(this, { browser, session, target });
  }

  send(method, params) {
    return this.browser.send(method, params, this.session);
  }

  event(method, params) {
    if (method === 'Runtime.consoleAPICalled')
      this.lines.push(
        params.args
          .map(arg => arg.value ?? arg.description ?? arg.unserializableValue ?? 'undefined')
          .join(' '),
      );
    else if (method === 'Runtime.exceptionThrown')
      this.lines.push(
        `exception ${params.exceptionDetails.exception?.description ?? params.exceptionDetails.text}`,
      );
    else if (method === 'Log.entryAdded')
      this.lines.push(`log ${params.entry.text} ${params.entry.url ?? ''}`);
    else if (method === 'Inspector.targetCrashed') this.lines.push('the page crashed');
    for (const look of this.#waiters) look();
  }

  /** Waits until the page has printed a line with one of these texts. */
  async printed(...texts) {
    let timer;
    const found = new Promise((resolve, reject) => {
      const look = () => {
        const line = this.lines.find(each => texts.some(text => each.includes(text)));
        if (line !== undefined) resolve(line);
      };
      timer = setTimeout(
        () => reject(new Error(`the page has not printed ${texts[0]}, only:\n${this.lines.join('\n')}`)),
        LIMIT_MS,
      );
      this.#waiters.push(look);
      look();
    });
    return found.finally(() => clearTimeout(timer));
  }

  async evaluate(expression) {
    const { result, exceptionDetails } = await this.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  async close() {
    await this.browser.send('Target.closeTarget', { targetId: this.target });
  }
}
