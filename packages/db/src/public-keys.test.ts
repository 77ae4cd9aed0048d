import { createHash, X509Certificate } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './testing/index.ts';

/** Two certificates with one key: of version 3, and of version 1, which has no field for its version. */
const V3 =
  'MIIBiTCCATCgAwIBAgIUX/zCH6xZgt2ArRcYkt5NGsDvrCIwCgYIKoZIzj0EAwIwETEPMA0GA1UEAwwGYS50ZXN0MB4XDTI2MTEyOTAxNTQyMF' +
  'oXDTI2MTIyOTAxNTQyMFowETEPMA0GA1UEAwwGYS50ZXN0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEFpwCBPq0NBzXUAmjuVApbo7rspZ1' +
  'LkMX0KXoMkmrWYxzVtVq7BxbifkTSuG3GBPvAKJ+zfY6VYm8sr39ymErsqNmMGQwHQYDVR0OBBYEFEZbe7YZXh3GV0oLoOyRKnTFwQUjMB8GA1' +
  'UdIwQYMBaAFEZbe7YZXh3GV0oLoOyRKnTFwQUjMA8GA1UdEwEB/wQFMAMBAf8wEQYDVR0RBAowCIIGYS50ZXN0MAoGCCqGSM49BAMCA0cAMEQC' +
  'ICrolt5aiS/K738Koq3GubIpoLbR911i+t61keP4M/SbAiAW4hQokoc/Xf3/7XFNSD6oArI2hnsWEBXtVszxRZFYXA==';
const V1 =
  'MIIBHDCBwwIUOZUIl81lRMXL7sUaUQDHCLf/8oQwCgYIKoZIzj0EAwIwETEPMA0GA1UEAwwGYS50ZXN0MB4XDTI2MTEyOTAxNTQyMFoXDTI2MT' +
  'IyOTAxNTQyMFowETEPMA0GA1UEAwwGYS50ZXN0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEFpwCBPq0NBzXUAmjuVApbo7rspZ1LkMX0KXo' +
  'MkmrWYxzVtVq7BxbifkTSuG3GBPvAKJ+zfY6VYm8sr39ymErsjAKBggqhkjOPQQDAgNIADBFAiAMQenV4ZZqEHel4A03BC2MUuKg+Uj9VcnU9Y' +
  '3UVf5r7QIhAIzrImxDx0JnFlgog7hRnmMfwon7zFvgRig19qBxKxTe';
const pemOf = (base64: string): string => `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const keyOf = async (facts: object): Promise<string | null> => {
  const [row] = await database.db.execute<{ key: string | null }>(
    sql`select encode(certificate_key256(${JSON.stringify(facts)}::jsonb), 'hex') as key`,
  );
  return row?.key ?? null;
};

describe('certificate_key256', () => {
  it('is the SHA-256 of the SubjectPublicKeyInfo, whatever the version of the certificate', async () => {
    for (const base64 of [V3, V1]) {
      const { publicKey } = new X509Certificate(pemOf(base64));
      const expected = createHash('sha256')
        .update(publicKey.export({ type: 'spki', format: 'der' }))
        .digest('hex');
      expect(await keyOf({ pem: pemOf(base64) })).toBe(expected);
    }
  });

  it('is null for anything else, and never an error', async () => {
    const der = Buffer.from(V3, 'base64');
    for (let length = 0; length < der.length; length += 7) {
      const key = await keyOf({ pem: pemOf(der.subarray(0, length).toString('base64')) });
      // The signature comes after the key.
      expect(key === null || length > 200).toBe(true);
    }
    const hostile = ['', 'AAAA', 'not base64!', '====', 'MAA=', 'MIT///////8=', 'MIP///8wg////w==', '////////'];
    for (const text of hostile) for (const pem of [text, pemOf(text)]) expect(await keyOf({ pem })).toBeNull();
    for (const facts of [{}, { pem: null }, { pem: 7 }, { pem: ['x'] }]) expect(await keyOf(facts)).toBeNull();
  });

  it('is stored with every certificate', async () => {
    const insert = (fingerprint: string, base64: string) =>
      database.db.execute(sql`
        insert into x509_certificates (fingerprint256, facts, first_seen_at)
        values (${fingerprint}, ${JSON.stringify({ pem: pemOf(base64) })}::jsonb, now())`);
    await insert('V3', V3);
    await insert('V1', V1);
    await insert('NONE', 'AAAA');
    const rows = await database.db.execute<{ count: number; keys: number }>(
      sql`select count(key256)::int as count, count(distinct key256)::int as keys from x509_certificates`,
    );
    expect(rows[0]).toEqual({ count: 2, keys: 1 });
  });
});
