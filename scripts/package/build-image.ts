import { execFile } from 'node:child_process';
import { copyFile, cp, link, mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const container = resolve(import.meta.dirname, '../../ops/container');

/** Builds the root file system of both images from Debian's packages. Needs root and debootstrap. Returns the path of the archive. */
export const buildBase = async (out: string): Promise<string> => {
  const target = join(out, 'base.tar');
  const work = await mkdtemp(join(out, 'work-'));
  try {
    await run(join(container, 'images/build-base.sh'), [target, work], { maxBuffer: 64 * 1024 * 1024 });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  return target;
};

export interface ImageParts {
  /** A staged product, or a staged collector. */
  readonly product: string;
  readonly dockerfile: 'Dockerfile' | 'collector.Dockerfile';
  /** From `buildBase`. */
  readonly base: string;
  /** On the same file system as both. */
  readonly out: string;
  readonly tag: string;
  /** Options of `docker`, such as `['-H', 'unix:///...']`. */
  readonly docker?: readonly string[];
}

/** Builds a container image with the engine of this machine. Returns its tag. */
export const buildImage = async ({ product, dockerfile, base, out, tag, docker = [] }: ImageParts): Promise<string> => {
  const context = await mkdtemp(join(out, 'context-'));
  try {
    await copyFile(join(container, dockerfile), join(context, 'Dockerfile'));
    await link(base, join(context, 'base.tar')).catch(() => cp(base, join(context, 'base.tar')));
    // Links instead of copies: the product has a third of a gigabyte.
    await run('cp', ['--archive', '--link', product, join(context, 'product')]);
    await run('docker', [...docker, 'build', '--quiet', '--tag', tag, context], { maxBuffer: 64 * 1024 * 1024 });
  } finally {
    await rm(context, { recursive: true });
  }
  return tag;
};
