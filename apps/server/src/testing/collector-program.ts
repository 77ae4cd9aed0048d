import { createHash } from 'node:crypto';
import { createBundle, createKeyPair, type EnrollmentToken, readEnrollmentToken } from '@notafter/bundles';
import type { BundleContent, EndpointFinding, FileFinding } from '@notafter/domain';
import { readPemCertificates } from '@notafter/tls';

const sha256 = (der: Uint8Array): string => createHash('sha256').update(der).digest('hex');

interface SeenEndpoint {
  readonly target: string;
  /** PEM, leaf first; absent if the connection was refused. */
  readonly chain?: string;
}

interface SeenFile extends Partial<Pick<FileFinding, 'problem' | 'format'>> {
  readonly path: string;
  readonly chain?: string;
  readonly alias?: string | null;
  readonly hasKey?: boolean;
}

interface Seen {
  readonly endpoints?: readonly SeenEndpoint[];
  readonly files?: readonly SeenFile[];
  readonly at?: Date;
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

const endpointOf = ({ target, chain }: SeenEndpoint, at: Date): EndpointFinding => ({
  target,
  at: at.toISOString(),
  seen: [
    chain === undefined
      ? { address: '10.0.0.8', reason: 'refused', detail: 'Connection refused by 10.0.0.8.' }
      : {
          ...{ address: '10.0.0.7', chain: readPemCertificates(chain).map(sha256), protocol: 'TLSv1.3', cipher: 'TLS_AES_128_GCM_SHA256' },
          ...{ group: 'X25519', groupBits: 253, signatureScheme: 'ecdsa_secp256r1_sha256', ocspStaple: null, signedTimestamps: null },
          ...{ isClientCertificateAsked: false, handshakeMs: 5 },
        },
  ],
});

const fileOf = ({ path, chain, alias = null, hasKey = false, problem = null, format = 'pem' }: SeenFile, at: Date): FileFinding => ({
  ...{ path, at: at.toISOString(), format, problem },
  certificates: chain === undefined ? [] : [{ alias, role: 'certificate', chain: readPemCertificates(chain).map(sha256), hasKey }],
});

/** A program of a collector that writes bundles of what a test says it saw, without a network. */
export class CollectorProgram {
  readonly #keys: ReturnType<typeof createKeyPair>;
  readonly #token: string;
  readonly #enrollment: EnrollmentToken;
  #sequence = 0;
  #previous: string | null = null;

  constructor(token: string, keys = createKeyPair()) {
    const read = readEnrollmentToken(token);
    if (read === null) throw new Error('This is not a token.');
    this.#keys = keys;
    this.#token = token;
    this.#enrollment = read;
  }

  /** A second program with the same key, as after a disk was copied. */
  copy(): CollectorProgram {
    const copied = new CollectorProgram(this.#token, this.#keys);
    copied.#sequence = this.#sequence;
    copied.#previous = this.#previous;
    return copied;
  }

  /** Writes the next bundle. The first one enrolls. */
  async write({ endpoints = [], files = [], at = new Date(), about = {} }: Seen = {}): Promise<Buffer> {
    this.#sequence += 1;
    const ders = [...endpoints, ...files].flatMap(({ chain = '' }) => readPemCertificates(chain));
    const { secret, sealingKey: serverKey, collectorId } = this.#enrollment;
    const content: BundleContent = {
      ...(this.#sequence === 1 ? { enrollment: { secret, publicKey: this.#keys.publicKey } } : {}),
      about: { ...ABOUT, ...about },
      isComplete: this.#sequence === 1,
      certificates: Object.fromEntries(ders.map((der) => [sha256(der), Buffer.from(der).toString('base64')])),
      endpoints: endpoints.map((endpoint) => endpointOf(endpoint, at)),
      files: files.map((file) => fileOf(file, at)),
    };
    const head = { collectorId, sequence: this.#sequence, previous: this.#previous, createdAt: at };
    const { bytes, hash } = await createBundle({ head, content, signingKey: this.#keys.privateKey, serverKey });
    this.#previous = hash;
    return bytes;
  }
}
