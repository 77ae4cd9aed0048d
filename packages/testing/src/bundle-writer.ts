import { createHash } from 'node:crypto';
import { createBundle, createKeyPair, type EnrollmentToken, type KeyPair, readEnrollmentToken } from '@notafter/bundles';
import type { BundleContent, CollectorId, EndpointFinding, FileFinding } from '@notafter/domain';

/** The certificates of seeds as `certificateFacts` has them: there, the DER of a certificate is its seed. */
export const seedDers = (...seeds: readonly string[]): readonly Uint8Array[] => seeds.map((seed) => Buffer.from(seed));

const sha256 = (der: Uint8Array): string => createHash('sha256').update(der).digest('hex');

/** DER of each certificate, leaf first; `unchanged`: as in the last bundle that had it. */
type Chain = readonly Uint8Array[] | 'unchanged';

interface WrittenEndpoint {
  readonly target: string;
  /** Absent if the connection was refused. */
  readonly chain?: Chain;
}

interface WrittenFile extends Partial<Pick<FileFinding, 'problem' | 'format'>> {
  readonly path: string;
  /** Absent if it has no certificate. */
  readonly chain?: Chain;
  readonly alias?: string | null;
  readonly hasKey?: boolean;
}

interface Written {
  /** By the collector's clock. */
  readonly at?: Date;
  readonly endpoints?: readonly WrittenEndpoint[];
  readonly files?: readonly WrittenFile[];
  readonly isComplete?: boolean;
  readonly about?: Partial<BundleContent['about']>;
}

const ABOUT = {
  version: '0.1.0',
  host: 'vault-1',
  intervalSeconds: 3_600,
  mode: 'online',
  networks: ['10.0.0.0/8'],
  ports: ['443', '8443'],
} as const;

const seenAt = (chain: Chain | undefined): EndpointFinding['seen'] => {
  if (chain === 'unchanged') return chain;
  if (chain === undefined) return [{ address: '10.0.0.8', reason: 'refused', detail: 'Connection refused by 10.0.0.8.' }];
  return [
    {
      ...{ address: '10.0.0.7', chain: chain.map(sha256), protocol: 'TLSv1.3', cipher: 'TLS_AES_128_GCM_SHA256' },
      ...{ group: 'X25519', groupBits: 253, signatureScheme: 'ecdsa_secp256r1_sha256', ocspStaple: null, signedTimestamps: null },
      ...{ isClientCertificateAsked: false, handshakeMs: 5 },
    },
  ];
};

const filed = ({ chain = [], alias = null, hasKey = false }: WrittenFile): FileFinding['certificates'] => {
  if (chain === 'unchanged') return chain;
  return chain.length === 0 ? [] : [{ alias, role: 'certificate', chain: chain.map(sha256), hasKey }];
};

/** Writes the bundles of a collector, also those that no program would write. */
export class BundleWriter {
  readonly id: CollectorId;
  readonly keys: KeyPair;
  readonly #token: string;
  readonly #enrollment: EnrollmentToken;
  readonly #now: () => Date;
  #sequence = 0;
  #hash: string | null = null;
  #sent: ReadonlySet<string> = new Set();

  constructor(token: string, now: () => Date = () => new Date(), keys: KeyPair = createKeyPair()) {
    const enrollment = readEnrollmentToken(token);
    if (enrollment === null) throw new Error('This is not a token.');
    this.id = enrollment.collectorId;
    this.keys = keys;
    this.#token = token;
    this.#enrollment = enrollment;
    this.#now = now;
  }

  /** The hash of the last bundle. */
  get hash(): string | null {
    return this.#hash;
  }

  /** Another program with the same key, as after a disk was copied. */
  copy(): BundleWriter {
    const copied = new BundleWriter(this.#token, this.#now, this.keys);
    copied.#sequence = this.#sequence;
    copied.#hash = this.#hash;
    copied.#sent = this.#sent;
    return copied;
  }

  /** Writes the next bundle, with the certificates that no earlier one had. The first one enrolls. */
  async write({ at = this.#now(), endpoints = [], files = [], isComplete = false, about = {} }: Written = {}): Promise<Buffer> {
    this.#sequence += 1;
    const isFirst = this.#sequence === 1;
    const { secret, sealingKey } = this.#enrollment;
    const sent = isComplete ? new Set<string>() : this.#sent;
    const chains = [...endpoints, ...files].flatMap(({ chain = [] }) => (chain === 'unchanged' ? [] : chain));
    const added = new Map(chains.filter((der) => !sent.has(sha256(der))).map((der) => [sha256(der), der]));
    this.#sent = new Set([...sent, ...added.keys()]);
    const content: BundleContent = {
      ...(isFirst ? { enrollment: { secret, publicKey: this.keys.publicKey } } : {}),
      about: { ...ABOUT, ...about },
      isComplete: isComplete || isFirst,
      certificates: Object.fromEntries([...added].map(([hash, der]) => [hash, Buffer.from(der).toString('base64')])),
      endpoints: endpoints.map(({ target, chain }) => ({ target, at: at.toISOString(), seen: seenAt(chain) })),
      files: files.map((file) => {
        const { path, format = 'pem', problem = null } = file;
        return { path, at: at.toISOString(), format, problem, certificates: filed(file) };
      }),
    };
    const head = { collectorId: this.id, sequence: this.#sequence, previous: this.#hash, createdAt: at };
    const { bytes, hash } = await createBundle({ head, content, signingKey: this.keys.privateKey, serverKey: sealingKey });
    this.#hash = hash;
    return bytes;
  }
}
