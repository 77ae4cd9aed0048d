import { countText, dateText } from '@notafter/domain';
import type { GuardedFetch } from '@notafter/net';
import { type Asked, askForList, createSerialQueue, RateLimit, type RetryPolicy } from '@notafter/net/lists';
import { z } from 'zod';
import { NAMES_FULL } from '../source-options.ts';
import { loggedCertificate } from './logged-certificate.ts';
import type { CtService, ServiceReport, ServiceRequest } from './service.ts';

const NAME = 'crt.sh';
/** crt.sh's internal limit: beyond it, the response has 10,000 arbitrary entries and does not say so. */
const ENTRIES_MAX = 10_000;
const RECENT_DAYS = 100;
const DAY_MS = 86_400_000;

const row = z.object({
  issuer_name: z.string(),
  common_name: z.string().nullish(),
  name_value: z.string(),
  not_before: z.string().nullish(),
  not_after: z.string(),
  result_count: z.number().nullish(),
});

const questions = {
  all: '',
  /** Narrower searches, for domains with more entries than the limit. */
  unexpired: '&exclude=expired',
  recent: '&exclude=expired&minNotBefore=',
} as const;

export interface CrtshOptions {
  readonly fetch: GuardedFetch;
  readonly baseUrl: string;
  readonly retryPolicy: RetryPolicy;
  readonly now: () => Date;
}

interface Answered {
  readonly asked: Asked;
  readonly isTruncated: boolean;
}

/** crt.sh: all certificates ever logged, newest logs included; returns at most 10,000 entries. */
export const createCrtsh = ({ fetch, baseUrl, retryPolicy, now }: CrtshOptions): CtService => {
  const inTurn = createSerialQueue();
  const rateLimit = new RateLimit(now);

  const ask = async (request: ServiceRequest, narrowed: string): Promise<Answered> => {
    const { domain, signal, deadline, findings } = request;
    let entries = 0;
    let unreadable = 0;
    const onItem = async (item: unknown): Promise<void> => {
      const read = row.safeParse(item);
      const logged = read.success ? loggedCertificate(entryOf(read.data)) : null;
      if (!read.success || logged === null) {
        unreadable += 1;
        return;
      }
      entries += read.data.result_count ?? 1;
      for (const name of namesOf(read.data)) await findings.add(name, { logged });
    };
    const url = `${baseUrl.replace(/\/$/, '')}/?q=${encodeURIComponent(`%.${domain}`)}&output=json&deduplicate=Y${narrowed}`;
    const asked = await askForList(fetch, { service: NAME, url, signal, deadline, retryPolicy, onItem, inTurn, rateLimit });
    const isForeign = asked.kind === 'answered' && asked.items > 0 && unreadable === asked.items;
    const judged: Asked = isForeign ? { kind: 'failed', reason: 'crt.sh returned invalid data.', items: 0, retryAfterMs: null } : asked;
    return { asked: judged, isTruncated: entries >= ENTRIES_MAX };
  };

  const narrow = async (request: ServiceRequest): Promise<ServiceReport> => {
    const { step } = request;
    step({ done: 0.5, note: 'crt.sh: unexpired only' });
    const unexpired = await ask(request, questions.unexpired);
    if (unexpired.asked.kind === 'answered' && !unexpired.isTruncated) {
      return partial(`crt.sh has more than ${countText(ENTRIES_MAX)} entries. Names found only in expired certificates may be missing.`);
    }
    step({ done: 0.75, note: 'crt.sh: recent only' });
    const since = dateText(new Date(now().getTime() - RECENT_DAYS * DAY_MS));
    const recent = await ask(request, `${questions.recent}${since}`);
    const isRecentWhole = recent.asked.kind === 'answered' && !recent.isTruncated;
    return isRecentWhole
      ? partial(
          `crt.sh has more than ${countText(ENTRIES_MAX)} entries. Names without a certificate from the last ${RECENT_DAYS} days may be missing.`,
        )
      : partial(`crt.sh has more than ${countText(ENTRIES_MAX)} entries and returned only some of them.`, recent.asked.kind === 'answered');
  };

  return {
    name: NAME,
    async find(request) {
      const { step, findings } = request;
      step({ done: 0.1, note: 'crt.sh' });
      const { asked, isTruncated } = await ask(request, questions.all);
      await findings.flush();
      if (asked.kind === 'failed') return { outcome: asked.items > 0 ? 'partial' : 'failed', reason: asked.reason, isLasting: false };
      if (findings.isFull) return partial(`crt.sh: ${NAMES_FULL}`);
      if (!isTruncated) return { outcome: 'complete', reason: null, isLasting: true };
      const report = await narrow(request);
      await findings.flush();
      return report;
    },
  };
};

const partial = (reason: string, isLasting = true): ServiceReport => ({ outcome: 'partial', reason, isLasting });

const entryOf = (read: z.infer<typeof row>) => ({
  issuer: read.issuer_name,
  notBefore: read.not_before,
  notAfter: read.not_after,
  names: namesOf(read),
});

const namesOf = ({ name_value, common_name }: z.infer<typeof row>): string[] => {
  const names = name_value.split('\n').filter((name) => name !== '');
  return common_name === null || common_name === undefined || names.includes(common_name) ? names : [...names, common_name];
};
