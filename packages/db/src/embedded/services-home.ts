import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Binaries, listBinaries } from './binaries.ts';
import { type Home, type HomeKind, resolveHome } from './home.ts';
import type { EmbeddedLog } from './log.ts';

const FOLDER_OF_A_SERVICE = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const servicesHome: HomeKind = {
  folder: 'services',
  suffix: '-services',
  hasData: async (path) => (await readdir(path).catch(() => [])).some((name) => FOLDER_OF_A_SERVICE.test(name)),
};

/** The directory for data services that run as processes, their user, and PostgreSQL's programs, the preferred version first. */
export interface ServicesHome extends Home {
  readonly postgres: readonly Binaries[];
}

/** Finds or creates `DATA_DIR/services`, or a directory in `fallbackRoot` if the unprivileged user can't reach it. */
export async function openServicesHome(options: {
  readonly dataDir: string;
  readonly log: EmbeddedLog;
  /** Default `/var/lib/notafter`. */
  readonly fallbackRoot?: string;
}): Promise<ServicesHome> {
  const home = await resolveHome(resolve(options.dataDir), options.fallbackRoot ?? '/var/lib/notafter', options.log, servicesHome);
  return { ...home, postgres: await listBinaries(home) };
}
