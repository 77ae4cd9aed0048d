import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServiceTag } from '@notafter/domain';
import { z } from 'zod';
import { ContainerEngine } from '../containers/container-engine.ts';
import type { Subject } from './conformance.ts';
import type { DockerDaemon } from './docker-daemon.ts';

const containers = z.array(z.object({ Id: z.string(), Names: z.array(z.string()) }));
const volumes = z.object({ Volumes: z.array(z.object({ Name: z.string() })).nullish() });
const networks = z.array(z.object({ Name: z.string() }));
const inspected = z.object({ State: z.object({ Pid: z.int() }) });

/** Services in containers of a daemon. What is left is looked for by name here, since a lost label would hide it. */
export const openContainerSubject = async ({ host, socket }: DockerDaemon): Promise<Subject> => {
  const directory = await mkdtemp(join(tmpdir(), 'notafter-containers-'));
  const get = <Schema extends z.ZodType>(schema: Schema, path: string) =>
    socket.json(schema, { method: 'GET', path, signal: AbortSignal.timeout(120_000) });
  return {
    place: { directory, dockerHost: host },
    enginesOf: async ({ service }) =>
      (await get(containers, '/containers/json?all=1')).flatMap(({ Names }) => Names).filter((name) => name.includes(service)),
    leftovers: async ({ service }: ServiceTag) => {
      const names = [
        ...(await get(containers, '/containers/json?all=1')).flatMap(({ Names }) => Names),
        ...((await get(volumes, '/volumes')).Volumes ?? []).map(({ Name }) => Name),
        ...(await get(networks, '/networks')).map(({ Name }) => Name),
        ...(await readdir(directory, { recursive: true })),
      ];
      return names.filter((name) => name.includes(service));
    },
    killEngine: async ({ service }) => {
      const { Pid } = (await get(inspected, `/containers/notafter-${service}/json`)).State;
      // 0 would be our own process group.
      if (Pid === 0) throw new Error('The engine does not run.');
      process.kill(Pid, 'SIGKILL');
    },
    freezeEngine: ({ service }) => new ContainerEngine(socket).pause(`notafter-${service}`, AbortSignal.timeout(120_000)),
    close: () => rm(directory, { recursive: true, force: true }),
  };
};
