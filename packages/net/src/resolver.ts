import { type RecordWithTtl, Resolver } from 'node:dns';
import { createHostsFile, type HostsFile } from './hosts-file.ts';

/** `not_found`: the name does not exist or has no address. `failed`: the DNS servers gave no usable answer. */
export type Resolution =
  | { readonly kind: 'found'; readonly addresses: readonly string[] }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'failed'; readonly code: string };

export interface AddressResolver {
  /** Returns every A and AAAA record of a name, IPv4 first. Never rejects. */
  resolve(name: string): Promise<Resolution>;
}

export interface ResolverOptions {
  /** `ip` or `ip:port`; empty means the system's resolvers. */
  readonly servers: readonly string[];
  /** Covers the whole lookup, both record types. */
  readonly timeoutMs: number;
  readonly hosts?: HostsFile;
}

const MAX_CACHED_NAMES = 10_000;
const MAX_TTL_SECONDS = 60;
/** Each channel has one UDP socket with a receive buffer of about 150 answers; more would be lost under load. */
const CHANNELS = 4;
const NAMES_PER_CHANNEL = 64;
/** How long to wait for the slower record type once the other one answered (RFC 8305 section 3). */
const STRAGGLER_MS = 250;

const notFoundCodes = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME', 'ENONAME']);

interface FamilyAnswer {
  readonly resolution: Resolution;
  readonly ttlSeconds: number;
}

const timedOut: FamilyAnswer = { resolution: { kind: 'timeout' }, ttlSeconds: 0 };

const answerOf = (error: NodeJS.ErrnoException | null, records: readonly RecordWithTtl[] | undefined): FamilyAnswer => {
  if (error === null && records !== undefined && records.length > 0) {
    const ttlSeconds = Math.min(MAX_TTL_SECONDS, ...records.map((record) => record.ttl));
    return { resolution: { kind: 'found', addresses: records.map((record) => record.address) }, ttlSeconds };
  }
  const code = error?.code ?? 'ENODATA';
  if (notFoundCodes.has(code)) return { resolution: { kind: 'not_found' }, ttlSeconds: 0 };
  if (code === 'ETIMEOUT' || code === 'ECANCELLED') return timedOut;
  return { resolution: { kind: 'failed', code: code.replace(/^E/, '') }, ttlSeconds: 0 };
};

/** Addresses of either family win; `not_found` needs both families to answer without a fault. */
const combine = (answers: readonly FamilyAnswer[]): FamilyAnswer => {
  const found = answers.filter((answer) => answer.resolution.kind === 'found');
  if (found.length > 0) {
    const addresses = found.flatMap((answer) => (answer.resolution.kind === 'found' ? answer.resolution.addresses : []));
    const complete = answers.every((answer) => answer.resolution.kind === 'found' || answer.resolution.kind === 'not_found');
    const ttlSeconds = complete ? Math.min(...found.map((answer) => answer.ttlSeconds)) : 0;
    return { resolution: { kind: 'found', addresses: [...new Set(addresses)] }, ttlSeconds };
  }
  const fault = answers.find((answer) => answer.resolution.kind !== 'not_found');
  return fault ?? { resolution: { kind: 'not_found' }, ttlSeconds: 0 };
};

const askBothFamilies = (resolver: Resolver, name: string, timeoutMs: number): Promise<FamilyAnswer> =>
  new Promise((resolve) => {
    const answers = new Map<4 | 6, FamilyAnswer>();
    let straggler: NodeJS.Timeout | undefined;
    const finish = (): void => {
      clearTimeout(deadline);
      clearTimeout(straggler);
      resolve(combine([answers.get(4) ?? timedOut, answers.get(6) ?? timedOut]));
    };
    const deadline = setTimeout(finish, timeoutMs);
    const take = (family: 4 | 6, answer: FamilyAnswer): void => {
      answers.set(family, answer);
      if (answers.size === 2) finish();
      else if (answer.resolution.kind === 'found') straggler = setTimeout(finish, STRAGGLER_MS);
    };
    resolver.resolve4(name, { ttl: true }, (error, records) => take(4, answerOf(error, records)));
    resolver.resolve6(name, { ttl: true }, (error, records) => take(6, answerOf(error, records)));
  });

/**
 * Creates a c-ares resolver. Unlike `dns.lookup` it uses none of libuv's four threads and supports custom servers.
 * Answers are cached for their TTL, at most a minute; the hosts file comes first.
 */
export const createResolver = ({ servers, timeoutMs, hosts = createHostsFile() }: ResolverOptions): AddressResolver => {
  const openChannels = () =>
    Array.from({ length: CHANNELS }, () => {
      const resolver = new Resolver({ timeout: Math.max(100, Math.floor(timeoutMs / 3)), tries: 3 });
      if (servers.length > 0) resolver.setServers([...servers]);
      return { resolver, busy: 0 };
    });
  // Reading the system's settings takes milliseconds and is wasted if all targets are addresses; our own setting is read at once.
  let opened = servers.length > 0 ? openChannels() : undefined;
  const waiting: (() => void)[] = [];
  const cache = new Map<string, { resolution: Resolution; expiresAt: number }>();
  const underWay = new Map<string, Promise<Resolution>>();

  const query = async (name: string): Promise<FamilyAnswer> => {
    opened ??= openChannels();
    const channels = opened;
    if (channels.every((channel) => channel.busy >= NAMES_PER_CHANNEL)) await new Promise<void>((resolve) => waiting.push(resolve));
    const channel = channels.reduce((least, each) => (each.busy < least.busy ? each : least));
    channel.busy += 1;
    try {
      return await askBothFamilies(channel.resolver, name, timeoutMs);
    } finally {
      channel.busy -= 1;
      waiting.shift()?.();
    }
  };

  const remember = (name: string, { resolution, ttlSeconds }: FamilyAnswer): void => {
    if (ttlSeconds <= 0) return;
    cache.delete(name);
    cache.set(name, { resolution, expiresAt: performance.now() + ttlSeconds * 1000 });
    const oldest = cache.keys().next();
    if (cache.size > MAX_CACHED_NAMES && oldest.done !== true) cache.delete(oldest.value);
  };

  const resolveFresh = async (name: string): Promise<Resolution> => {
    const local = await hosts.lookup(name);
    if (local.length > 0) return { kind: 'found', addresses: local };
    const answer = await query(name);
    remember(name, answer);
    return answer.resolution;
  };

  return {
    resolve(host) {
      const name = host.toLowerCase().replace(/\.$/, '');
      const cached = cache.get(name);
      if (cached !== undefined && cached.expiresAt > performance.now()) return Promise.resolve(cached.resolution);
      const running = underWay.get(name);
      if (running !== undefined) return running;
      const started = resolveFresh(name).finally(() => underWay.delete(name));
      underWay.set(name, started);
      return started;
    },
  };
};
