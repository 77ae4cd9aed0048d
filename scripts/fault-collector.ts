// `pnpm fault:collector [kills] [seed]`: kills the collector with kill -9 while it scans, queues and sends, and compares what arrived.
import { killCollector } from '../apps/collector/src/testing/kill-rounds.ts';

const [kills = 50, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);

console.log(`${kills} kills, seed ${seed} (repeat with: npm run fault:collector -- ${kills} ${seed})`);
const { finished, stored, replays, damage } = await killCollector({
  kills,
  seed,
  onKill: (round, afterMs, bundles) =>
    console.log(`${String(round).padStart(3)}  killed ${String(afterMs).padStart(4)} ms after its start, ${bundles} bundles stored`),
});
console.log(
  `${kills} kills, ${finished} of them too late, ${stored} bundles stored, ${replays} sent again: ` +
    `${damage.length === 0 ? 'nothing lost, nothing twice' : `DAMAGED: ${damage.join('; ')}`}`,
);
process.exitCode = damage.length === 0 ? 0 : 1;
