import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import { ProviderError } from '@notafter/domain';

/** Systems install servers where only root's PATH looks. */
const FOLDERS = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'];

/** The path of a program that the system has installed; null without one. */
export const findProgram = async (name: string): Promise<string | null> => {
  for (const folder of FOLDERS) {
    const path = join(folder, name);
    const isThere = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return path;
  }
  return null;
};

/** The path of a program that an engine was found with. Throws `invalid` if it was removed since. */
export const needProgram = async (name: string): Promise<string> => {
  const found = await findProgram(name);
  if (found === null) throw new ProviderError('invalid', `${name} is no longer installed.`);
  return found;
};
