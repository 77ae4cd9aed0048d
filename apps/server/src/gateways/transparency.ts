import type { Config } from '@notafter/config';
import type { IssuanceSource, LogFollower, LogListReading, TransparencyGateway } from '@notafter/domain';
import type { GuardedFetch } from '@notafter/net';
import { defaultRetryPolicy } from '@notafter/net/lists';
import type { DomainRecords } from '@notafter/preflight';
import { createCertspotterSource, createCrtshSource, createDomainMatcher, fetchLogList, tailLog, testTail } from '@notafter/transparency';

interface TransparencyOptions {
  readonly config: Config['transparency'];
  /** The search services are those of discovery. */
  readonly discovery: Config['discovery'];
  /** PEM of the key that signs the log list; null: Google's. */
  readonly logListKey: string | null;
  readonly fetch: GuardedFetch;
  readonly records: DomainRecords;
}

const now = (): Date => new Date();

const followerOf = (fetch: GuardedFetch, userAgent: string): LogFollower => ({
  follow: async ({ domains, ...request }) => {
    const matcher = createDomainMatcher(domains);
    const { outcome } = await tailLog({ ...request, fetch, userAgent, matcher, now });
    return outcome;
  },
  test: (request) => testTail({ ...request, fetch, userAgent, now }),
});

const searchesOf = ({ discovery, fetch }: TransparencyOptions, userAgent: string): IssuanceSource[] => {
  const { certspotterUrl, certspotterToken: token, crtshUrl } = discovery;
  const common = { fetch, userAgent, now, retryPolicy: defaultRetryPolicy };
  return [
    ...(certspotterUrl === null ? [] : [createCertspotterSource({ ...common, baseUrl: certspotterUrl, token })]),
    ...(crtshUrl === null ? [] : [createCrtshSource({ ...common, baseUrl: crtshUrl })]),
  ];
};

/** Opens the sources of issued certificates that the operator allows. */
export const openTransparency = (options: TransparencyOptions): TransparencyGateway => {
  const { config, logListKey, fetch, records } = options;
  const userAgent = `Notafter (+${config.contact ?? 'no contact set'})`;
  const { logListUrl, bytesPerDay } = config;
  return {
    ...records,
    follower: bytesPerDay === 0 ? null : followerOf(fetch, userAgent),
    bytesPerDay,
    searches: searchesOf(options, userAgent),
    readLogList: async (signal): Promise<LogListReading> => {
      if (logListUrl === null) return { logs: null, listedAt: null, problem: 'The operator has disabled the log list.' };
      const publicKey = logListKey === null ? {} : { publicKey: logListKey };
      const outcome = await fetchLogList({ url: logListUrl, fetch, userAgent, now, signal, ...publicKey });
      if (!('list' in outcome)) return { logs: null, listedAt: null, problem: outcome.reason };
      const { logs, publishedAt } = outcome.list;
      return outcome.kind === 'current'
        ? { logs, listedAt: publishedAt, problem: null }
        : {
            logs: null,
            listedAt: publishedAt,
            problem: `The log list is ${outcome.ageDays} days old. Logs of the list before are followed.`,
          };
    },
  };
};
