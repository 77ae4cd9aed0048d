import type { HandshakeFailure } from '../probe/unreachable.ts';
import type { Inquirer, Reply } from './inquirer.ts';
import { removeChosen } from './remove-chosen.ts';
import { groupsBefore13, groupsIn13 } from './scan-groups.ts';
import type { Question, ScannedVersion } from './scan-hello.ts';
import type { Choice, ServerAnswer } from './server-answer.ts';
import { suitesBefore12, suitesOf12, suitesOf13 } from './suite-registry.ts';

/** Some servers fail on lists of 128 or more suites. */
const MAX_SUITES = 120;

const suitesFor = (version: ScannedVersion): readonly number[] => {
  if (version === 'TLSv1.3') return suitesOf13;
  return version === 'TLSv1.2' ? suitesOf12 : suitesBefore12;
};

const inParts = (ids: readonly number[]): number[][] =>
  Array.from({ length: Math.ceil(ids.length / MAX_SUITES) }, (_, index) => ids.slice(index * MAX_SUITES, (index + 1) * MAX_SUITES));

/** Offers one version of the protocol and no other. */
export class VersionInquiry {
  readonly version: ScannedVersion;
  readonly #inquirer: Inquirer;
  readonly suites: number[] = [];
  /** From the first ServerHello. */
  choice: Choice | null = null;
  /** DER, leaf first, from the first answer with plaintext certificates. */
  chain: readonly Buffer[] = [];
  failure: HandshakeFailure | null = null;
  serverPrefers: boolean | null = null;
  #withShares = false;

  constructor(inquirer: Inquirer, version: ScannedVersion) {
    this.#inquirer = inquirer;
    this.version = version;
  }

  get groups(): readonly number[] {
    return this.version === 'TLSv1.3' ? groupsIn13 : groupsBefore13;
  }

  /** Sends one ClientHello; an answer in another version counts as a refusal. */
  async ask(question: Partial<Question>, waitsForExchange = false): Promise<Reply> {
    const { version, groups, suites } = this;
    const whole = { version, groups, suites, withShares: this.#withShares, ...question };
    const reply = await this.#inquirer.ask(whole, waitsForExchange);
    if ('failure' in reply) return reply;
    if (reply.choice.version === version) {
      if (this.chain.length === 0) this.chain = reply.chain;
      return reply;
    }
    return { failure: { kind: 'alert', alert: 'protocol_version' } };
  }

  /** Returns whether the server accepts this version. Retries once after a reset, which can be transient. */
  async test(): Promise<boolean> {
    for (const suites of inParts(suitesFor(this.version))) {
      let reply = await this.ask({ suites });
      if ('failure' in reply && reply.failure.kind === 'reset') reply = await this.ask({ suites });
      if ('failure' in reply && reply.failure.kind === 'alert' && this.version === 'TLSv1.3') {
        // Servers that require a key share at once are rare, and wrong (RFC 8446 section 4.2.8).
        this.#withShares = true;
        reply = await this.ask({ suites });
      }
      if (!('failure' in reply) && suites.includes(reply.choice.suite)) {
        this.choice = reply.choice;
        this.suites.push(reply.choice.suite);
        return true;
      }
      this.failure ??= 'failure' in reply ? reply.failure : { kind: 'not_tls', answeredAs: null };
      if (this.failure.kind !== 'alert' && this.failure.kind !== 'reset') return false;
    }
    return false;
  }

  /** Finds every cipher suite, and which side's order decides. */
  async findSuites(): Promise<void> {
    for (const part of inParts(suitesFor(this.version))) {
      await removeChosen(
        part,
        this.suites,
        (suites) => this.ask({ suites }),
        ({ choice }) => choice.suite,
      );
      await this.#comparePreference(this.suites.filter((suite) => part.includes(suite)));
    }
  }

  /** Offers the found suites in reverse order. */
  async #comparePreference(suites: readonly number[]): Promise<void> {
    const [first, second] = suites;
    if (this.serverPrefers !== null || first === undefined || second === undefined) return;
    const reply = await this.ask({ suites: suites.toReversed() });
    if (!('failure' in reply)) this.serverPrefers = reply.choice.suite === first;
  }

  /** Adds groups to `found`. */
  findGroups(found: number[], suites: readonly number[]): Promise<void> {
    const is13 = this.version === 'TLSv1.3';
    return removeChosen(
      this.groups,
      found,
      (groups) => this.ask({ groups, suites }, !is13),
      ({ choice, exchange }: ServerAnswer) => (is13 ? choice.group : (exchange?.group ?? null)),
    );
  }
}
