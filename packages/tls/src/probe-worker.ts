import { parentPort, workerData } from 'node:worker_threads';
import type { ProbeAnswer, ProbeRequest } from './messages.ts';
import { createDirectProbe } from './probe.ts';

const port = parentPort;
if (port === null) throw new Error('probe-worker runs as a worker thread only.');

// Node's key checks throw and catch internally for each key argument; building those traces was half their cost.
Error.stackTraceLimit = 0;

const probe = createDirectProbe(workerData);
const answer = (message: ProbeAnswer): void => port.postMessage(message);

port.on('message', ({ id, target }: ProbeRequest) => {
  probe(target).then(
    (observation) => answer({ id, observation }),
    (error: unknown) => answer({ id, fault: error instanceof Error ? error.message : String(error) }),
  );
});
