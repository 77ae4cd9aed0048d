import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { errorCode, problems } from './errors.ts';
import { isTokenAlive, ownProcessToken } from './processes.ts';

/**
 * Runs `work` while no other process starts, adopts or initializes the same home. Otherwise, two cold starts at once would both
 * fail. Takes over a lock that is unreadable or whose owner is dead.
 */
export async function withStartLock<T>(home: string, timeoutMs: number, work: () => Promise<T>): Promise<T> {
  const path = join(home, 'start.lock');
  await acquire(path, timeoutMs);
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

// Created under a unique name and then linked, so that a lock is never half-written.
async function acquire(path: string, timeoutMs: number): Promise<void> {
  const own = `${path}.${randomUUID()}`;
  try {
    await writeFile(own, await ownProcessToken(), { flag: 'wx', mode: 0o600 });
    const deadline = performance.now() + timeoutMs;
    while (!(await tryLink(own, path))) {
      if (await removeIfStale(path)) continue;
      if (performance.now() > deadline) {
        const holder = await readFile(path, 'utf8').catch(() => 'unknown');
        throw problems.startFailed(`Process ${holder} has been starting PostgreSQL for too long`, path, '');
      }
      await wait(25);
    }
  } finally {
    await rm(own, { force: true });
  }
}

async function tryLink(own: string, path: string): Promise<boolean> {
  try {
    await link(own, path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

async function removeIfStale(path: string): Promise<boolean> {
  if (await isHeld(path)) return false;
  // Moved aside first and checked again: another process may have taken the lock between the two checks.
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return true;
    throw error;
  }
  if (await isHeld(aside)) await tryLink(aside, path);
  await rm(aside, { force: true });
  return true;
}

async function isHeld(path: string): Promise<boolean> {
  return isTokenAlive(await readFile(path, 'utf8').catch(() => ''));
}
