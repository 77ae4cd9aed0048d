import { variable } from '../environment.ts';
import { FileFault, type FileSource } from '../reading.ts';
import { withFile } from './open-file.ts';

const MAX_PASSWORD_BYTES = 1_024;

const fromFile = async (path: string): Promise<string> => {
  try {
    return await withFile(path, (bytes) => {
      if (bytes.length > MAX_PASSWORD_BYTES) throw new FileFault('too_large', 'It is larger than 1 KiB.');
      return bytes.toString('utf8').replace(/\r?\n$/, '');
    });
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    throw new FileFault('password_required', `The password file ${path} can't be used: ${error.message}`);
  }
};

/** Returns the password of a source's keystores; null if the source names none. Throws FileFault if it can't be read. */
export const passwordOf = async (password: FileSource['password']): Promise<string | null> => {
  if (password === undefined) return null;
  if ('file' in password) return fromFile(password.file);
  const value = variable(password.variable);
  if (value === undefined)
    throw new FileFault('password_required', `The environment variable ${password.variable} is not set for the collector.`);
  return value;
};
