import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServiceTag } from '@notafter/domain';
import { freezeProcesses } from '../processes/freeze-processes.ts';
import { findByArgument, findByMark, signalProcess } from '../processes/process-table.ts';
import type { Subject } from './conformance.ts';
import { openTestHome } from './test-driver.ts';

/** Services as processes, in a temporary directory that the unprivileged user can enter. */
export const openProcessSubject = async (): Promise<Subject> => {
  const directory = await mkdtemp(join(tmpdir(), `notafter-services-${process.pid}-`));
  await chmod(directory, 0o755);
  const { path, account } = await openTestHome(directory);
  const enginesOf = ({ service }: ServiceTag) => findByArgument(join(path, service), account.uid);
  return {
    place: { directory, dockerHost: null },
    enginesOf: async (tag) => (await enginesOf(tag)).map(({ pid }) => `process ${pid}`),
    leftovers: async (tag) => [
      ...(await readdir(path)).filter((name) => name.includes(tag.service)),
      ...(await findByMark(join(path, tag.service), account.uid)).map(({ pid }) => `process ${pid}`),
    ],
    killEngine: async (tag) => {
      for (const engine of await enginesOf(tag)) await signalProcess(engine, 'SIGKILL');
    },
    freezeEngine: async (tag) => freezeProcesses(await enginesOf(tag)),
    close: () => rm(directory, { recursive: true, force: true }),
  };
};
