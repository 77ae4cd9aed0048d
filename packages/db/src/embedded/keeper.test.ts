import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeThrowawayDir } from '../testing/throwaway-server.ts';
import { ownAccount } from './account.ts';
import { keepStarted } from './keeper.ts';

it('sends the signal again to a program that missed the first, as a starting one does', async () => {
  const home = await makeThrowawayDir();
  const output = await open(join(home, 'output'), 'a');
  try {
    const missesOne = `let heard = 0; process.on('SIGINT', () => { heard += 1; if (heard === 2) process.exit(7); }); setInterval(() => {}, 1000); console.log('listening');`;
    const keeper = await keepStarted({ home, account: ownAccount(), role: 'server', output: output.fd }, [
      process.execPath,
      '-e',
      missesOne,
    ]);
    await expect.poll(() => readFile(join(home, 'output'), 'utf8')).toContain('listening');
    keeper.release();
    expect(await keeper.exited).toEqual({ code: 7 });
  } finally {
    await output.close();
    await rm(home, { recursive: true, force: true });
  }
});
