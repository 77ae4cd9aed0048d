import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { builtArchive } from './built-archive.ts';

it('is built once, however many ask for it at once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'notafter-built-'));
  const log = join(folder, 'log');
  const script = `echo begun >> ${log}\n[ -d "$2" ] && echo built > "$1"\necho ended >> ${log}\n`;
  const scripts = await mkdtemp(join(folder, 'scripts-'));
  await writeFile(join(scripts, 'build.sh'), script);
  const archives = await Promise.all([1, 2, 3].map(() => builtArchive(scripts, 'build.sh', 'once')));
  const [archive = ''] = archives;
  try {
    expect(new Set(archives).size).toBe(1);
    expect(await readFile(archive, 'utf8')).toBe('built\n');
    expect(await readFile(log, 'utf8')).toBe('begun\nended\n');
  } finally {
    for (const made of [folder, dirname(archive)]) await rm(made, { recursive: true });
  }
});
