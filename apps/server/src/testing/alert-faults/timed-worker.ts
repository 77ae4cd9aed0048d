// One worker with the run's clock: `node timed-worker.ts <clock state>`, and a state over IPC for each later change.
import { runServer } from '../../run-server.ts';
import { clockState, RunClock } from './run-clock.ts';

const clock = new RunClock(clockState.parse(JSON.parse(process.argv[2] ?? '')));
process.on('message', (message) => {
  clock.state = clockState.parse(message);
});
// The process that started it holds the other end.
process.once('disconnect', () => process.exit(1));

await runServer({ environment: process.env, clock });
process.send?.('ready');
