import { parentPort, workerData } from 'node:worker_threads';
import type { AddressProbe, Observation } from '@notafter/domain';
import { AnchorReader } from './anchor-messages.ts';
import type { AnchorSet } from './judge/trust-store.ts';
import { AnswerWriter, type ProbeRequest, type ProbeRequests } from './messages.ts';
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

interface Waiting {
  readonly request: ProbeRequest;
  readonly anchors: readonly AnchorSet[];
}

const { probe, probeWithAddresses, judgeReported } = createEndpointProbe(workerData);
const anchorReader = new AnchorReader();
const answers = new AnswerWriter();
const waiting: Waiting[] = [];

/** Results of one turn of the event loop go into one message. */
const postSoon = (): void => {
  if (answers.isEmpty) setImmediate(() => port.postMessage(answers.take()));
};

const start = ({ request: { id, target, addressTerms, reported }, anchors }: Waiting): void => {
  const fail = (error: unknown): void => {
    postSoon();
    answers.addFault(id, error instanceof Error ? error.message : String(error));
  };
  const answer = ({ observation, addresses }: { observation: Observation; addresses: AddressProbe | null }): void => {
    postSoon();
    answers.add(id, observation, addresses);
  };
  if (reported !== undefined) judgeReported(target, reported, anchors).then(answer, fail);
  else if (addressTerms !== undefined) probeWithAddresses(target, addressTerms, anchors).then(answer, fail);
  else probe(target, anchors).then((observation) => answer({ observation, addresses: null }), fail);
};

const startSome = (): void => {
  for (const each of waiting.splice(0, STARTS_PER_TURN)) start(each);
  if (waiting.length > 0) setImmediate(startSome);
};

port.on('message', ({ probes, anchors: sent }: ProbeRequests) => {
  if (waiting.length === 0) setImmediate(startSome);
  anchorReader.apply(sent, () => {
    for (const request of probes) waiting.push({ request, anchors: anchorReader.find(request.anchors) });
  });
});
