// The grammar as VS Code applies it: injected into a grammar of Java, with the same engine.
'use strict';

const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { test, before } = require('node:test');
const oniguruma = require('vscode-oniguruma');
const { INITIAL, Registry } = require('vscode-textmate');

const { contributes } = require('../package.json');
const [contributed] = contributes.grammars;
const files = {
  'source.java': require.resolve('tm-grammars/grammars/java.json'),
  [contributed.scopeName]: path.join(__dirname, '..', contributed.path),
};

let java;

before(async () => {
  await oniguruma.loadWASM(fs.readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm')).buffer);
  const registry = new Registry({
    onigLib: Promise.resolve({
      createOnigScanner: patterns => new oniguruma.OnigScanner(patterns),
      createOnigString: text => new oniguruma.OnigString(text),
    }),
    loadGrammar: async scope =>
      scope in files ? { ...JSON.parse(fs.readFileSync(files[scope], 'utf8')), scopeName: scope } : null,
    getInjections: scope => (contributed.injectTo.includes(scope) ? [contributed.scopeName] : undefined),
  });
  java = await registry.loadGrammar('source.java');
});

// The words of a text with what the grammar says last of each: "target" -> "keyword.control.directive.hocket".
function scopes(text) {
  const found = {};
  let state = INITIAL;
  for (const line of text.split('\n')) {
    const tokens = java.tokenizeLine(line, state);
    state = tokens.ruleStack;
    for (const { startIndex, endIndex, scopes } of tokens.tokens) {
      const word = line.slice(startIndex, endIndex).trim();
      if (word !== '') found[word] = scopes.at(-1);
    }
  }
  return found;
}

const inMethod = line => `class C {\n  void m(int n) {\n    ${line}\n    n++;\n  }\n}`;

test('a directive has its words coloured', () => {
  const said = scopes(
    inMethod('//#omp target virtual(worker) await if(n > 3) default(shared) // only when large'),
  );
  assert.equal(said['#omp'], 'keyword.control.directive.omp.hocket');
  assert.equal(said.target, 'keyword.control.directive.hocket');
  assert.equal(said.virtual, 'storage.modifier.clause.hocket');
  assert.equal(said.await, 'storage.modifier.clause.hocket');
  assert.equal(said.worker, 'variable.other.hocket');
  assert.equal(said['>'], 'keyword.operator.hocket');
  assert.equal(said['3'], 'constant.numeric.hocket');
  assert.equal(said['// only when large'], 'comment.line.double-slash.java');
});

test('the code behind a directive is Java again', () => {
  for (const directive of [
    '//#omp critical(',
    '//#omp target virtual(worker',
    '//#omp atomic',
    '// #omp master',
  ]) {
    assert.equal(scopes(inMethod(directive))['++'], 'keyword.operator.increment-decrement.java', directive);
  }
});

test('one space is allowed, and a directive has two words', () => {
  const said = scopes(inMethod('// #omp parallel for reduction(+: sum)'));
  assert.equal(said.parallel, 'keyword.control.directive.hocket');
  assert.equal(said.for, 'keyword.control.directive.hocket');
  assert.equal(said['+:'], 'keyword.operator.hocket');
  assert.equal(said.sum, 'variable.other.hocket');
});

test('a directive may follow code, and stand at the start of a line', () => {
  assert.equal(scopes(inMethod('n--; //#omp barrier')).barrier, 'keyword.control.directive.hocket');
  assert.equal(scopes('//#omp async\nclass C {}').async, 'keyword.control.directive.hocket');
});

test('other comments and strings keep their colour', () => {
  for (const line of [
    '// omp target',
    '//  #omp target',
    '///#omp target',
    '/* //#omp target */',
    'String s = "//#omp target";',
    '// see //#omp target',
    '//#ompx target',
  ]) {
    const said = Object.values(scopes(inMethod(line)));
    assert.ok(!said.some(scope => scope.endsWith('.hocket')), `${line}: ${said}`);
  }
});

// Their names are in the documentation, which a test of the compiler keeps complete.
test('every directive of the documentation is coloured', () => {
  const page = fs.readFileSync(path.join(__dirname, '../../../docs/directives.md'), 'utf8');
  const grammar = page.match(/directive +=([\s\S]*?)\)\n/)[1];
  const words = [...grammar.matchAll(/[a-z][a-z -]*[a-z]/g)]
    .map(match => match[0])
    .filter(word => word !== 'omp');
  assert.ok(words.length > 20, `found ${words}`);
  for (const word of words) {
    const said = scopes(inMethod(`//#omp ${word}`));
    for (const part of word.split(' ')) {
      assert.equal(
        said[part] ?? said[word.slice(word.indexOf(' '))],
        'keyword.control.directive.hocket',
        word,
      );
    }
  }
});
