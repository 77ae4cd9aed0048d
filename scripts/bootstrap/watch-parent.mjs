// Preloaded (`node --import`) into the bootstrap's children: exits when the bootstrap is gone, for any reason. Removes its variable
// from the environment, so that processes started from here do not watch a grandparent.
import { isMainThread } from 'node:worker_threads';

const pollMs = 500;
const graceMs = 20_000;
const parent = Number(process.env.NOTAFTER_PARENT_PID);

function isGone() {
  if (process.platform !== 'win32') return process.ppid !== parent;
  try {
    process.kill(parent, 0);
    return false;
  } catch {
    return true;
  }
}

if (isMainThread && parent > 0) {
  delete process.env.NOTAFTER_PARENT_PID;
  const poll = setInterval(() => {
    if (!isGone()) return;
    clearInterval(poll);
    process.kill(process.pid, 'SIGTERM');
    setTimeout(() => process.exit(1), graceMs).unref();
  }, pollMs);
  poll.unref();
}
