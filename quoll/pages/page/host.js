/** What pages have besides the document: streams and IndexedDB in the page's own thread, with the work in handlers. */
import { finish, on, emit, spawn } from '@hocket/quoll';

const world = { bytes: 0, lines: 0, saved: { counts: new Map([['a', 1]]), list: [1, { deep: true }] } };

on(world, 'chunk', chunk => {
  world.bytes += chunk.length;
  for (const unit of chunk) if (unit === 10) world.lines++;
});

/** Each part of a stream becomes an event. */
async function read() {
  const response = await fetch('/host.html');
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    emit(world, 'chunk', value);
  }
}

const settled = request =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** A database takes a copy of a shared object. */
async function store() {
  const opening = indexedDB.open('quoll', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('states');
  const database = await settled(opening);
  const states = mode => database.transaction('states', mode).objectStore('states');
  await settled(states('readwrite').put(structuredClone(world.saved), 'last'));
  const found = await settled(states('readonly').get('last'));
  let refused = 'nothing';
  try {
    states('readwrite').put(world.saved, 'shared');
  } catch (error) {
    refused = error.name;
  }
  return [
    await spawn(({ counts, list }) => counts.get('a') + list[0] + (list[1].deep ? 1 : 0), found),
    refused,
  ];
}

/** Continues without timers, which a page that nobody sees has only once in a second. */
globalThis.work = n => {
  finish(() => {
    for (let i = 0; i < n; i++) emit(world, 'chunk', new Uint8Array([10]));
  }).ondone(() => console.log('worked', document.visibilityState, world.lines));
};

const { keys } = Object;
finish(read).ondone(async () => {
  console.log('stream', world.bytes > 50, world.lines);
  console.log('database', ...(await store()));
  console.log('function of the language', await spawn(() => keys(world.saved).join()));
  console.log('done');
});
