import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commandLine, isAlive } from './processes.ts';

/** The contents of `postmaster.pid` (PostgreSQL's miscadmin.h lists the lines). */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** Line 8: `starting`, `ready`, `stopping` or `standby`; '' while the file is being written. */
  readonly status: string;
}

export async function readPostmaster(dataDir: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(dataDir, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, port: Number(lines[3]), status: lines[7]?.trim() ?? '' };
}

/** Returns whether that process is this cluster's server and not another program with its pid. */
export async function isServerOf(pid: number, dataDir: string): Promise<boolean> {
  return isAlive(pid) && (await commandLine(pid)).includes(`-D ${dataDir} `);
}
