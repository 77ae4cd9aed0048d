// A process whose memory a test scans: does what its argument says with a request, says "ready", and ends when it is killed.
import { readFileSync } from 'node:fs';
import { writeHeapSnapshot } from 'node:v8';
import { z } from 'zod';
import { readFiles } from '../read-files.ts';
import { runReader } from '../reader/run-reader.ts';

const [mode, request = '', snapshot = ''] = process.argv.slice(2);
const requestSchema = z.object({
  files: z.array(z.object({ pattern: z.string(), password: z.object({ variable: z.string() }).exactOptional() })),
  kubernetes: z.array(z.object({ kubeconfig: z.string(), namespaces: z.literal('all') })),
});

const held: unknown[] = [];
if (mode === 'reader') await runReader();
else {
  const parsed = requestSchema.parse(JSON.parse(request));
  if (mode === 'caller') {
    held.push(await readFiles(parsed, { signal: new AbortController().signal, timeoutMs: 60_000 }));
    process.stdout.write(`${JSON.stringify(held)}\n`);
  } else held.push(...parsed.files.map(({ pattern }) => readFileSync(pattern)));
  if (snapshot !== '') writeHeapSnapshot(snapshot);
}
process.stdout.write('ready\n');
setInterval(() => held.length, 1_000_000);
