import { randomUUID } from 'node:crypto';
import { chmod, chown, mkdir, open, readdir, readFile, rename, rm, rmdir, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  brandId,
  type InstallationId,
  isUuid,
  type ServerCertificate,
  type ServiceId,
  type ServiceTag,
  solutionSlugs,
} from '@notafter/domain';
import { z } from 'zod';
import type { ProcessHome } from './process-home.ts';
import { processIdentity } from './process-table.ts';

const size = z.object({ memoryMib: z.number(), cpus: z.number(), diskGib: z.number() });

/** A service as a process. Stored before anything else of the service exists, removed after everything else. */
const serviceRecord = z.object({
  installation: z.string().transform((text): InstallationId => brandId(text)),
  service: z.string().transform((text): ServiceId => brandId(text)),
  solution: z.enum(solutionSlugs),
  /** Which programs made the data, where several versions may be installed. */
  programs: z.string(),
  ports: z.array(z.object({ name: z.string(), port: z.int() })),
  size,
  /** Its last start; null once we stopped it. */
  start: z.object({ process: processIdentity, size, atMs: z.number() }).nullable(),
  /** Starts that nobody asked for. */
  restarts: z.int(),
  /** Addresses and CIDRs that clients may connect from; empty: any. */
  allowlist: z.array(z.string()).default([]),
  /** Once set, the service is never started again. */
  isRemoved: z.boolean(),
});
export type ServiceRecord = z.infer<typeof serviceRecord>;

const RECORD = 'service.json';
/** A longer log is emptied, after its end was read. */
const MAX_LOG_BYTES = 16 * 1024 * 1024;
const LOG_TAIL_BYTES = 64 * 1024;

/** The folder of one service: `service.json`, `data`, `tls`, `config`, `output.log`. */
export class ServiceFolder {
  readonly path: string;
  readonly #home: ProcessHome;

  constructor(home: ProcessHome, service: ServiceId) {
    this.#home = home;
    this.path = join(home.path, service);
  }

  get data(): string {
    return join(this.path, 'data');
  }
  get log(): string {
    return join(this.path, 'output.log');
  }
  get tls() {
    const folder = join(this.path, 'tls');
    return { certificate: join(folder, 'server.crt'), key: join(folder, 'server.key'), authority: join(folder, 'ca.crt') };
  }
  configFile(name: string): string {
    return join(this.path, 'config', name);
  }

  /** Null if there is none, or only what an interrupted creation or removal left. */
  async read(): Promise<ServiceRecord | null> {
    const text = await readFile(join(this.path, RECORD), 'utf8').catch(() => null);
    return text === null ? null : serviceRecord.parse(JSON.parse(text));
  }

  async write(record: ServiceRecord): Promise<void> {
    await mkdir(this.path, { recursive: true });
    await this.#setMode(this.path);
    await this.#replace(join(this.path, RECORD), JSON.stringify(record), 0o600);
  }

  async hasData(): Promise<boolean> {
    return stat(this.data).then(
      () => true,
      () => false,
    );
  }

  /** An empty directory of the programs' user, for the data to be made in. */
  async makeNewData(): Promise<string> {
    const fresh = `${this.data}.new`;
    await rm(fresh, { recursive: true, force: true, maxRetries: 5 });
    await mkdir(fresh, { mode: 0o700 });
    await chown(fresh, this.#home.account.uid, this.#home.account.gid);
    return fresh;
  }

  /** Another folder that only the programs' user enters. */
  async makeFolder(name: string): Promise<string> {
    const path = join(this.path, name);
    await mkdir(path, { recursive: true, mode: 0o700 });
    await chown(path, this.#home.account.uid, this.#home.account.gid);
    return path;
  }

  /** From here on the data is complete. */
  async adoptNewData(): Promise<void> {
    await rename(`${this.data}.new`, this.data);
  }

  async writeCertificate({ certificate, key, authority }: ServerCertificate): Promise<void> {
    const { uid, gid } = this.#home.account;
    await mkdir(join(this.path, 'tls'), { recursive: true });
    await this.#setMode(join(this.path, 'tls'));
    await this.#replace(this.tls.key, key, 0o600, { uid, gid });
    await this.#replace(this.tls.certificate, certificate, 0o644);
    await this.#replace(this.tls.authority, authority, 0o644);
  }

  /** Without secrets: every user of the machine may read it. */
  async writeConfig(name: string, text: string): Promise<string> {
    await mkdir(join(this.path, 'config'), { recursive: true });
    await this.#setMode(join(this.path, 'config'));
    await this.#replace(this.configFile(name), text, 0o644);
    return this.configFile(name);
  }

  /** For the programs' user alone. */
  async writeSecretConfig(name: string, text: string): Promise<void> {
    await mkdir(join(this.path, 'config'), { recursive: true });
    await this.#setMode(join(this.path, 'config'));
    await this.#replace(this.configFile(name), text, 0o400, this.#home.account);
  }

  /** The end of the engine's output; shortens the file if it has grown too long. */
  async readLog(): Promise<string> {
    const file = await open(this.log, 'r+').catch(() => null);
    if (file === null) return '';
    try {
      const { size: length } = await file.stat();
      const from = Math.max(0, length - LOG_TAIL_BYTES);
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length - from), 0, length - from, from);
      if (length > MAX_LOG_BYTES) await truncate(this.log, 0);
      return buffer.subarray(0, bytesRead).toString();
    } finally {
      await file.close();
    }
  }

  /** The record goes last: until then the service is listed. */
  async remove(): Promise<void> {
    const names = await readdir(this.path).catch((): string[] => []);
    for (const name of names.filter((name) => name !== RECORD)) {
      await rm(join(this.path, name), { recursive: true, force: true, maxRetries: 5 });
    }
    await rm(join(this.path, RECORD), { force: true });
    await rmdir(this.path).catch(() => undefined);
  }

  // As root, the programs' user passes through to its own files, but lists and changes nothing else.
  #setMode(path: string): Promise<void> {
    return chmod(path, this.#home.account.spawnAs.uid === undefined ? 0o700 : 0o711);
  }

  async #replace(path: string, text: string, mode: number, owner?: { readonly uid: number; readonly gid: number }): Promise<void> {
    const fresh = `${path}.${randomUUID()}`;
    await writeFile(fresh, text, { flag: 'wx', mode });
    if (owner !== undefined) await chown(fresh, owner.uid, owner.gid);
    await rename(fresh, path);
  }
}

/** Every service with a record, of any installation. */
export const listRecords = async (home: ProcessHome): Promise<ServiceRecord[]> => {
  const names = await readdir(home.path).catch((): string[] => []);
  const records = await Promise.all(names.filter(isUuid).map((name) => new ServiceFolder(home, brandId(name)).read()));
  return records.filter((record) => record !== null);
};

export const isTagged = ({ installation, service }: ServiceTag, record: ServiceRecord): boolean =>
  record.installation === installation && record.service === service;
