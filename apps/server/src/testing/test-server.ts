import { rm } from 'node:fs/promises';
import { readConfig } from '@notafter/config';
import { createTestDatabase, makeThrowawayDir, type TestDatabase } from '@notafter/db/testing';
import { freePort } from '@notafter/net/testing';
import { pino } from 'pino';
import type { Screens } from '../screens.ts';
import { type RunningServer, startServer } from '../start-server.ts';
import { type Answer, type RequestOptions, request } from './request.ts';

export interface TestServer {
  /** Its origin; PUBLIC_URL can differ. */
  readonly url: string;
  readonly dataDir: string;
  readonly database: TestDatabase;
  readonly system: RunningServer['system'];
  /** Every line logged so far, JSON. */
  readonly log: string[];
  call(path: string, options?: RequestOptions): Promise<Answer>;
  close(): Promise<void>;
}

export interface TestServerOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Absent: the built ones. */
  readonly screens?: Screens;
  /** The URL of the database for the server, for example through a proxy. Absent: the database's own. */
  readonly reachDatabase?: (url: string) => Promise<string>;
}

/** The whole program in this process, with a new database, directory and port. */
export const startTestServer = async ({ env = {}, screens, reachDatabase }: TestServerOptions = {}): Promise<TestServer> => {
  const [database, dataDir, port] = await Promise.all([createTestDatabase({ max: 2 }), makeThrowawayDir(), freePort()]);
  const log: string[] = [];
  const remove = async (): Promise<void> => {
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const databaseUrl = reachDatabase === undefined ? database.url : await reachDatabase(database.url);
    const settings = { PORT: String(port), DATABASE_URL: databaseUrl, DATA_DIR: dataDir, NODE_ENV: 'test', EXTERNAL_IMAGES: 'off' };
    const config = readConfig({ ...settings, ...env }, dataDir);
    const server = await startServer({
      config,
      log: pino({ level: 'debug' }, { write: (line: string) => void log.push(line) }),
      ...(screens === undefined ? {} : { screens }),
      onLost: (what) => {
        throw new Error(`${what} was lost`);
      },
    });
    const url = `http://127.0.0.1:${port}`;
    return {
      url,
      dataDir,
      database,
      system: server.system,
      log,
      call: (path, options) => request(`${url}${path}`, options),
      close: async () => {
        await server.stop();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
};
