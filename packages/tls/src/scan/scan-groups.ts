import type { KeyExchange } from '@notafter/domain';

export interface ScanGroup extends KeyExchange {
  readonly id: number;
  /** The versions that can offer it. */
  readonly in: 'TLSv1.3' | 'before' | 'both';
}

export const X25519MLKEM768 = 0x11ec;

const group = (id: number, name: string, kind: KeyExchange['kind'], bits: number, versions: ScanGroup['in'] = 'before'): ScanGroup => ({
  id,
  name,
  kind,
  bits,
  in: versions,
});

/** IANA's TLS Supported Groups registry, starting with the groups that current clients prefer. */
export const scanGroups: readonly ScanGroup[] = [
  group(X25519MLKEM768, 'X25519MLKEM768', 'kem', 768, 'TLSv1.3'),
  group(0x11eb, 'SecP256r1MLKEM768', 'kem', 768, 'TLSv1.3'),
  group(0x11ed, 'SecP384r1MLKEM1024', 'kem', 1_024, 'TLSv1.3'),
  group(0x6399, 'X25519Kyber768Draft00', 'kem', 768, 'TLSv1.3'),
  group(0x0200, 'MLKEM512', 'kem', 512, 'TLSv1.3'),
  group(0x0201, 'MLKEM768', 'kem', 768, 'TLSv1.3'),
  group(0x0202, 'MLKEM1024', 'kem', 1_024, 'TLSv1.3'),
  group(0x001d, 'X25519', 'ec', 253, 'both'),
  group(0x0017, 'P-256', 'ec', 256, 'both'),
  group(0x0018, 'P-384', 'ec', 384, 'both'),
  group(0x0019, 'P-521', 'ec', 521, 'both'),
  group(0x001e, 'X448', 'ec', 448, 'both'),
  group(0x0029, 'curveSM2', 'ec', 256, 'TLSv1.3'),
  group(0x001f, 'brainpoolP256r1tls13', 'ec', 256, 'TLSv1.3'),
  group(0x0020, 'brainpoolP384r1tls13', 'ec', 384, 'TLSv1.3'),
  group(0x0021, 'brainpoolP512r1tls13', 'ec', 512, 'TLSv1.3'),
  group(0x0100, 'ffdhe2048', 'dh', 2_048, 'TLSv1.3'),
  group(0x0101, 'ffdhe3072', 'dh', 3_072, 'TLSv1.3'),
  group(0x0102, 'ffdhe4096', 'dh', 4_096, 'TLSv1.3'),
  group(0x0103, 'ffdhe6144', 'dh', 6_144, 'TLSv1.3'),
  group(0x0104, 'ffdhe8192', 'dh', 8_192, 'TLSv1.3'),
  group(0x001a, 'brainpoolP256r1', 'ec', 256),
  group(0x001b, 'brainpoolP384r1', 'ec', 384),
  group(0x001c, 'brainpoolP512r1', 'ec', 512),
  group(0x0016, 'secp256k1', 'ec', 256),
  group(0x0015, 'P-224', 'ec', 224),
  group(0x0014, 'secp224k1', 'ec', 224),
  group(0x0013, 'P-192', 'ec', 192),
  group(0x0012, 'secp192k1', 'ec', 192),
  group(0x000f, 'secp160k1', 'ec', 160),
  group(0x0010, 'secp160r1', 'ec', 160),
  group(0x0011, 'secp160r2', 'ec', 160),
  group(0x000e, 'sect571r1', 'ec', 570),
  group(0x000d, 'sect571k1', 'ec', 570),
  group(0x000c, 'sect409r1', 'ec', 409),
  group(0x000b, 'sect409k1', 'ec', 407),
  group(0x000a, 'sect283r1', 'ec', 282),
  group(0x0009, 'sect283k1', 'ec', 281),
  group(0x0008, 'sect239k1', 'ec', 238),
  group(0x0007, 'sect233r1', 'ec', 233),
  group(0x0006, 'sect233k1', 'ec', 232),
  group(0x0005, 'sect193r2', 'ec', 193),
  group(0x0004, 'sect193r1', 'ec', 193),
  group(0x0003, 'sect163r2', 'ec', 163),
  group(0x0002, 'sect163r1', 'ec', 163),
  group(0x0001, 'sect163k1', 'ec', 163),
];

const byId = new Map(scanGroups.map((each) => [each.id, each]));

/** Returns a group that the registry lacks by its number, rated as good: no weakness is known. */
export const keyExchangeOf = (id: number): KeyExchange => {
  const known = byId.get(id);
  return known === undefined
    ? { name: `0x${id.toString(16).padStart(4, '0')}`, kind: 'kem', bits: 0 }
    : { name: known.name, kind: known.kind, bits: known.bits };
};

export const groupsIn13: readonly number[] = scanGroups.flatMap(({ id, in: versions }) => (versions === 'before' ? [] : id));
export const groupsBefore13: readonly number[] = scanGroups.flatMap(({ id, in: versions }) => (versions === 'TLSv1.3' ? [] : id));
