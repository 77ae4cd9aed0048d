import { unpackArchive } from '../archives/unpack-archive.ts';
import { needProgram } from '../engines/find-program.ts';
import type { ProcessRecipe } from './process-recipe.ts';
import { runProgram } from './run-program.ts';

/** The data as it was copied, on the disk before anybody relies on it. */
export const restoreFiles: ProcessRecipe['restore'] = async ({ home: { account }, data, signal }, origin) => {
  await unpackArchive(origin.open(signal), data, account);
  await runProgram({ program: await needProgram('sync'), args: ['--file-system', data] }, { account, directory: data }, signal);
};
