import { addMs, DAY_MS, HOUR_MS, MINUTE_MS, type Registration } from '@notafter/domain';
import { type GuardedFetch, GuardedFetchError, type GuardedResponse, retryAfterMs } from '@notafter/net';
import { z } from 'zod';
import { parseJson } from './parse-json.ts';

export interface RegistrationOptions {
  readonly fetch: GuardedFetch;
  /** IANA's list of RDAP servers (RFC 9224); null: none is asked. */
  readonly bootstrapUrl: string | null;
  readonly now: () => Date;
}

export interface RegistrationLook {
  readonly registration: Registration;
  readonly retryAt: Date | null;
}

const bootstrapSchema = z.object({ services: z.array(z.tuple([z.array(z.string()), z.array(z.string())])) });
const domainSchema = z.object({
  objectClassName: z.literal('domain'),
  ldhName: z.string(),
  events: z.array(z.object({ eventAction: z.string(), eventDate: z.string() })).default([]),
});

const BOOTSTRAP_KEPT_MS = DAY_MS;
const BOOTSTRAP_MAX_BYTES = 2_000_000;
const ANSWER_MAX_BYTES = 500_000;
const TIMEOUT_MS = 15_000;
const PAUSE_MIN_MS = MINUTE_MS;
/** A longer pause is a fault of the server. */
const PAUSE_MAX_MS = DAY_MS;
const PAUSE_USUAL_MS = HOUR_MS;

const unknown = (reason: string, isTransient: boolean): Registration => ({ kind: 'unknown', reason, isTransient });

const pauseOf = ({ headers }: GuardedResponse, now: Date): number =>
  Math.min(PAUSE_MAX_MS, Math.max(PAUSE_MIN_MS, retryAfterMs(headers.get('retry-after'), now) ?? PAUSE_USUAL_MS));

/** Server by suffix, in lower case; https if both are offered. */
type Servers = ReadonlyMap<string, string>;

const readServers = (bytes: Uint8Array): Servers | null => {
  const { data } = bootstrapSchema.safeParse(parseJson(bytes));
  if (data === undefined) return null;
  return new Map(
    data.services.flatMap(([suffixes, urls]) => {
      const url = urls.find((each) => each.startsWith('https:')) ?? urls[0];
      return url === undefined
        ? []
        : suffixes.map((suffix): [string, string] => [suffix.toLowerCase(), url.endsWith('/') ? url : `${url}/`]);
    }),
  );
};

const serverOf = (servers: Servers, domain: string): string | null => {
  const labels = domain.split('.');
  const parents = labels.map((_, index) => labels.slice(index).join('.')).slice(1);
  return parents.map((parent) => servers.get(parent)).find((url) => url !== undefined) ?? null;
};

const readEnd = (bytes: Uint8Array, domain: string): Registration => {
  const { data } = domainSchema.safeParse(parseJson(bytes));
  if (data === undefined || data.ldhName.toLowerCase().replace(/\.$/, '') !== domain)
    return unknown('The registry’s answer cannot be read.', true);
  const end = data.events.find(({ eventAction }) => eventAction.toLowerCase() === 'expiration');
  const endsAt = new Date(end?.eventDate ?? Number.NaN);
  return Number.isNaN(endsAt.getTime())
    ? unknown('The registry does not publish when the registration ends.', false)
    : { kind: 'known', endsAt };
};

/** Creates a client that asks registries over RDAP (RFC 9082, RFC 9083), and leaves a server that asks for a pause alone. */
export const createRegistrationClient = ({ fetch, bootstrapUrl, now }: RegistrationOptions) => {
  let known: { readonly servers: Servers; readonly until: Date } | null = null;
  const pausedUntil = new Map<string, Date>();

  const loadServers = async (url: string, signal: AbortSignal): Promise<Servers | null> => {
    if (known !== null && known.until > now()) return known.servers;
    const answer = await fetch(url, { maxBytes: BOOTSTRAP_MAX_BYTES, totalTimeoutMs: TIMEOUT_MS, signal });
    const servers = answer.status === 200 ? readServers(answer.bytes) : null;
    // An old list is better than none.
    if (servers === null) return known?.servers ?? null;
    known = { servers, until: addMs(now(), BOOTSTRAP_KEPT_MS) };
    return servers;
  };

  const askServer = async (server: string, domain: string, signal: AbortSignal): Promise<RegistrationLook> => {
    const answer = await fetch(`${server}domain/${domain}`, {
      headers: { accept: 'application/rdap+json' },
      maxBytes: ANSWER_MAX_BYTES,
      totalTimeoutMs: TIMEOUT_MS,
      signal,
    });
    if (answer.status === 200) return { registration: readEnd(answer.bytes, domain), retryAt: null };
    if (answer.status === 404) return { registration: unknown('The registry does not know this domain.', false), retryAt: null };
    if (answer.status === 429 || answer.status === 503) {
      const retryAt = addMs(now(), pauseOf(answer, now()));
      pausedUntil.set(server, retryAt);
      return { registration: unknown(`The registry asks for a pause (HTTP ${answer.status}).`, true), retryAt };
    }
    return { registration: unknown(`The registry answered HTTP ${answer.status}.`, true), retryAt: null };
  };

  return async (domain: string, signal: AbortSignal): Promise<RegistrationLook> => {
    if (bootstrapUrl === null) return { registration: unknown('The operator has turned off RDAP.', false), retryAt: null };
    try {
      const servers = await loadServers(bootstrapUrl, signal);
      if (servers === null) return { registration: unknown('The list of registries could not be read.', true), retryAt: null };
      const server = serverOf(servers, domain);
      if (server === null) return { registration: unknown('The registry of this domain offers no RDAP.', false), retryAt: null };
      const paused = pausedUntil.get(server);
      if (paused !== undefined && paused > now())
        return { registration: unknown('The registry asked for a pause.', true), retryAt: paused };
      return await askServer(server, domain, signal);
    } catch (error) {
      if (!(error instanceof GuardedFetchError)) throw error;
      return { registration: unknown(error.message, true), retryAt: null };
    }
  };
};
