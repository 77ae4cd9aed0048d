// `pnpm fault:kill [rounds] [seed]`: kills the server with kill -9 during concurrent adds, repeatedly, and checks the state after the next start.
import { type KillRound, killRounds } from '../apps/server/src/testing/kill-rounds.ts';

const [rounds = 30, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);

const isWhole = ({ damage, leftBehind }: KillRound): boolean =>
  leftBehind.length === 0 && Object.values(damage).every((count) => count === 0);

console.log(`${rounds} rounds, seed ${seed} (repeat with: npm run fault:kill -- ${rounds} ${seed})`);
const done = await killRounds({
  rounds,
  seed,
  by: 'bootstrap',
  onRound: (result) => {
    const { round, killedAfterMs, restarted, recoveryMs, answered, certificates, damage, leftBehind } = result;
    const verdict = isWhole(result) ? 'whole' : `DAMAGED ${JSON.stringify({ ...damage, leftBehind })}`;
    console.log(
      `${String(round).padStart(3)}  killed after ${String(killedAfterMs).padStart(4)} ms, ${String(answered).padStart(4)} answered, ` +
        `restarted ${restarted}, ready in ${String(recoveryMs).padStart(5)} ms, ${String(certificates).padStart(5)} stored: ${verdict}`,
    );
  },
});

const damaged = done.filter((round) => !isWhole(round)).length;
const slowest = Math.max(...done.map(({ recoveryMs }) => recoveryMs));
const answered = done.reduce((sum, round) => sum + round.answered, 0);
console.log(
  `${done.length} kills, ${answered} certificates answered 200, ${done.at(-1)?.certificates ?? 0} stored, slowest recovery ${slowest} ms, ` +
    `${damaged === 0 ? 'nothing lost, nothing half-written, nothing left behind' : `${damaged} rounds with damage`}`,
);
if (damaged > 0) process.exitCode = 1;
