// `pnpm fault:services [kills] [seed] [containers]`: kills the server with kill -9 while data services are deployed, resized, rotated and
// deleted; with `containers`, a separate Docker daemon in turns with it.
import { killServerOfServices } from '../apps/server/src/testing/service-kills.ts';

const [kills = 50, seed = Date.now() % 1_000_000] = process.argv.slice(2, 4).map(Number);
const by = process.argv[4] === 'containers' ? 'containers' : 'processes';

console.log(`${kills} kills, seed ${seed} (repeat with: npm run fault:services -- ${kills} ${seed} ${by})`);
const { operations, faults } = await killServerOfServices({
  ...{ kills, seed, by },
  onKill: ({ count, killed, afterMs, underWay }) =>
    console.log(
      `${String(count).padStart(3)}  ${killed} killed after ${String(afterMs).padStart(4)} ms, under way: ${underWay.join(', ') || 'nothing'}`,
    ),
});
const asked = Object.entries(operations).map(([kind, count]) => `${kind} ${count}`);
console.log(
  `${kills} kills; asked: ${asked.join(', ')}; ${faults.length === 0 ? 'every service ended as asked, nothing is left' : faults.join('\n')}`,
);
if (faults.length > 0) process.exitCode = 1;
