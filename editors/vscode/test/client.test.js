// The client with a VS Code that only remembers: which server it starts, for which texts.
'use strict';

const assert = require('node:assert');
const Module = require('node:module');
const path = require('node:path');
const { test } = require('node:test');

const manifest = require('../package.json');

function load(settings, started) {
  const fakes = {
    vscode: {
      workspace: { getConfiguration: section => ({ get: name => settings[`${section}.${name}`] }) },
    },
    'vscode-languageclient/node': {
      LanguageClient: class {
        constructor(...parts) {
          this.parts = parts;
        }
        async start() {
          started.push(this.parts);
        }
        async stop() {
          started.pop();
        }
      },
    },
  };
  const usual = Module._load;
  Module._load = (name, ...rest) => fakes[name] ?? usual(name, ...rest);
  try {
    const file = path.join(__dirname, '..', manifest.main);
    delete require.cache[require.resolve(file)];
    return require(file);
  } finally {
    Module._load = usual;
  }
}

function defaults() {
  const { properties } = manifest.contributes.configuration;
  return Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, value.default]));
}

test('the client starts "hocket lsp" for Java files, and stops it', async () => {
  const started = [];
  const client = load(defaults(), started);
  await client.activate();
  const [id, , server, options] = started[0];
  assert.equal(id, 'hocket');
  assert.deepEqual(server, { command: 'hocket', args: ['lsp'] });
  assert.deepEqual(options.documentSelector, [{ scheme: 'file', language: 'java' }]);
  assert.deepEqual(options.initializationOptions, { inlayHints: false });
  await client.deactivate();
  assert.deepEqual(started, []);
});

test('the settings of the user count', async () => {
  const started = [];
  await load({ 'hocket.command': '/opt/hocket', 'hocket.inlayHints': true }, started).activate();
  assert.equal(started[0][2].command, '/opt/hocket');
  assert.deepEqual(started[0][3].initializationOptions, { inlayHints: true });
});

test('a client that was never started can be stopped', async () => {
  await load(defaults(), []).deactivate();
});
