import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServiceTag } from '@notafter/domain';

/**
 * Which services are containers, noted before the first call to the engine and removed after the last. While the engine is away,
 * a service with a mark is neither taken for absent nor made again as a process.
 */
export interface ContainerMarks {
  has(tag: ServiceTag): Promise<boolean>;
  hasAny(): Promise<boolean>;
  add(tag: ServiceTag): Promise<void>;
  remove(tag: ServiceTag): Promise<void>;
}

export const createContainerMarks = (directory: string): ContainerMarks => {
  const folder = join(directory, 'services.containers');
  const list = (): Promise<string[]> => readdir(folder).catch((): string[] => []);
  const nameOf = ({ installation, service }: ServiceTag): string => `${installation}.${service}`;
  return {
    has: async (tag) => (await list()).includes(nameOf(tag)),
    hasAny: async () => (await list()).length > 0,
    add: async (tag) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(join(folder, nameOf(tag)), '');
    },
    remove: (tag) => rm(join(folder, nameOf(tag)), { force: true }),
  };
};
