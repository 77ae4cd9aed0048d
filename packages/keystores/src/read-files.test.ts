import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, truncateSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ReaderError, readFiles } from './read-files.ts';
import type { FileReading } from './reading.ts';
import { authority, derOf, leaf, temporaryFolder, writeSample } from './testing/sample-files.ts';

const read = (...patterns: string[]): Promise<readonly FileReading[]> =>
  readFiles(
    { files: patterns.map((pattern) => ({ pattern })), kubernetes: [] },
    { signal: new AbortController().signal, timeoutMs: 60_000 },
  );
const codes = (readings: readonly FileReading[]): (readonly [string, string | null])[] =>
  readings.map(({ path, problem }) => [path, problem?.code ?? null]);

/** A reader that runs this program instead. */
const readWith = (program: string, timeoutMs = 60_000, signal = new AbortController().signal): Promise<readonly FileReading[]> =>
  readFiles({ files: [], kubernetes: [] }, { signal, timeoutMs, reader: ['-e', program] });

describe('readFiles', () => {
  it('returns the certificates of a file, a directory and a glob, and names what a person named', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'live'));
    mkdirSync(join(folder, 'live', 'example'));
    const pem = writeSample('www.pem', leaf.chainPem, folder);
    const key = writeSample('key.pem', leaf.key.privatePem, folder);
    writeSample('README', 'nothing here', folder);
    const chain = writeSample('fullchain.pem', leaf.chainPem, join(folder, 'live', 'example'));
    const missing = join(folder, 'missing.pem');
    const readings = await read(folder, join(folder, 'live', '*', '*.pem'), key, missing, join(folder, 'no', '*.pem'));
    expect(codes(readings)).toEqual([
      [pem, null],
      [chain, null],
      [key, 'no_certificate'],
      [missing, 'not_found'],
      [join(folder, 'no', '*.pem'), 'no_certificate'],
    ]);
    const { intermediate } = authority;
    expect(readings[0]).toEqual({
      path: pem,
      format: 'pem',
      certificates: [{ alias: null, role: 'certificate', der: derOf(leaf), chain: [derOf(intermediate)], hasKey: false }],
      problem: null,
    });
  });

  it('follows symbolic links as those of certbot, and survives their loops', async () => {
    const folder = temporaryFolder();
    const target = writeSample('cert1.pem', leaf.pem);
    symlinkSync(target, join(folder, 'cert.pem'));
    symlinkSync(folder, join(folder, 'round'));
    symlinkSync(join(folder, 'b'), join(folder, 'a'));
    symlinkSync(join(folder, 'a'), join(folder, 'b'));
    expect(codes(await read(join(folder, '**', '*.pem')))).toEqual([[join(folder, 'cert.pem'), null]]);
    expect(codes(await read(join(folder, 'a')))).toEqual([[join(folder, 'a'), 'not_found']]);
  });

  it('opens no device, FIFO or socket, and no file above 10 MiB', async () => {
    const folder = temporaryFolder();
    const fifo = join(folder, 'fifo');
    execFileSync('mkfifo', [fifo]);
    const socket = join(folder, 'socket');
    const server = createServer().listen(socket);
    await new Promise((resolve) => server.once('listening', resolve));
    onTestFinished(() => void server.close());
    const large = writeSample('large.pem', leaf.pem, folder);
    truncateSync(large, 10 * 1024 * 1024 + 1);
    expect(codes(await read(fifo, socket, '/dev/zero', large))).toEqual([
      [fifo, 'not_a_file'],
      [socket, 'not_a_file'],
      ['/dev/zero', 'not_a_file'],
      [large, 'too_large'],
    ]);
  });

  it.skipIf(process.getuid?.() === 0)('names a file that it may not read', async () => {
    const path = writeSample('secret.pem', leaf.pem);
    chmodSync(path, 0);
    expect(codes(await read(path))).toEqual([[path, 'permission_denied']]);
  });

  it('reads a path once, although several patterns match it', async () => {
    const path = writeSample('www.pem', leaf.pem);
    expect(codes(await read(path, path, `${path.slice(0, -4)}.*`))).toEqual([[path, null]]);
  });

  it('names the file at which a reader dies, and reads the others with another one', async () => {
    const program = `
      const { text } = require('node:stream/consumers');
      text(process.stdin).then((request) => {
        const skip = JSON.parse(request).skip;
        const say = (message) => console.log(JSON.stringify(message));
        const reading = (path) => ({ path, format: null, certificates: [], problem: null });
        if (!skip.includes('/one')) { say({ at: '/one' }); say({ reading: reading('/one') }); }
        if (!skip.includes('/two')) { say({ at: '/two' }); process.kill(process.pid, 'SIGKILL'); }
        else { say({ at: '/three' }); say({ reading: reading('/three') }); say({ done: true }); }
      });`;
    const readings = await readWith(program);
    expect(codes(readings)).toEqual([
      ['/one', null],
      ['/two', 'broken'],
      ['/three', null],
    ]);
    expect(readings[1]?.problem?.message).toBe('The reader ended while it read this file (signal SIGKILL).');
  });

  it('ends a reader that takes too long, writes too much, or does not start', async () => {
    const hang = `console.log(JSON.stringify({ at: '/slow' })); setInterval(() => undefined, 1000)`;
    await expect(readWith(hang, 10_000)).rejects.toThrow(new ReaderError('Reading files took longer than 10 s. It was reading /slow.'));
    await expect(readWith(`process.stdout.write(Buffer.alloc(130 * 1024 * 1024))`)).rejects.toThrow('wrote more than it may');
    await expect(readWith('process.exitCode = 3')).rejects.toThrow('ended by itself (exit code 3)');
    await expect(readWith(`console.log('{"unknown": 1}')`)).rejects.toThrow(ReaderError);
    await expect(readWith(hang, 60_000, AbortSignal.abort())).rejects.toThrow('Reading files was stopped.');
  });
});
