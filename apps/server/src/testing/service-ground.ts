import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openServicesHome } from '@notafter/db/embedded';
import { openContainerSubject, startDockerDaemon, testImageTable } from '@notafter/provisioning/testing';
import { z } from 'zod';
import { listProcesses } from './processes.ts';

/** The place where the services of a killed server run. */
export interface ServiceGround {
  /** For the server. */
  readonly env: Readonly<Record<string, string>>;
  enginesOf(serviceId: string): Promise<number>;
  /** Everything of services that exists, by name. */
  left(): Promise<readonly string[]>;
  /** Kills the container engine and starts it again; null if there is none. */
  readonly killEngine: (() => Promise<void>) | null;
  /** Removes what a failed run left. */
  close(): Promise<void>;
}

/** Services as processes of this machine. */
export const openProcessGround = async (dataDir: string): Promise<ServiceGround> => {
  const home = await openServicesHome({ dataDir, log: { info: () => undefined, warn: () => undefined } });
  const engines = async () => (await listProcesses()).filter(({ command }) => command.includes(home.path));
  return {
    env: { DOCKER_HOST: '' },
    enginesOf: async (id) => (await engines()).filter(({ command }) => command.includes(`/${id}/`)).length,
    left: async () => [
      ...(await engines()).map(({ command }) => command),
      ...(await readdir(home.path)).filter((name) => /^[0-9a-f]{8}-/.test(name)),
    ],
    killEngine: null,
    close: async () => {
      for (const { pid } of await engines()) process.kill(pid, 'SIGKILL');
    },
  };
};

const containers = z.array(z.object({ Names: z.array(z.string()) }));
const volumes = z.object({ Volumes: z.array(z.object({ Name: z.string() })).nullish() });
const networks = z.array(z.object({ Name: z.string() }));

/** Services in containers of a Docker daemon that is killed, too. */
export const openContainerGround = async (dataDir: string): Promise<ServiceGround> => {
  const daemon = await startDockerDaemon();
  const subject = await openContainerSubject(daemon);
  const images = join(dataDir, 'images.json');
  await writeFile(images, JSON.stringify(testImageTable));
  const get = <Schema extends z.ZodType>(schema: Schema, path: string) =>
    daemon.socket.json(schema, { method: 'GET', path, signal: AbortSignal.timeout(30_000) });
  const names = async () => (await get(containers, '/containers/json?all=1')).flatMap(({ Names }) => Names);
  return {
    env: { DOCKER_HOST: daemon.host, SERVICES_IMAGES: images },
    enginesOf: async (id) => (await names()).filter((name) => name.includes(id)).length,
    left: async () =>
      [
        ...(await names()),
        ...((await get(volumes, '/volumes')).Volumes ?? []).map(({ Name }) => Name),
        ...(await get(networks, '/networks')).map(({ Name }) => Name),
      ].filter((name) => /[0-9a-f]{8}-[0-9a-f]{4}-/.test(name)),
    killEngine: async () => {
      await daemon.kill();
      await daemon.restart();
    },
    close: async () => {
      await subject.close();
      await daemon.close();
      await rm(images, { force: true });
    },
  };
};
