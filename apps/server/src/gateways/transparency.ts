import type { Config } from '@notafter/config';
import type { IssuanceSource, LogFollower, LogListReading, SctAnswer, SctQuestion, TransparencyGateway } from '@notafter/domain';
import type { GuardedFetch } from '@notafter/net';
import { defaultRetryPolicy } from '@notafter/net/lists';
import type { DomainRecords } from '@notafter/preflight';
import { Certificate, DerError, readEmbeddedTimestamps } from '@notafter/tls/x509';
import {
  checkSctInclusion,
  createCertspotterSource,
  createCrtshSource,
  createDomainMatcher,
  fetchLogList,
  tailLog,
  testTail,
} from '@notafter/transparency';

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

/** The timestamp in a certificate that a check read; undefined if it does not have it. */
const timestampOf = ({ certificate, sct }: SctQuestion) => {
  try {
    const found = readEmbeddedTimestamps(new Certificate(certificate).extensions.reader('signedTimestamps'));
    return found.find(({ fact }) => fact.log === sct.log && fact.at === sct.at);
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    return undefined;
  }
};

const askForSct = async (fetch: GuardedFetch, userAgent: string, question: SctQuestion): Promise<SctAnswer> => {
  const timestamp = timestampOf(question);
  if (timestamp === undefined)
    return { inclusion: { kind: 'unknown', reason: 'The certificate does not have the timestamp.' }, bytes: 0, isAsked: false };
  let bytes = 0;
  let isAsked = false;
  const counted: GuardedFetch = async (...request) => {
    isAsked = true;
    const response = await fetch(...request);
    bytes += response.bytes.byteLength;
    return response;
  };
  const { log, certificate, issuers, signal } = question;
  const check = (issuer: Uint8Array | null) =>
    checkSctInclusion({ fetch: counted, userAgent, now, signal, log, timestamp, certificate, issuer });
  let inclusion = await check(issuers[0] ?? null);
  // Issuers of one name can have several keys. A wrong signature costs no request.
  for (const issuer of issuers.slice(1)) if (inclusion.kind === 'wrongly_signed') inclusion = await check(issuer);
  const leaf = new Certificate(certificate);
  // The timestamp names the issuer's key: with another one it looks as if the log had not signed it.
  if (inclusion.kind === 'wrongly_signed' && !issuers.some((issuer) => leaf.isSignedBy(new Certificate(issuer))))
    return { inclusion: { kind: 'unknown', reason: 'The chain does not have the certificate of the issuer.' }, bytes, isAsked };
  return { inclusion, bytes, isAsked };
};

const followerOf = (fetch: GuardedFetch, userAgent: string): LogFollower => ({
  follow: ({ domains, ...request }) => tailLog({ ...request, fetch, userAgent, matcher: createDomainMatcher(domains), now }),
  test: (request) => testTail({ ...request, fetch, userAgent, now }),
  checkSct: (question) => askForSct(fetch, userAgent, question),
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
