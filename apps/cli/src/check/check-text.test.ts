import { createAuthority, issueCertificate, keyPair, startTlsFarm } from '@notafter/tls/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { patient, runNotafter } from '../testing/run-notafter.ts';
import { makeScratchFolder } from '../testing/scratch-folder.ts';

const HOUR_MS = 3_600_000;
const inDays = (days: number): Date => new Date(Date.now() + days * 24 * HOUR_MS + HOUR_MS);

const scratch = makeScratchFolder();
const authority = createAuthority();
const farm = await startTlsFarm({
  authority,
  certificates: {
    'valid.test': authority.issue(['valid.test', 'www.valid.test'], { notAfter: inDays(80) }),
    'warning.test': authority.issue('warning.test', { notAfter: inDays(12) }),
    'critical.test': authority.issue('critical.test', { notAfter: inDays(1) }),
    'expired.test': authority.issue('expired.test', { notAfter: inDays(-4) }),
    'wrong.test': authority.issue(['a.test', 'b.test', 'c.test', 'd.test', 'e.test', 'f.test'], { notAfter: inDays(89) }),
    'bad.test': issueCertificate({ subject: { CN: 'bad.test' }, san: ['bad.test'], key: keyPair('RSA-1024'), notAfter: inDays(-1) }),
  },
});
const ca = scratch.write('ca.pem', farm.ca);
afterAll(async () => {
  scratch.remove();
  await farm.close();
});

/** Replaces values that differ between runs without moving the text after them. */
const steady = (text: string): string =>
  text
    .replaceAll(`:${farm.port}`, ':PORT')
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d UTC/g, 'YYYY-MM-DD HH:MM UTC')
    .replace(/\d{4}-\d\d-\d\d/g, 'YYYY-MM-DD')
    .replace(/(?:[0-9A-F]{2}:){31}[0-9A-F]{2}/g, 'FINGERPRINT')
    .replace(/\b4E[0-9A-F]{30}\b/g, 'SERIAL')
    .replace(/3,\d{3} days/g, '3,650 days');

const textOf = async (...names: string[]): Promise<string> => {
  const targets = names.map((name) => (name.includes(':') ? name : `${name}.test:${farm.port}`));
  const run = await runNotafter(['check', ...targets, '--connect', '127.0.0.1', '--ca', ca, ...patient]);
  expect(run.stderr).toBe('');
  return `\n${steady(run.stdout)}`;
};

describe('text output', () => {
  it('shows a valid certificate in full', async () => {
    expect(await textOf('valid')).toMatchInlineSnapshot(`
      "
         80 days  ● valid        valid.test:PORT (127.0.0.1)

        issued        YYYY-MM-DD HH:MM UTC
        expires       YYYY-MM-DD HH:MM UTC
        names         valid.test, www.valid.test
        issuer        Notafter Farm (Notafter Farm R1)
        key           EC P-256, signed with ecdsa-with-SHA256
        chain         1  valid.test          YYYY-MM-DD     80 days
                      2  Notafter Farm R1    YYYY-MM-DD  3,650 days
                      3  Notafter Farm Root  YYYY-MM-DD  3,650 days  trusted root, not sent
        tls           TLSv1.3, TLS_AES_256_GCM_SHA384
        revocation    not checked: The certificate has no CRL URL.
        score         100, grade A, for this handshake only
        serial        SERIAL
        sha-256       FINGERPRINT
      "
    `);
  });

  it('shows every reason with its fix', async () => {
    expect(await textOf('bad')).toMatchInlineSnapshot(`
      "
          -1 day  ■ expired      bad.test:PORT (127.0.0.1)

        ✖ expired      The certificate expired 1 day ago, on YYYY-MM-DD HH:MM UTC.
                       Fix: Renew the certificate, install it and reload the server.
        ✖ self_signed  The certificate is signed by itself.
                       Fix: Get a certificate from a CA. If the certificate is your own, trust its PEM file with --ca.
        ✖ weak_key     The certificate has an RSA key of 1024 bits.
                       Fix: Reissue the certificate with a P-256 key, or RSA with at least 2048 bits.

        issued        YYYY-MM-DD HH:MM UTC
        expires       YYYY-MM-DD HH:MM UTC
        names         bad.test
        issuer        bad.test
        key           RSA 1024 bits, signed with sha256WithRSAEncryption
        chain         1  bad.test  YYYY-MM-DD      -1 day
        tls           TLSv1.3, TLS_AES_256_GCM_SHA384
        revocation    not checked: The issuer is unknown, so revocation cannot be checked.
        score         0, grade T, for this handshake only
        serial        SERIAL
        sha-256       FINGERPRINT
      "
    `);
  });

  it('shows why a server is unreachable', async () => {
    expect(await textOf('valid.test:1')).toMatchInlineSnapshot(`
      "
               –  ◌ unreachable  valid.test:1 (127.0.0.1)

        ✖ refused  Connection refused by 127.0.0.1:1.
                   Fix: Check the port and whether the server is running.
      "
    `);
  });

  it('shows several targets with one line each, days left first, aligned', async () => {
    expect(await textOf('valid', 'warning', 'critical', 'expired', 'wrong', 'bad', 'gone.test:1')).toMatchInlineSnapshot(`
      "
         80 days  ● valid        valid.test:PORT
         12 days  ▲ warning      warning.test:PORT
           1 day  ◆ critical     critical.test:PORT
         -4 days  ■ expired      expired.test:PORT   The certificate expired 4 days ago, on YYYY-MM-DD HH:MM UTC.
         89 days  ✖ invalid      wrong.test:PORT     The certificate is for a.test, b.test, c.test, d.test, and 2 more, not for wrong.test.
          -1 day  ■ expired      bad.test:PORT       The certificate expired 1 day ago, on YYYY-MM-DD HH:MM UTC. The certificate is signed by itself. The certificate has an RSA key of 1024 bits.
               –  ◌ unreachable  gone.test:1          Connection refused by 127.0.0.1:1.

      7 checked: 1 valid, 1 warning, 1 critical, 2 expired, 1 invalid, 1 unreachable
      "
    `);
  });

  it('has no colors or progress bar in a pipe', async () => {
    expect(await textOf('valid', 'expired')).not.toContain('\u001b');
  });
});
