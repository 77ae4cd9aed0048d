import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { root } from './places.mjs';
import { BootstrapError, fixFor } from './say.mjs';

const pollMs = 500;
const firstPauseMs = 1000;
const longestPauseMs = 30_000;
/** After a run of this length, the restart delay starts again from its minimum. */
const steadyMs = 60_000;
const graceMs = 20_000;
const onWindows = process.platform === 'win32';
const watchParent = new URL('./watch-parent.mjs', import.meta.url).href;

/**
 * Returns the processes that started us: the parent and, between npm and us, the shell's parent too, because a killed npm leaves
 * its shell waiting. Linux only (dash); if /bin/sh is bash, the shell replaced itself with us.
 */
function lineage() {
  if (process.env.npm_lifecycle_event === undefined || process.platform !== 'linux') return `${process.ppid}`;
  try {
    // The second field is the command in parentheses and can contain spaces; the parent is the second field after it.
    const grandparent = readFileSync(`/proc/${process.ppid}/stat`, 'utf8').split(') ').at(-1).split(' ')[1];
    return `${process.ppid} ${grandparent}`;
  } catch {
    return 'gone';
  }
}

/**
 * npm's shell does not forward signals and can die before us, so we watch the parent and exit when it is gone. On a terminal,
 * Ctrl+C reaches the child directly; a second signal from here would look like an impatient user.
 */
function tieLives(child) {
  const startedBy = lineage();
  let stopping = false;
  const stop = (signal) => {
    if (stopping) return;
    stopping = true;
    child.kill(signal);
    setTimeout(() => child.kill('SIGKILL'), graceMs).unref();
  };
  const forward = { SIGTERM: () => stop('SIGTERM'), SIGHUP: () => stop('SIGTERM'), SIGINT: () => stop(process.stdin.isTTY ? 0 : 'SIGINT') };
  for (const [signal, listener] of Object.entries(forward)) process.on(signal, listener);
  const poll = setInterval(() => lineage() !== startedBy && stop('SIGTERM'), pollMs);
  child.once('close', () => {
    clearInterval(poll);
    for (const [signal, listener] of Object.entries(forward)) process.off(signal, listener);
  });
  return () => stopping;
}

function ended(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(code ?? 128 + (constants.signals[signal] ?? 0)));
  });
}

/** Runs a step whose output matters only if it fails; then throws a BootstrapError with the fix. */
export async function runQuietly([command, ...args], { cwd = root, env, failure, fix = fixFor }) {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], shell: onWindows && !command.includes('node') });
  tieLives(child);
  let output = '';
  const keep = (chunk) => {
    output = (output + chunk).slice(-200_000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const code = await ended(child).catch((error) => {
    throw new BootstrapError(failure, `\`${command}\` could not be started (${error.code}): it must be installed and on the PATH.`);
  });
  if (code !== 0) throw new BootstrapError(failure, fix(output), output);
}

/**
 * Runs the server, and restarts it when it dies after it was ready; a failed first start is up to a person. Returns the exit code
 * of that start, or of a requested stop.
 */
export async function runSupervised(tools, args) {
  let wasReady = false;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    const startedAt = performance.now();
    const env = { ...tools.env, NOTAFTER_PARENT_PID: String(process.pid) };
    const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
    const child = spawn(tools.node, ['--import', watchParent, ...args], { cwd: root, env, stdio });
    const isStopping = tieLives(child);
    child.once('message', () => {
      wasReady = true;
    });
    const code = await ended(child);
    if (isStopping() || code === 0 || !wasReady) return code;
    if (performance.now() - startedAt >= steadyMs) pauseMs = firstPauseMs;
    process.stderr.write(`\nNotafter exited with ${code}. Restarting in ${pauseMs / 1000} s.\n`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** Runs a command in the foreground with the project's tools on the PATH and returns its exit code. */
export async function runToEnd(tools, command, args) {
  // Every Node child watches this process, so that not even kill -9 leaves one running.
  const [file, ...rest] = command === 'node' ? [tools.node, '--import', watchParent, ...args] : [command, ...args];
  const env = command === 'node' ? { ...tools.env, NOTAFTER_PARENT_PID: String(process.pid) } : tools.env;
  const child = spawn(file, rest, { cwd: root, env, stdio: 'inherit', shell: onWindows && command !== 'node' });
  tieLives(child);
  return ended(child).catch((error) => {
    throw new BootstrapError(`\`${command}\` could not be started (${error.code}).`, `Check its name; it ran in ${root}.`);
  });
}
