import type { ProviderError } from '@notafter/domain';
import { waitFor } from '../machine-cloud.ts';
import type { GcpClient } from './gcp-client.ts';
import { explainGcp } from './gcp-errors.ts';
import { type GcpOperation, onTarget, operation, placeOf } from './gcp-resources.ts';

/** An operation that failed longer ago was not the last try. */
const RECENT_MS = 60_000;

const sentences: Readonly<Record<string, string>> = {
  insert: 'Google Cloud is creating this.',
  start: 'The machine is starting.',
  stop: 'The machine is shutting down.',
  reset: 'The machine is restarting.',
  setMachineType: 'Google Cloud is moving the machine to the other plan.',
  delete: 'Google Cloud is deleting this.',
};

/** Changes go on after their call was answered, and only their operations say why they failed. */
export class GcpOperations {
  readonly #api: GcpClient;
  readonly #now: () => number;

  constructor(api: GcpClient, now: () => number) {
    this.#api = api;
    this.#now = now;
  }

  async last(path: string, signal: AbortSignal): Promise<GcpOperation | null> {
    const place = path.startsWith('global/') ? 'global' : placeOf(path);
    const kind = place === 'global' ? 'global' : place.startsWith('zones/') ? 'zone' : 'region';
    const request = {
      ...({ method: 'GET', path: `${place}/operations`, permission: `compute.${kind}Operations.list` } as const),
      query: { filter: onTarget(path) },
    };
    const found = await this.#api.list(operation, request, signal);
    return found.reduce<GcpOperation | null>(
      (latest, one) => (latest === null || Date.parse(one.insertTime) > Date.parse(latest.insertTime) ? one : latest),
      null,
    );
  }

  /** A sentence about the change under way; null if none is. */
  underWay(last: GcpOperation | null): string | null {
    if (last === null || last.status === 'DONE') return null;
    return sentences[last.operationType] ?? 'Google Cloud is changing this.';
  }

  /** Why a change of one of these types failed a moment ago, if it was the last one and can't succeed by itself. */
  refusal(last: GcpOperation | null, types: readonly string[], permission: string): ProviderError | null {
    const [first] = last?.error?.errors ?? [];
    if (last === null || first === undefined || !types.includes(last.operationType)) return null;
    if (this.#now() - Date.parse(last.endTime ?? last.insertTime) > RECENT_MS) return null;
    const error = explainGcp(permission, { ...first, status: last.httpErrorStatusCode ?? 0 });
    return error.passes || error.fault === 'conflict' || error.fault === 'not_found' ? null : error;
  }

  /** Rejects if something with this path is being created, or could not be a moment ago. Returns its last operation. */
  async beforeInsert(path: string, permission: string, signal: AbortSignal): Promise<GcpOperation | null> {
    const last = await this.last(path, signal);
    const underWay = this.underWay(last);
    if (underWay !== null) throw waitFor(underWay);
    const refusal = this.refusal(last, ['insert'], permission);
    if (refusal !== null) throw refusal;
    return last;
  }
}
