import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAuthority } from '../testing/authority.ts';
import { groupNames, scanLocal, scannedFacts, suitesByVersion } from '../testing/scan.ts';
import { type Dialogue, type PlainTestServer, startStarttlsServer, startTlsServer } from '../testing/tls-server.ts';

const issued = createAuthority().issue('scan.test');
const smtp: Dialogue = [
  { after: null, say: '220 mail.test ESMTP\r\n' },
  { after: /^EHLO/, say: '250-mail.test\r\n250 STARTTLS\r\n' },
  { after: /STARTTLS\r\n/, say: '220 go ahead\r\n' },
];
const imap: Dialogue = [
  { after: null, say: '* OK ready\r\n' },
  { after: /STARTTLS\r\n/, say: 'a1 OK begin\r\n' },
];
let plain: PlainTestServer;
const servers: PlainTestServer[] = [];
const serve = async (dialogue: Dialogue): Promise<number> => {
  const server = await startStarttlsServer(issued, dialogue);
  servers.push(server);
  return server.port;
};

beforeAll(async () => {
  // The default of a bare context; a Node server prefers its own order.
  plain = await startTlsServer(issued, { honorCipherOrder: false });
});
afterAll(() => Promise.all([plain.close(), ...servers.map((server) => server.close())]));

describe('a scan through STARTTLS', () => {
  it.each([
    ['smtp', smtp],
    ['imap', imap],
  ] as const)('finds the same configuration behind %s as without', async (starttls, dialogue) => {
    const direct = await scannedFacts(plain.port);
    const facts = await scannedFacts(await serve(dialogue), { starttls });
    expect(facts.unfinished).toEqual([]);
    expect(suitesByVersion(facts)).toEqual(suitesByVersion(direct));
    expect(groupNames(facts)).toEqual(groupNames(direct));
    expect(facts.resumption).toEqual(direct.resumption);
    expect(facts).toMatchObject({ hsts: { kind: 'not_http' }, alpn: null });
  });

  it('ends at a server that refuses STARTTLS, or is silent', async () => {
    const refusing: Dialogue = [
      { after: null, say: '220 mail.test ESMTP\r\n' },
      { after: /^EHLO/, say: '250 8BITMIME\r\n' },
      { after: /never/, say: '' },
    ];
    expect(await scanLocal(await serve(refusing), { starttls: 'smtp' })).toMatchObject({ kind: 'unreachable' });
    const silent = await scanLocal(await serve([{ after: /never/, say: '' }]), { starttls: 'smtp', answerTimeoutMs: 300 });
    expect(silent.kind).toBe('unreachable');
  });
});
