// `pnpm bench:tls`: CPU per certificate check, compared with other tools on this machine. Exits with 1 if a goal is missed.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { run, startNode } from './tls/child.ts';
import { type Cost, type Ground, otherTools, ownTools, type Tool } from './tls/tools.ts';

const { values } = parseArgs({
  options: {
    kinds: { type: 'string', default: 'mixed,p384' },
    names: { type: 'string', default: '2000' },
    rounds: { type: 'string', default: '5' },
    only: { type: 'string', default: 'cpu,lanes' },
  },
});
const rounds = Number(values.rounds);
const MAX_RSS_MB = 300;
const MAX_SLOWDOWN = 1.5;

/** Required ratio of the other tool's CPU time on the mixed farm to ours. */
const goals = [
  { other: otherTools.go, own: ownTools.cold, atLeast: 1.4 },
  { other: otherTools.go, own: ownTools.known, atLeast: 2 },
  { other: otherTools.blackbox, own: ownTools.cold, atLeast: 2.5 },
  { other: otherTools.blackbox, own: ownTools.known, atLeast: 3.3 },
];

const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN;
const perCheck = ({ cpuMs, checks }: Cost): number => cpuMs / checks;
let missed = 0;
const judge = (isReached: boolean): string => {
  if (!isReached) missed += 1;
  return isReached ? 'reached' : 'MISSED';
};

const measureCpu = async (kind: string, ground: Ground): Promise<void> => {
  const tools: readonly Tool[] = [...Object.values(ownTools), ...Object.values(otherTools)];
  const costs = new Map<Tool, Cost[]>();
  for (let round = 0; round < rounds; round += 1) {
    for (const tool of tools) {
      if (tool.version !== null) costs.set(tool, [...(costs.get(tool) ?? []), await tool.measure(ground)]);
    }
  }
  console.log(`\n${kind}: ${ground.names.length} certificates, ${rounds} rounds, CPU ms per check (median), process start included`);
  for (const tool of tools) {
    const all = costs.get(tool);
    if (all === undefined) console.log(`  ${tool.name.padEnd(30)} absent (bench/install-tls-tools.sh installs it)`);
    else {
      const ms = median(all.map(perCheck));
      const rate = Math.round(1_000 / ms).toLocaleString('en');
      console.log(
        `  ${tool.name.padEnd(30)} ${ms.toFixed(3)}  ${rate.padStart(6)} /s/core  ${tool.version}  ${all[0]?.note ?? ''}`.trimEnd(),
      );
    }
  }
  for (const { other, own, atLeast } of goals) {
    const theirs = costs.get(other);
    const ours = costs.get(own);
    if (theirs === undefined || ours === undefined) continue;
    const ratio = median(ours.map((cost, round) => perCheck(theirs[round] ?? cost) / perCheck(cost)));
    const goal = kind === 'mixed' ? ` (goal ${atLeast}: ${judge(ratio >= atLeast)})` : '';
    console.log(`  ${own.name} takes ${ratio.toFixed(2)} times less than ${other.name}${goal}`);
  }
};

const measureLanes = ({ port, caFile, names }: Ground): void => {
  const lanes = (what: string): string =>
    run(process.execPath, [new URL('tls/lanes.ts', import.meta.url).pathname, String(port), caFile, what], { input: names.join('\n') })
      .output;
  const { rssMb, served } = z.object({ rssMb: z.number(), served: z.number() }).parse(JSON.parse(lanes('in-flight')));
  console.log(`\n10,000 checks, 5,000 in flight: ${served} served, ${rssMb} MB at most (goal ${MAX_RSS_MB}: ${judge(rssMb < MAX_RSS_MB)})`);
  const times = z.object({ withoutMs: z.number(), metMs: z.number(), knownMs: z.number() }).parse(JSON.parse(lanes('tarpits')));
  for (const [what, ms] of [
    ['met first', times.metMs],
    ['known', times.knownMs],
  ] as const) {
    const slowdown = ms / times.withoutMs;
    const verdict = judge(slowdown < MAX_SLOWDOWN);
    console.log(
      `20 % tarpits, ${what}: the healthy take ${slowdown.toFixed(2)} times as long (${ms} ms; goal ${MAX_SLOWDOWN}: ${verdict})`,
    );
  }
};

const farmAnswer = z.object({ port: z.number(), ca: z.string() });
console.log(
  `${cpus().length} x ${cpus()[0]?.model.trim() ?? 'unknown CPU'}, Node ${process.versions.node}, load ${loadavg()[0]?.toFixed(2)}`,
);
const folder = await mkdtemp(join(tmpdir(), 'notafter-bench-tls-'));
try {
  for (const kind of values.kinds.split(',')) {
    const farm = await startNode('./farm.ts', [kind, values.names]);
    const { port, ca } = farmAnswer.parse(JSON.parse(farm.ready));
    const caFile = join(folder, `${kind}.pem`);
    await writeFile(caFile, ca);
    const names = Array.from({ length: Number(values.names) }, (_, n) => `n${n}.bench.test`);
    const ground = { port, caFile, names, folder };
    if (values.only.includes('cpu')) await measureCpu(kind, ground);
    if (values.only.includes('lanes') && kind === 'mixed') measureLanes(ground);
    await farm.close();
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.exitCode = missed === 0 ? 0 : 1;
