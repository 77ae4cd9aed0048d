import { closeSync, existsSync, fchmodSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type ExitCode, exitCodes, type Terminal, UsageError } from '@notafter/command-line';
import type { ExportCommand } from '../command-line.ts';
import { codeOf } from '../spool/open-spool.ts';
import { openCollector } from './open-collector.ts';

const NUMBER_DIGITS = 8;
export const BUNDLE_EXTENSION = '.notafter';

const bundleFileName = (collectorId: string, sequence: number): string =>
  `${collectorId}-${String(sequence).padStart(NUMBER_DIGITS, '0')}${BUNDLE_EXTENSION}`;

const sync = (path: string): void => {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
};

/** Writes a file whole or not at all. */
export const writeWhole = (path: string, bytes: Buffer): void => {
  const temporary = `${path}.part`;
  const file = openSync(temporary, 'w');
  try {
    // Bundles are sealed: the person who carries them need not be root.
    fchmodSync(file, 0o644);
    for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
    fsyncSync(file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path);
};

const isWritten = (path: string, bytes: Buffer): boolean => existsSync(path) && readFileSync(path).equals(bytes);

/** Writes the bundles that no receipt covers as files. Running it again writes only what is missing. */
export const runExport = (command: ExportCommand, { stdout }: Terminal): ExitCode => {
  const { identity, spool } = openCollector(command.configFile, 'export');
  const folder = resolve(command.folder);
  let written = 0;
  let present = 0;
  try {
    mkdirSync(folder, { recursive: true });
    for (let bundle = spool.findNext(0); bundle !== null; bundle = spool.findNext(bundle.sequence)) {
      const path = join(folder, bundleFileName(identity.collectorId, bundle.sequence));
      if (isWritten(path, bundle.bytes)) present += 1;
      else {
        writeWhole(path, bundle.bytes);
        written += 1;
      }
    }
    if (written > 0) sync(folder);
  } catch (error) {
    if (error instanceof UsageError || codeOf(error) === '') throw error;
    throw new UsageError(`${folder} cannot be written: ${codeOf(error)}. ${written} bundles were written before.`, 'export', {
      cause: error,
    });
  } finally {
    spool.close();
  }
  stdout.write(`Wrote ${written} ${written === 1 ? 'bundle' : 'bundles'} to ${folder}${present === 0 ? '' : `; ${present} were there`}.\n`);
  return exitCodes.ok;
};
