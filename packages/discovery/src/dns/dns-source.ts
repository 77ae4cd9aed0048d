import { type DiscoverySource, type SourceReport, type SourceRequest, WEB_PORT } from '@notafter/domain';
import { type DnsClient, type DnsReply, NXDOMAIN } from '@notafter/net/dns';
import { eachAtOnce } from '../each-at-once.ts';
import { Findings } from '../findings.ts';
import { NAMES_FULL, OUT_OF_TIME, type SourceClock } from '../source-options.ts';
import { type CatchAll, findCatchAll, isOwnAnswer } from './catch-all.ts';
import { guessedLabels, guessedServices } from './labels.ts';
import { lookUpHost, recordsOf } from './look-up.ts';
import { type WalkEnd, walkNsec } from './walk-nsec.ts';

export interface DnsOptions {
  readonly clock: SourceClock;
  readonly client: DnsClient;
  /** Absent: the list of this package. */
  readonly labels?: readonly string[];
}

/** Low enough for a resolver; a thousand names take seconds. */
const QUERIES_AT_ONCE = 32;
/** After this many unanswered guesses in a row, the servers count as gone. */
const UNANSWERED_MAX = 64;
const MAIL_PORT = 25;
/** Shares of the progress: the domain's own records and the NSEC walk; guessing is the rest. */
const APEX_SHARE = 0.1;
const WALK_SHARE = 0.1;

const apexTypes = ['A', 'AAAA', 'CNAME', 'NS', 'MX', 'CAA'] as const;

/** One search in DNS. */
class DnsSearch {
  readonly #client: DnsClient;
  readonly #request: SourceRequest;
  readonly #findings: Findings;
  readonly #labels: readonly string[];
  readonly #deadline: number;
  readonly #problems: string[] = [];

  constructor({ client, labels = guessedLabels }: DnsOptions, request: SourceRequest) {
    this.#client = client;
    this.#labels = labels;
    this.#request = request;
    this.#findings = new Findings(request);
    this.#deadline = performance.now() + request.budgetMs;
  }

  readonly #isLate = (): boolean => this.#request.signal.aborted || performance.now() > this.#deadline || this.#findings.isFull;

  async find(): Promise<Omit<SourceReport, 'fetchedAt'>> {
    const { domain, signal, step } = this.#request;
    step({ done: 0, note: 'Reading DNS records' });
    const replies = await Promise.all(apexTypes.map((type) => this.#client.query(domain, type, signal)));
    const fault = faultOf(replies);
    if (fault !== null) return { outcome: 'failed', reason: fault };
    // No names exist below a name that does not exist (RFC 8020).
    if (replies.every((reply) => reply.kind === 'answer' && reply.rcode === NXDOMAIN)) {
      return { outcome: 'complete', reason: `The name ${domain} does not exist in DNS.` };
    }
    await this.#readApex(replies);
    await this.#readServices();
    step({ done: APEX_SHARE, note: 'Walking the zone' });
    await this.#walk();
    step({ done: APEX_SHARE + WALK_SHARE, note: 'Guessing names' });
    await this.#guess();
    await this.#findings.flush();
    return this.#report();
  }

  #report(): Omit<SourceReport, 'fetchedAt'> {
    if (this.#findings.isFull) this.#problems.push(NAMES_FULL);
    else if (this.#isLate()) this.#problems.push(OUT_OF_TIME);
    return this.#problems.length === 0 ? { outcome: 'complete', reason: null } : { outcome: 'partial', reason: this.#problems.join(' ') };
  }

  async #readApex(replies: readonly DnsReply[]): Promise<void> {
    const { domain } = this.#request;
    for (const record of replies.flatMap(recordsOf)) {
      switch (record.type) {
        case 'A':
        case 'AAAA':
          // Behind an alias, the records belong to another name.
          await this.#findings.add(domain);
          break;
        case 'CNAME':
        case 'NS':
          await this.#findings.add(record.value);
          break;
        case 'MX':
          await this.#findings.add(record.value);
          await this.#findings.add(record.value, { port: MAIL_PORT });
          break;
        case 'CAA':
          for (const name of reportHosts(record)) await this.#findings.add(name);
          break;
        default:
          break;
      }
    }
  }

  async #readServices(): Promise<void> {
    const { domain, signal } = this.#request;
    await eachAtOnce(guessedServices, QUERIES_AT_ONCE, async (service) => {
      if (this.#isLate()) return false;
      for (const record of recordsOf(await this.#client.query(`${service}.${domain}`, 'SRV', signal))) {
        if (record.type === 'SRV') await this.#findings.add(record.value, { port: record.port === 0 ? WEB_PORT : record.port });
      }
      return true;
    });
  }

  async #walk(): Promise<void> {
    const { domain, signal } = this.#request;
    const end = await walkNsec(this.#client, domain, { signal, isLate: this.#isLate, onName: (name) => this.#findings.add(name) });
    const problem = walkProblems[end];
    if (problem !== null && !this.#isLate()) this.#problems.push(problem);
  }

  async #guess(): Promise<void> {
    const { domain, signal } = this.#request;
    if (this.#isLate()) return;
    const catchAll = await findCatchAll(this.#client, domain, signal);
    if (catchAll.kind === 'shifting')
      this.#problems.push(`Every name below ${domain} resolves to a different answer, so names cannot be guessed.`);
    else if (catchAll.kind === 'unanswered') this.#problems.push('The DNS servers stopped answering, so no names were guessed.');
    else await this.#guessAll(catchAll);
  }

  async #guessAll(catchAll: CatchAll): Promise<void> {
    const { domain, signal, step } = this.#request;
    let asked = 0;
    let unanswered = 0;
    let silence = 0;
    await eachAtOnce(this.#labels, QUERIES_AT_ONCE, async (label) => {
      if (this.#isLate() || silence >= UNANSWERED_MAX) return false;
      const name = `${label}.${domain}`;
      const lookup = await lookUpHost(this.#client, name, signal);
      asked += 1;
      step({ done: APEX_SHARE + WALK_SHARE + (1 - APEX_SHARE - WALK_SHARE) * (asked / this.#labels.length), note: 'Guessing names' });
      silence = lookup.kind === 'unanswered' ? silence + 1 : 0;
      if (lookup.kind === 'unanswered') unanswered += 1;
      if (lookup.kind !== 'there' || !isOwnAnswer(lookup.answers, catchAll)) return true;
      await this.#findings.add(name);
      for (const alias of lookup.aliases) await this.#findings.add(alias);
      return true;
    });
    const missed = unanswered + this.#labels.length - asked;
    if (missed > 0 && !this.#isLate()) this.#problems.push(`${missed} of ${this.#labels.length} guessed names got no answer.`);
  }
}

const walkProblems: Readonly<Record<WalkEnd, string | null>> = {
  whole: null,
  'not offered': null,
  'too long': 'The zone lists more than 2,000 names.',
  incomplete: 'The zone’s list of names is incomplete.',
};

/** Where to report wrongly issued certificates (RFC 8659 section 4.4): an email address or a URL. */
const reportHosts = ({ tag, value: address }: { readonly tag: string; readonly value: string }): string[] => {
  if (tag !== 'iodef') return [];
  if (address.startsWith('mailto:')) return [address.slice(address.lastIndexOf('@') + 1)];
  const host = URL.parse(address)?.hostname;
  return host === undefined || host === '' ? [] : [host];
};

const rcodeNames: Readonly<Record<number, string>> = { 1: 'FORMERR', 2: 'SERVFAIL', 4: 'NOTIMP', 5: 'REFUSED' };

/** Why the search failed: no record type of the domain got an answer. */
const faultOf = (replies: readonly DnsReply[]): string | null => {
  if (replies.some(({ kind }) => kind === 'answer')) return null;
  const refusal = replies.find((reply) => reply.kind === 'refused');
  return refusal?.kind === 'refused'
    ? `The DNS servers answered ${rcodeNames[refusal.rcode] ?? `code ${refusal.rcode}`}.`
    : 'The DNS servers did not answer.';
};

/** Searches DNS for a domain's records, the zone's own list of names if it has one, and guessed names. */
export const createDnsSource = (options: DnsOptions): DiscoverySource => ({
  name: 'dns',
  find: async (request) => {
    const report = await new DnsSearch(options, request).find();
    return { ...report, fetchedAt: options.clock.now() };
  },
});
