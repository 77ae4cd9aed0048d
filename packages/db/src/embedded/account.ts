import { readFile, stat } from 'node:fs/promises';
import { problems } from './errors.ts';

/** The user that PostgreSQL's programs run as. */
export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
  /** Options for spawn: empty if we already are that user. */
  readonly spawnAs: { readonly uid?: number; readonly gid?: number };
}

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

export function ownAccount(): Account {
  const uid = process.getuid?.() ?? 0;
  return { name: `user id ${uid}`, uid, gid: process.getgid?.() ?? 0, spawnAs: {} };
}

/** The user that root steps down to. None is ever created: that is up to the machine's owner. */
export async function unprivilegedAccount(): Promise<Account> {
  const accounts = await passwdAccounts();
  const found = ['postgres', 'nobody'].map((name) => accounts.find((account) => account.name === name)).find((account) => account);
  if (!found) throw problems.noUnprivilegedUser();
  return found;
}

/** Data created by an ordinary user still belongs to that user when root starts the server later. */
export async function ownerOf(path: string): Promise<Account | undefined> {
  const { uid, gid } = await stat(path);
  if (uid === 0) return undefined;
  const name = (await passwdAccounts()).find((account) => account.uid === uid)?.name;
  return dropTo(name ?? `user id ${uid}`, uid, gid);
}

async function passwdAccounts(): Promise<Account[]> {
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '');
  return passwd.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    return name && Number(uid) > 0 && Number(gid) >= 0 ? [dropTo(name, Number(uid), Number(gid))] : [];
  });
}

function dropTo(name: string, uid: number, gid: number): Account {
  return { name, uid, gid, spawnAs: { uid, gid } };
}
