import { createHash } from 'node:crypto';
import { createBundle, createKeyPair, type EnrollmentToken, readEnrollmentToken } from '@notafter/bundles';
import type { BundleContent, CollectorId, EndpointFinding, FiledCertificate, FileFinding, SeenAddress } from '@notafter/domain';

export const sha256 = (seed: string): string => createHash('sha256').update(seed).digest('hex');

/** An address that served the certificates of these seeds, as `certificateFacts` has them. */
export const served = (address: string, ...seeds: readonly [string, ...string[]]): SeenAddress => ({
  ...{ address, chain: seeds.map(sha256), protocol: 'TLSv1.3', cipher: 'TLS_AES_128_GCM_SHA256', group: 'X25519', groupBits: 253 },
  ...{
    signatureScheme: 'ecdsa_secp256r1_sha256',
    ocspStaple: null,
    signedTimestamps: null,
    isClientCertificateAsked: false,
    handshakeMs: 5,
  },
});
export const refused = (address: string): SeenAddress => ({ address, reason: 'refused', detail: `Connection refused by ${address}:443.` });

export const filed = (seed: string, entry: Partial<FiledCertificate> = {}): FiledCertificate => ({
  ...{ alias: null, role: 'certificate', chain: [sha256(seed)], hasKey: false },
  ...entry,
});

interface Findings {
  readonly endpoints?: readonly Pick<EndpointFinding, 'target' | 'seen'>[];
  readonly files?: readonly (Pick<FileFinding, 'path' | 'certificates'> & Partial<FileFinding>)[];
  /** Seeds of the certificates that travel with it. */
  readonly seeds?: readonly string[];
  readonly isComplete?: boolean;
  readonly about?: Partial<BundleContent['about']>;
}

/** A collector's program that writes any bundle, also wrong ones. */
export class ScriptedProgram {
  readonly id: CollectorId;
  readonly keys: ReturnType<typeof createKeyPair>;
  readonly #token: string;
  readonly #enrollment: EnrollmentToken;
  sequence = 0;
  previous: string | null = null;

  constructor(token: string, keys = createKeyPair()) {
    const read = readEnrollmentToken(token);
    if (read === null) throw new Error('Not a token.');
    this.id = read.collectorId;
    this.keys = keys;
    this.#token = token;
    this.#enrollment = read;
  }

  /** Another program with the same key, as after a disk was copied. */
  copy(): ScriptedProgram {
    const copied = new ScriptedProgram(this.#token, this.keys);
    copied.sequence = this.sequence;
    copied.previous = this.previous;
    return copied;
  }

  /** Writes the next bundle. The first one enrolls. */
  async write(at: Date, { endpoints = [], files = [], seeds = [], isComplete = false, about = {} }: Findings = {}): Promise<Buffer> {
    this.sequence += 1;
    const content: BundleContent = {
      ...(this.sequence === 1 ? { enrollment: { secret: this.#enrollment.secret, publicKey: this.keys.publicKey } } : {}),
      about: {
        version: '0.1.0',
        host: 'vault-1',
        intervalSeconds: 3_600,
        mode: 'online',
        networks: ['10.0.0.0/8'],
        ports: ['443'],
        ...about,
      },
      isComplete: isComplete || this.sequence === 1,
      certificates: Object.fromEntries(seeds.map((seed) => [sha256(seed), Buffer.from(seed).toString('base64')])),
      endpoints: endpoints.map((finding) => ({ at: at.toISOString(), ...finding })),
      files: files.map((finding) => ({ at: at.toISOString(), format: 'pem', problem: null, ...finding })),
    };
    const head = { collectorId: this.id, sequence: this.sequence, previous: this.previous, createdAt: at };
    const { bytes, hash } = await createBundle({ head, content, signingKey: this.keys.privateKey, serverKey: this.#enrollment.sealingKey });
    this.previous = hash;
    return bytes;
  }
}
