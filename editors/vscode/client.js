// Starts Hocket's language server for Java texts, beside VS Code's own Java extension.
'use strict';

const { workspace } = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

let client;

exports.activate = async () => {
  const settings = workspace.getConfiguration('hocket');
  client = new LanguageClient(
    'hocket',
    'Hocket',
    { command: settings.get('command'), args: ['lsp'] },
    {
      documentSelector: [{ scheme: 'file', language: 'java' }],
      initializationOptions: { inlayHints: settings.get('inlayHints') },
      synchronize: { configurationSection: 'hocket' },
    },
  );
  await client.start();
};

exports.deactivate = () => client?.stop();
