// A TLS server in a separate process: certificates by SNI, all issued before it reports ready, as one line of JSON.
// Usage: farm.ts KIND COUNT; `mixed` is half `ec`, half `rsa`.
import { once } from 'node:events';
import { createSecureContext, createServer, type SecureContext } from 'node:tls';
import { type Issued, issueCertificate, type KeyKind, keyPair } from '../../packages/tls/src/testing/index.ts';

/** Key kinds from leaf to root, as large CAs use them. */
const kinds = {
  ec: ['P-256', 'P-256', 'P-384'],
  rsa: ['RSA-2048', 'RSA-2048', 'RSA-4096'],
  p384: ['P-256', 'P-384', 'RSA-4096'],
} as const satisfies Record<string, readonly [leaf: KeyKind, intermediate: KeyKind, root: KeyKind]>;
type Kind = keyof typeof kinds;

const INTERMEDIATES = 8;
/** Generating a thousand RSA keys would take minutes, and no client caches by key. */
const LEAF_KEYS = 32;
const YEAR_MS = 365 * 86_400_000;

const makeIssuers = (kind: Kind): { readonly root: Issued; readonly issuers: readonly Issued[] } => {
  const [, intermediateKind, rootKind] = kinds[kind];
  const dates = { notBefore: new Date(Date.now() - YEAR_MS), notAfter: new Date(Date.now() + 10 * YEAR_MS), isCa: true };
  const root = issueCertificate({ subject: { CN: `Bench ${kind} Root`, O: 'Bench' }, key: keyPair(rootKind, `${kind} root`), ...dates });
  const issuers = Array.from({ length: INTERMEDIATES }, (_, n) =>
    issueCertificate(
      { subject: { CN: `Bench ${kind} R${n}`, O: 'Bench' }, key: keyPair(intermediateKind, `${kind} ${n}`), ...dates },
      root,
    ),
  );
  return { root, issuers };
};

const [kind = 'mixed', count = '2000'] = process.argv.slice(2);
const wanted: readonly Kind[] = kind === 'rsa' || kind === 'ec' || kind === 'p384' ? [kind] : ['ec', 'rsa'];
const authorities = new Map(wanted.map((each) => [each, makeIssuers(each)]));

const contexts = new Map<string, SecureContext>();
let first: Issued | undefined;
for (let n = 0; n < Number(count); n += 1) {
  const each = wanted[n % wanted.length] ?? 'ec';
  const issuers = authorities.get(each)?.issuers ?? [];
  const name = `n${n}.bench.test`;
  const key = keyPair(kinds[each][0], `leaf ${n % LEAF_KEYS}`);
  const issued = issueCertificate({ subject: { CN: name }, san: [name], key }, issuers[Math.floor(n / 2) % issuers.length]);
  contexts.set(name, createSecureContext({ cert: issued.chainPem, key: issued.key.privatePem }));
  first ??= issued;
}

const server = createServer({
  cert: first?.chainPem,
  key: first?.key.privatePem,
  SNICallback: (name, callback) => callback(null, contexts.get(name)),
});
server.on('secureConnection', (socket) => socket.on('error', () => undefined).resume());
server.on('tlsClientError', () => undefined);
server.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 });
await once(server, 'listening');
const bound = server.address();
console.log(
  JSON.stringify({
    port: typeof bound === 'object' && bound !== null ? bound.port : 0,
    ca: [...authorities.values()].map(({ root }) => root.pem).join(''),
  }),
);
process.stdin.resume().once('end', () => process.exit());
