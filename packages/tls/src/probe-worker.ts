import { parentPort, workerData } from 'node:worker_threads';
import { AnswerWriter, type ProbeRequest } from './messages.ts';
import { createEndpointProbe } from './probe.ts';

const port = parentPort;
if (port === null) throw new Error('probe-worker runs as a worker thread only.');

// Node's key checks throw and catch internally for each key argument; building those traces was half their cost.
Error.stackTraceLimit = 0;

/**
 * Probes started per turn of the event loop. Ready sockets are served before more probes start, so a burst waits here,
 * before any time limit runs, and a busy thread never makes healthy targets time out.
 */
const STARTS_PER_TURN = 8;

const { probe, probeWithAddresses } = createEndpointProbe(workerData);
const answers = new AnswerWriter();
let waiting: ProbeRequest[] = [];

/** Results of one turn of the event loop go into one message. */
const postSoon = (): void => {
  if (answers.isEmpty) setImmediate(() => port.postMessage(answers.take()));
};

const start = ({ id, target, addressTerms }: ProbeRequest): void => {
  const fail = (error: unknown): void => {
    postSoon();
    answers.addFault(id, error instanceof Error ? error.message : String(error));
  };
  if (addressTerms === undefined) {
    probe(target).then((observation) => {
      postSoon();
      answers.add(id, observation);
    }, fail);
    return;
  }
  probeWithAddresses(target, addressTerms).then(({ observation, addresses }) => {
    postSoon();
    answers.add(id, observation, addresses);
  }, fail);
};

const startSome = (): void => {
  for (const request of waiting.splice(0, STARTS_PER_TURN)) start(request);
  if (waiting.length > 0) setImmediate(startSome);
};

port.on('message', (requests: readonly ProbeRequest[]) => {
  if (waiting.length === 0) setImmediate(startSome);
  waiting = waiting.concat(requests);
});
