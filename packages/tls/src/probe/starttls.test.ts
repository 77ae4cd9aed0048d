import { endpointProtocols } from '@notafter/domain';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEndpointProbe, type EndpointProbe } from '../probe.ts';
import { createAuthority, type Dialogue, type PlainTestServer, startStarttlsServer } from '../testing/index.ts';
import { patient } from '../testing/patient.ts';
import { TlsFault } from './protocol/tls-fault.ts';
import { StarttlsDialogue, type StarttlsProtocol } from './starttls.ts';

const authority = createAuthority();
const host = 'mail.farm.test';
const servers: PlainTestServer[] = [];
let endpoints: EndpointProbe;

const start = async (dialogue: Dialogue): Promise<PlainTestServer> => {
  const server = await startStarttlsServer(authority.issue(host), dialogue);
  servers.push(server);
  return server;
};

beforeAll(() => {
  endpoints = createEndpointProbe({
    dnsServers: ['127.0.0.1:1'],
    targetAllow: ['127.0.0.0/8'],
    extraCaPem: authority.root.pem,
    ...patient,
  });
});
afterAll(() => Promise.all(servers.map((server) => server.close())));

const latin1 = (hex: string): string => Buffer.from(hex, 'hex').toString('latin1');

/** A MySQL 8 greeting with these capabilities in the lower half. */
const mysqlGreeting = (capabilities: number): Buffer => {
  const low = Buffer.from([capabilities & 255, capabilities >> 8]);
  const salt = Buffer.from('1234567890ab', 'latin1');
  const rest = [low, Buffer.from('ff0200ffdf15', 'hex'), Buffer.alloc(10), salt, Buffer.from('\0mysql_native_password\0')];
  const body = Buffer.concat([Buffer.from('\x0a8.4.2\0', 'latin1'), Buffer.from('2a000000', 'hex'), Buffer.from('abcdefgh\0'), ...rest]);
  return Buffer.concat([Buffer.from([body.length, 0, 0, 0]), body]);
};
const ldapAnswer = (code: number): Buffer =>
  Buffer.from(`300c020101780 70a01${code.toString(16).padStart(2, '0')}04000400`.replaceAll(' ', ''), 'hex');

const willing: Readonly<Record<StarttlsProtocol, Dialogue>> = {
  smtp: [
    { after: null, say: '220-mail.test ESMTP\r\n220 ready\r\n' },
    { after: /^EHLO \S+\r\n$/, say: '250-mail.test\r\n250-SIZE 1000\r\n250-STARTTLS\r\n250 8BITMIME\r\n' },
    { after: /^STARTTLS\r\n$/, say: '220 go ahead\r\n' },
  ],
  imap: [
    { after: null, say: '* OK [CAPABILITY IMAP4rev1 STARTTLS] ready\r\n' },
    { after: /^a1 STARTTLS\r\n$/, say: '* NOTE hello\r\na1 OK begin\r\n' },
  ],
  pop3: [
    { after: null, say: '+OK ready\r\n' },
    { after: /^STLS\r\n$/, say: '+OK begin\r\n' },
  ],
  ftp: [
    { after: null, say: '220-Welcome\r\n to this server\r\n220 ready\r\n' },
    { after: /^AUTH TLS\r\n$/, say: '234 begin\r\n' },
  ],
  ldap: [{ after: /1\.3\.6\.1\.4\.1\.1466\.20037$/, say: ldapAnswer(0) }],
  xmpp: [
    {
      after: /<stream:stream to='mail\.farm\.test'[^>]*>/,
      say: "<?xml version='1.0'?><stream:stream from='x' id='1' version='1.0'><stream:features><starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'/></stream:features>",
    },
    { after: /<starttls [^>]*>/, say: "<proceed xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>" },
  ],
  postgres: [{ after: latin1('0000000804d2162f'), say: 'S' }],
  mysql: [
    { after: null, say: mysqlGreeting(0xffff) },
    { after: latin1('00'.repeat(23)), say: '' },
  ],
  nats: [{ after: null, say: 'INFO {"server_id":"x","tls_required":true,"tls_available":true} \r\n' }],
};

const unwilling: Readonly<Record<StarttlsProtocol, Dialogue>> = {
  smtp: [
    { after: null, say: '220 mail.test\r\n' },
    { after: /^EHLO/, say: '250-mail.test\r\n250 8BITMIME\r\n' },
    { after: /never/, say: '' },
  ],
  imap: [
    { after: null, say: '* OK ready\r\n' },
    { after: /STARTTLS/, say: 'a1 BAD unknown\r\n' },
    { after: /never/, say: '' },
  ],
  pop3: [
    { after: null, say: '+OK ready\r\n' },
    { after: /STLS/, say: '-ERR no\r\n' },
    { after: /never/, say: '' },
  ],
  ftp: [
    { after: null, say: '220 ready\r\n' },
    { after: /AUTH/, say: '502 no\r\n' },
    { after: /never/, say: '' },
  ],
  ldap: [
    { after: /1466/, say: ldapAnswer(2) },
    { after: /never/, say: '' },
  ],
  xmpp: [
    { after: /<stream:stream/, say: "<?xml version='1.0'?><stream:stream><stream:features></stream:features>" },
    { after: /never/, say: '' },
  ],
  postgres: [
    { after: latin1('04d2162f'), say: 'N' },
    { after: /never/, say: '' },
  ],
  mysql: [
    { after: null, say: mysqlGreeting(0xf7ff) },
    { after: /never/, say: '' },
  ],
  nats: [
    { after: null, say: 'INFO {"server_id":"x","tls_required":false} \r\n' },
    { after: /never/, say: '' },
  ],
};

describe.each(endpointProtocols.filter((protocol) => protocol !== 'tls'))('%s', (starttls) => {
  it('upgrades to TLS, byte by byte too', async () => {
    const { port } = await start(willing[starttls]);
    const seen = await endpoints.probe({ host, port, address: '127.0.0.1', protocol: starttls });
    expect(seen).toMatchObject({ kind: 'served', reasons: [], protocol: 'TLSv1.3' });
    const dialogue = new StarttlsDialogue(starttls, host);
    const isDone = willing[starttls].map(({ say }) => {
      for (const byte of Buffer.from(say)) dialogue.receive(Buffer.from([byte]), 1);
      return dialogue.isDone;
    });
    expect(isDone.at(-1)).toBe(true);
  });

  it('reports a server without TLS in words', async () => {
    const { port } = await start(unwilling[starttls]);
    const seen = await endpoints.probe({ host, port, address: '127.0.0.1', protocol: starttls });
    expect(seen).toMatchObject({ kind: 'unreachable', reason: 'not_tls' });
    expect(seen.kind === 'unreachable' && seen.detail).toMatch(/^mail\.farm\.test:\d+ did not upgrade to TLS \(.*\)\.$/);
  });

  it.each(['SSH-2.0-OpenSSH_9.9\r\n', 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n'])(
    'rejects another protocol at once: %j',
    (said) => {
      const dialogue = new StarttlsDialogue(starttls, host);
      expect(() => dialogue.receive(Buffer.from(said), said.length)).toThrow(TlsFault);
    },
  );

  it('accepts no bytes injected after the last answer', async () => {
    const last = willing[starttls].at(-1);
    const smuggled = [
      ...willing[starttls].slice(0, -1),
      { after: last?.after ?? null, say: Buffer.concat([Buffer.from(last?.say ?? ''), Buffer.from('more')]) },
    ];
    const dialogue = new StarttlsDialogue(starttls, host);
    expect(() => {
      for (const { say } of smuggled) dialogue.receive(Buffer.from(say), say.length);
    }).toThrow(TlsFault);
  });

  it('throws the typed fault or waits, for any input', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 400 }), { maxLength: 8 }), (chunks) => {
        const dialogue = new StarttlsDialogue(starttls, host);
        try {
          for (const chunk of chunks) if (!dialogue.isDone) dialogue.receive(Buffer.from(chunk), chunk.length);
        } catch (error) {
          expect(error).toBeInstanceOf(TlsFault);
        }
      }),
      { numRuns: 500 },
    );
  });
});
