import { createHash } from 'node:crypto';
import {
  DAY_MS,
  type FollowRequest,
  type FoundIssuance,
  type Issuance,
  type IssuanceSearchResult,
  type LogFollower,
  type LoggedIssuance,
  type LogListReading,
  type SctInclusion,
  type SctQuestion,
  type SelfTestResult,
  type TailOutcome,
  type TailResult,
  type TransparencyGateway,
  type TransparencyLog,
} from '@notafter/domain';

const hex = (text: string): string => createHash('sha256').update(text).digest('hex');

const isBelow = (name: string, domain: string): boolean => {
  const bare = name.replace(/^\*\./, '');
  return bare === domain || bare.endsWith(`.${domain}`);
};

/** An issuance; `label` tells it and its key from others. `watched` is what a follower would find. */
export const issuanceOf = (
  label: string,
  more: Partial<Issuance> & { readonly names: readonly string[]; readonly watched: readonly string[] },
): Issuance => {
  const notBefore = more.notBefore ?? new Date('2026-01-01T00:00:00Z');
  return {
    tbsSha256: hex(`tbs ${label}`),
    isPrecertificate: true,
    nameCount: more.names.length,
    addresses: [],
    issuer: `C=US, O=${more.issuerOrganization ?? 'Test CA'}, CN=T1`,
    issuerOrganization: 'Test CA',
    issuerCommonName: 'T1',
    serialNumber: hex(`serial ${label}`).slice(0, 32).toUpperCase(),
    notBefore,
    notAfter: new Date(notBefore.getTime() + 90 * DAY_MS),
    spkiSha256: hex(`key ${label}`),
    scts: [],
    der: Buffer.from(label),
    unreadable: null,
    ...more,
  };
};

export const transparencyLogOf = (label: string, more: Partial<TransparencyLog> = {}): TransparencyLog => ({
  id: Buffer.from(hex(label), 'hex').toString('base64'),
  kind: 'static',
  description: label,
  operator: 'Test operator',
  key: '',
  mmdSeconds: 60,
  url: `https://${label}.logs.test`,
  submissionUrl: `https://${label}.logs.test`,
  state: 'usable',
  interval: null,
  finalHead: null,
  ...more,
});

/** The answer of a search service: its certificates by the service's IDs. */
export interface ScriptedSearch extends IssuanceSearchResult {
  readonly issuances: Readonly<Record<string, Issuance>>;
}

/** A transparency world that tests script: logs with entries, searches with answers, records of names. */
export interface ScriptedTransparency extends TransparencyGateway {
  /** Entries of each log by its ID; a follower starts at the first. */
  readonly logs: Map<string, Issuance[]>;
  /** Outcome of the next calls for a log, after its entries. */
  readonly outcomes: Map<string, TailOutcome>;
  /** Bytes that a log sends after its last batch, for nothing. */
  readonly wasted: Map<string, number>;
  /** Results of the self-test of a log; absent: nothing to test with. */
  readonly tests: Map<string, SelfTestResult>;
  /** Answers for each domain and cursor, `domain cursor`. */
  readonly answers: Map<string, ScriptedSearch>;
  /** The answers about timestamps of each log; `unknown` by default. Each costs a thousand bytes. */
  readonly inclusions: Map<string, SctInclusion>;
  readonly sctQuestions: SctQuestion[];
  /** How each call was to read its log. */
  readonly modes: FollowRequest['mode'][];
  readonly searched: { readonly domain: string; readonly cursor: string | null }[];
  readonly txt: Map<string, readonly string[]>;
  readonly caa: Map<string, readonly string[]>;
  list: LogListReading;
  switchFollower(on: boolean): void;
  /** How many entries a batch has. */
  batchSize: number;
  bytesPerDay: number;
}

const BYTES_PER_ENTRY = 1000;
/** Of an entry without a date: after every learning phase. */
const LOGGED_LATE = Date.parse('2999-01-01T00:00:00Z');

export const createScriptedTransparency = (): ScriptedTransparency => {
  const logs = new Map<string, Issuance[]>();
  const outcomes = new Map<string, TailOutcome>();
  const wasted = new Map<string, number>();
  const tests = new Map<string, SelfTestResult>();
  const answers = new Map<string, ScriptedSearch>();
  const txt = new Map<string, readonly string[]>();
  const caa = new Map<string, readonly string[]>();
  const searched: { readonly domain: string; readonly cursor: string | null }[] = [];
  let isOn = true;
  const inclusions = new Map<string, SctInclusion>();
  const sctQuestions: SctQuestion[] = [];
  const checkSct: LogFollower['checkSct'] = async (question) => {
    sctQuestions.push(question);
    const inclusion = inclusions.get(question.log.id) ?? { kind: 'unknown', reason: 'The log did not answer.' };
    return { inclusion, bytes: BYTES_PER_ENTRY, isAsked: true };
  };
  const modes: FollowRequest['mode'][] = [];
  const follow = async ({
    log,
    cursor,
    domains,
    mode,
    budgetBytes,
    skipsBacklog = false,
    onBatch,
  }: FollowRequest): Promise<Pick<TailResult, 'outcome' | 'bytes'>> => {
    modes.push(mode);
    const entries = logs.get(log.id) ?? [];
    let bytes = 0;
    if (skipsBacklog && !outcomes.has(log.id)) {
      await onBatch({
        cursor: { size: entries.length, frontier: [], head: null, partialSince: null },
        entries: [],
        bytes: BYTES_PER_ENTRY,
      });
      return { outcome: { kind: 'up_to_date' }, bytes: BYTES_PER_ENTRY };
    }
    for (let at = cursor?.size ?? 0; at < entries.length; ) {
      if (bytes >= budgetBytes) return { outcome: { kind: 'behind', entries: entries.length - at }, bytes };
      const part = entries.slice(at, at + world.batchSize);
      const found = part.flatMap((issuance, offset): LoggedIssuance[] => {
        const watched = domains.filter((domain) => issuance.names.some((name) => isBelow(name, domain)));
        return watched.length === 0
          ? []
          : [{ ...issuance, watched, index: at + offset, loggedAt: issuance.notBefore?.getTime() ?? LOGGED_LATE, chain: [] }];
      });
      at += part.length;
      bytes += part.length * BYTES_PER_ENTRY;
      await onBatch({
        cursor: { size: at, frontier: [], head: null, partialSince: null },
        entries: found,
        bytes: part.length * BYTES_PER_ENTRY,
      });
    }
    return { outcome: outcomes.get(log.id) ?? { kind: 'up_to_date' }, bytes: bytes + (wasted.get(log.id) ?? 0) };
  };
  const world: ScriptedTransparency = {
    logs,
    outcomes,
    wasted,
    tests,
    answers,
    modes,
    inclusions,
    sctQuestions,
    searched,
    txt,
    caa,
    list: { logs: [], listedAt: new Date('2026-01-01T00:00:00Z'), problem: null },
    batchSize: 3,
    bytesPerDay: 8_000_000_000,
    switchFollower: (on) => {
      isOn = on;
    },
    get follower() {
      return isOn
        ? {
            follow,
            checkSct,
            test: async ({ log }: Pick<FollowRequest, 'log'>) => tests.get(log.id) ?? { test: null, omitted: null, bytes: 0 },
          }
        : null;
    },
    searches: [
      {
        name: 'Cert Spotter',
        read: async ({ domain, cursor, onBatch }) => {
          searched.push({ domain, cursor });
          const none: ScriptedSearch = { outcome: 'complete', reason: null, retryAfterMs: null, cursor, issuances: {} };
          const { issuances, ...result } = answers.get(`${domain} ${cursor ?? ''}`) ?? none;
          const found = Object.entries(issuances).map(([sourceId, issuance]): FoundIssuance => ({ ...issuance, sourceId }));
          if (result.outcome !== 'failed') await onBatch({ cursor: result.cursor, issuances: found });
          return result;
        },
      },
    ],
    readLogList: async () => world.list,
    lookUpTxt: async (name) => txt.get(name) ?? [],
    lookUpCaa: async (domain) => caa.get(domain) ?? null,
  };
  return world;
};
