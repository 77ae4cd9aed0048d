import { isIP } from 'node:net';
import {
  type KeyExchange,
  type ProbeTarget,
  protocolLabels,
  protocolVersions,
  type ScanFacts,
  type ScannedProtocol,
  type UnreachableObservation,
} from '@notafter/domain';
import type { StarttlsProtocol } from '../probe/starttls.ts';
import { type HandshakeFailure, unreachableAfter, unreachableBy } from '../probe/unreachable.ts';
import { dialStarttls } from './dial-starttls.ts';
import { findSchemes } from './find-schemes.ts';
import { type Dial, Inquirer, ScanStopped } from './inquirer.ts';
import { keyExchangeOf, X25519MLKEM768 } from './scan-groups.ts';
import type { ScannedVersion } from './scan-hello.ts';
import { schemeName } from './scan-schemes.ts';
import { type SessionFacts, type SessionOptions, scanSession } from './scan-session.ts';
import { VersionInquiry } from './scan-version.ts';
import { speaksSsl2 } from './ssl2.ts';
import { isAnonymous, isEphemeralDh, isEphemeralEc, suiteName } from './suite-registry.ts';

export interface ScanOptions {
  readonly dial: Dial;
  /** The name to send; by default the host, and none if that is an address. */
  readonly servername?: string | null | undefined;
  /** The STARTTLS protocol of each connection; HTTP and HSTS are skipped then. */
  readonly starttls?: StarttlsProtocol | undefined;
  /** Time limit for the whole scan. */
  readonly totalTimeoutMs?: number | undefined;
  /** Time limit for one connection and one answer. */
  readonly answerTimeoutMs?: number | undefined;
  /** How long to wait for a silent server whose answers were fast; slow servers get more. */
  readonly minPatienceMs?: number | undefined;
  /** Whether to collect certificates too, for a server that no current client can connect to. */
  readonly wantsChain?: boolean | undefined;
  /** Between two connections. */
  readonly pauseMs?: number | undefined;
}

export interface Scanned {
  readonly kind: 'scanned';
  readonly target: ProbeTarget;
  readonly address: string;
  readonly facts: ScanFacts;
  /** DER, leaf first, as sent in plaintext before TLS 1.3, without proof of the key; empty if none was sent. */
  readonly chain: readonly Buffer[];
}

/** The most likely first: the time of its answer decides how long to wait for silence. */
const askedFor: readonly ScannedVersion[] = ['TLSv1.2', 'TLSv1.3', 'TLSv1', 'TLSv1.1', 'SSLv3'];
const failurePrecedence = ['not_tls', 'flood', 'alert', 'timeout', 'reset'];

/** One scan: its steps in order of value, because each one may be the last. */
class Scan {
  readonly #inquirer: Inquirer;
  readonly #options: SessionOptions;
  readonly #wantsChain: boolean;
  readonly #found = new Map<ScannedVersion, VersionInquiry>();
  readonly #done = new Set<ScannedVersion>();
  readonly #schemes = new Map<ScannedVersion, number[]>();
  readonly #groups: number[] = [];
  readonly #unfinished: string[] = [];
  readonly failures: HandshakeFailure[] = [];
  readonly #session: SessionFacts = { hsts: { kind: 'not_tested' }, alpn: null, resumption: { sessionIds: null, tickets: null } };
  #takesSsl2 = false;
  #primeBits: number | null = null;
  #hasCompression: boolean | null = null;
  #stopped: string | null = null;

  constructor(inquirer: Inquirer, options: SessionOptions, wantsChain: boolean) {
    this.#inquirer = inquirer;
    this.#options = options;
    this.#wantsChain = wantsChain;
  }

  /** Runs a step unless the scan was stopped; records skipped steps. */
  async #step(name: string, run: () => Promise<void>): Promise<void> {
    if (this.#stopped === null) {
      try {
        await run();
        return;
      } catch (error) {
        if (!(error instanceof ScanStopped)) throw error;
        this.#stopped = error.message;
      }
    }
    this.#unfinished.push(`${name} (${this.#stopped})`);
  }

  /** The newest version before TLS 1.3, whose answers come in plaintext. */
  get #open(): VersionInquiry | undefined {
    return this.#found.get('TLSv1.2') ?? this.#found.get('TLSv1.1') ?? this.#found.get('TLSv1') ?? this.#found.get('SSLv3');
  }

  /** A server that does not speak TLS gets no further connections. */
  get #isNoTls(): boolean {
    return this.#found.size === 0 && this.failures.some(({ kind }) => kind === 'not_tls' || kind === 'flood');
  }

  async run(): Promise<void> {
    for (const version of askedFor) {
      if (this.#isNoTls) return;
      await this.#step(protocolLabels[version], async () => {
        const inquiry = new VersionInquiry(this.#inquirer, version);
        if (await inquiry.test()) this.#found.set(version, inquiry);
        else if (inquiry.failure !== null) this.failures.push(inquiry.failure);
      });
    }
    if (this.#isNoTls) return;
    await this.#step('SSL 2', async () => {
      this.#takesSsl2 = await speaksSsl2(this.#inquirer);
    });
    if (this.#found.size === 0) return;
    const modern = this.#found.get('TLSv1.3');
    if (modern !== undefined) await this.#step('groups of TLS 1.3', () => modern.findGroups(this.#groups, modern.suites));
    for (const version of ['TLSv1.3', 'TLSv1.2'] as const) await this.#findSuites(version);
    await this.#step('HSTS, ALPN and resumption', () =>
      scanSession(this.#inquirer, this.#options, this.#open !== undefined, this.#session),
    );
    await this.#scanOpen();
    for (const version of ['TLSv1.1', 'TLSv1', 'SSLv3'] as const) await this.#findSuites(version);
    for (const version of ['TLSv1.3', 'TLSv1.2'] as const) await this.#findSchemes(version);
  }

  async #findSuites(version: ScannedVersion): Promise<void> {
    const inquiry = this.#found.get(version);
    if (inquiry === undefined || this.#done.has(version)) return;
    this.#done.add(version);
    await this.#step(`cipher suites of ${protocolLabels[version]}`, () => inquiry.findSuites());
  }

  async #findSchemes(version: ScannedVersion): Promise<void> {
    const inquiry = this.#found.get(version);
    if (inquiry === undefined) return;
    const found: number[] = [];
    this.#schemes.set(version, found);
    await this.#step(`signature schemes of ${protocolLabels[version]}`, () => findSchemes(inquiry, found));
  }

  /** Facts that only versions before TLS 1.3 have, or send in plaintext. */
  async #scanOpen(): Promise<void> {
    const open = this.#open;
    if (open === undefined) return;
    await this.#findSuites(open.version);
    const curves = open.suites.filter(isEphemeralEc);
    if (curves.length > 0) {
      await this.#step(`groups of ${protocolLabels[open.version]}`, () => open.findGroups(this.#groups, curves));
    }
    const primes = open.suites.filter(isEphemeralDh);
    if (primes.length > 0) {
      await this.#step('Diffie-Hellman parameters', async () => {
        const reply = await open.ask({ suites: primes }, true);
        this.#primeBits = 'failure' in reply ? null : (reply.exchange?.primeBits ?? null);
      });
    }
    if (this.#wantsChain && open.chain.length === 0) {
      const authenticated = open.suites.filter((suite) => !isAnonymous(suite));
      if (authenticated.length > 0) {
        await this.#step('certificate', async () => {
          await open.ask({ suites: authenticated }, true);
        });
      }
    }
    await this.#step('compression', async () => {
      const reply = await open.ask({ withCompression: true });
      this.#hasCompression = 'failure' in reply ? null : reply.choice.compression !== 0;
    });
  }

  get chain(): readonly Buffer[] {
    return this.#open?.chain ?? [];
  }

  get hasFound(): boolean {
    return this.#found.size > 0 || this.#takesSsl2;
  }

  facts(elapsedMs: number): ScanFacts {
    const protocols = protocolVersions.flatMap((version): ScannedProtocol[] => {
      if (version === 'SSLv2') return this.#takesSsl2 ? [{ version, suites: [], serverPrefers: null, signatureSchemes: null }] : [];
      const inquiry = this.#found.get(version);
      if (inquiry === undefined) return [];
      const { suites, serverPrefers } = inquiry;
      const schemes = this.#schemes.get(version)?.map(schemeName) ?? null;
      return [{ version, suites: suites.map(suiteName), serverPrefers, signatureSchemes: schemes }];
    });
    const exchanges: KeyExchange[] = this.#groups.map(keyExchangeOf);
    if (this.#primeBits !== null) exchanges.push({ name: 'DH', kind: 'dh', bits: this.#primeBits });
    return {
      protocols,
      exchanges,
      isPostQuantum: this.#found.has('TLSv1.3') ? this.#groups.includes(X25519MLKEM768) : null,
      alpn: this.#session.alpn,
      hsts: this.#session.hsts,
      resumption: this.#session.resumption,
      hasSecureRenegotiation: this.#open?.choice?.hasRenegotiationInfo ?? null,
      hasCompression: this.#hasCompression,
      unfinished: this.#unfinished,
      connections: this.#inquirer.connections,
      elapsedMs,
    };
  }
}

/**
 * Finds the configuration of a server: versions from SSL 2 to TLS 1.3, cipher suites, groups, signature schemes, ALPN, HSTS,
 * order of preference, and resumption. Opens one connection at a time with pauses, all to the address of the first one. Never
 * rejects because of the server. It answers within the total time (9.5 s by default) and lists skipped steps in `unfinished`.
 */
export const scanServer = async (target: ProbeTarget, options: ScanOptions): Promise<Scanned | UnreachableObservation> => {
  const { starttls, totalTimeoutMs = 9_500, answerTimeoutMs = 2_500, minPatienceMs = 600, pauseMs = 20, wantsChain = false } = options;
  const servername = options.servername === undefined ? (isIP(target.host) === 0 ? target.host : null) : options.servername;
  const host = servername ?? target.host;
  const dial = starttls === undefined ? options.dial : dialStarttls(options.dial, starttls, host);
  const startedAt = performance.now();
  const inquirer = new Inquirer({ target, servername, dial, totalTimeoutMs, answerTimeoutMs, minPatienceMs, pauseMs });
  const scan = new Scan(inquirer, { host, servername, asksHttp: starttls === undefined }, wantsChain);
  await scan.run();
  if (inquirer.address === null && inquirer.problem !== null) return unreachableBy(target, inquirer.problem);
  const address = inquirer.address ?? target.host;
  const elapsedMs = Math.round(performance.now() - startedAt);
  if (scan.hasFound) return { kind: 'scanned', target, address, facts: scan.facts(elapsedMs), chain: scan.chain };
  const [worst] = scan.failures.toSorted((one, other) => failurePrecedence.indexOf(one.kind) - failurePrecedence.indexOf(other.kind));
  return unreachableAfter(target, address, worst ?? { kind: 'timeout', timeoutMs: totalTimeoutMs });
};
