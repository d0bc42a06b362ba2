const queue: (() => void)[] = [];
let channel: InstanceType<typeof MessageChannel> | undefined;

/** Calls `f` in a task of its own. In a background tab timers are slow, messages are not. */
export function runLater(f: () => void): void {
  if (typeof setImmediate === 'function') setImmediate(f);
  else if (typeof MessageChannel === 'function') send(f);
  else setTimeout(f, 0);
}

function send(f: () => void): void {
  if (!channel) {
    channel = new MessageChannel();
    (channel.port1 as { onmessage?: () => void }).onmessage = () => queue.shift()!();
  }
  queue.push(f);
  channel.port2.postMessage(0);
}
