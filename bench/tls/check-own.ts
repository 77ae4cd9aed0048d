// The product's own checker over a list of names. Usage: check-own.ts PORT CA-FILE CONCURRENCY PASSES < names
import { readFileSync } from 'node:fs';
import { createDirectProbe } from '../../packages/tls/src/probe.ts';

// As in the prober's thread: Node's key checks throw and catch internally.
Error.stackTraceLimit = 0;

const [port = '', caFile = '', concurrency = '32', passes = '1'] = process.argv.slice(2);
const names = readFileSync(0, 'utf8').split('\n').filter(Boolean);
const probe = createDirectProbe({ dnsServers: [], targetAllow: ['127.0.0.1'], extraCaPem: readFileSync(caFile, 'utf8') });
const cpuMs = (): number => process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000;

// In a function, because the bundle is CommonJS like the published one.
const main = async (): Promise<void> => {
  const passCpuMs: number[] = [];
  const counts = { valid: 0, invalid: 0, passCpuMs, startCpuMs: cpuMs() };
  for (let pass = 0; pass < Number(passes); pass += 1) {
    const before = cpuMs();
    let next = 0;
    const work = async (): Promise<void> => {
      for (;;) {
        const host = names[next];
        next += 1;
        if (host === undefined) return;
        const seen = await probe({ host, port: Number(port), address: '127.0.0.1' });
        if (seen.kind === 'served' && seen.reasons.length === 0) counts.valid += 1;
        else counts.invalid += 1;
      }
    };
    await Promise.all(Array.from({ length: Number(concurrency) }, work));
    counts.passCpuMs.push(cpuMs() - before);
  }
  console.log(JSON.stringify({ ...counts, rssMb: Math.round(process.resourceUsage().maxRSS / 1024) }));
};
// Like the command line's exit.
process.once('beforeExit', () => process.exit());
void main();
