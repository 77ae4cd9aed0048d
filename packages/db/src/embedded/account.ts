import { readFile, stat } from 'node:fs/promises';
import { problems } from './errors.ts';

/** Whose rights PostgreSQL's programs run with. */
export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
  /** What spawn needs: empty when we already are that user. */
  readonly spawnAs: { readonly uid?: number; readonly gid?: number };
}

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

export function ownAccount(): Account {
  const uid = process.getuid?.() ?? 0;
  return { name: `user id ${uid}`, uid, gid: process.getgid?.() ?? 0, spawnAs: {} };
}

/** The user that root steps down to. None is ever created: that is the machine owner's decision. */
export async function unprivilegedAccount(): Promise<Account> {
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '');
  for (const name of ['postgres', 'nobody']) {
    const fields = passwd
      .split('\n')
      .find((line) => line.startsWith(`${name}:`))
      ?.split(':');
    const uid = Number(fields?.[2]);
    const gid = Number(fields?.[3]);
    if (Number.isInteger(uid) && Number.isInteger(gid) && uid > 0) return dropTo(name, uid, gid);
  }
  throw problems.noUnprivilegedUser();
}

/** Data that an ordinary user made stays that user's when root starts the server later. */
export async function ownerOf(path: string): Promise<Account | undefined> {
  const { uid, gid } = await stat(path);
  return uid > 0 ? dropTo(`user id ${uid}`, uid, gid) : undefined;
}

function dropTo(name: string, uid: number, gid: number): Account {
  return { name, uid, gid, spawnAs: { uid, gid } };
}
