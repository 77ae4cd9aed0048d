// Memory and tarpits, in a separate process. Usage: lanes.ts PORT CA-FILE in-flight|tarpits < names
import { readFileSync } from 'node:fs';
import { createProber } from '../../packages/tls/src/prober.ts';
import { startMisconfiguredServer } from '../../packages/tls/src/testing/index.ts';

const [port = '', caFile = '', what = ''] = process.argv.slice(2);
const names = readFileSync(0, 'utf8').split('\n').filter(Boolean);
const IN_FLIGHT = 5_000;
const PATIENT_MS = 60_000;

const options = { dnsServers: [], targetAllow: ['127.0.0.0/8'], extraCaPem: readFileSync(caFile, 'utf8') };
const silent = await startMisconfiguredServer('silent', { address: '127.0.0.2' });

/** Names resolve to the farm's address without DNS. */
const target = (host: string, at: { readonly port: number; readonly ip: string }) => ({ host, port: at.port, address: at.ip });
const farm = { port: Number(port), ip: '127.0.0.1' };
const pit = { port: silent.port, ip: silent.address };

if (what === 'in-flight') {
  const prober = createProber({
    ...options,
    maxInFlight: IN_FLIGHT,
    connectTimeoutMs: PATIENT_MS,
    handshakeTimeoutMs: PATIENT_MS,
    totalTimeoutMs: PATIENT_MS,
  });
  const all = Array.from({ length: 2 * IN_FLIGHT }, (_, n) => prober.probe(target(names[n % names.length] ?? '', farm)));
  const served = (await Promise.all(all)).filter(({ kind }) => kind === 'served').length;
  console.log(JSON.stringify({ served, rssMb: Math.round(process.resourceUsage().maxRSS / 1024) }));
  await prober.close();
} else {
  const prober = createProber(options);
  const round = async (tarpits: number, label: string): Promise<number> => {
    const startedAt = performance.now();
    const slow: Promise<unknown>[] = [];
    const healthy = names.map((name, n) => {
      if (tarpits > 0 && n % Math.round(names.length / tarpits) === 0) slow.push(prober.probe(target(`${label}${n}.bench.test`, pit)));
      return prober.probe(target(name, farm));
    });
    const served = (await Promise.all(healthy)).filter(({ kind }) => kind === 'served').length;
    if (served !== names.length) throw new Error(`${served} of ${names.length} served.`);
    const tookMs = performance.now() - startedAt;
    await Promise.all(slow);
    return tookMs;
  };
  const share = names.length / 4;
  await round(0, '');
  const without = await round(0, '');
  const met = await round(share, 'met');
  const known = await round(share, 'met');
  console.log(JSON.stringify({ withoutMs: Math.round(without), metMs: Math.round(met), knownMs: Math.round(known) }));
  await prober.close();
}
await silent.close();
