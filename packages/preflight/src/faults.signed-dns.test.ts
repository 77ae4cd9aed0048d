import {
  addMs,
  DAY_MS,
  issuerOfOrganization,
  judgePreflight,
  type RenewalFinding,
  type RenewalIssuer,
  type RenewalName,
} from '@notafter/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPreflight } from './create-preflight.ts';
import {
  type SignedZone,
  type SignedZones,
  startSignedZones,
  startWebServers,
  type WebServers,
  webAddresses,
  type ZoneFault,
} from './testing/index.ts';

// Signed zones on BIND behind Unbound: every fault against every issuer, with the exact sentence.

const now = new Date();
const day = (days: number): Date => addMs(now, days * DAY_MS);
const unix = (instant: Date): number => Math.floor(instant.getTime() / 1000);
const date = (instant: Date): string => instant.toISOString().slice(0, 10);

const issuers = ['Let’s Encrypt', 'DigiCert Inc', 'Sectigo Limited', 'Google Trust Services', 'Amazon', 'GlobalSign nv-sa'].map(
  issuerOfOrganization,
);
const idOf = ({ identifiers }: RenewalIssuer): string => identifiers?.[0] ?? '';

const allowAll = issuers.map((issuer) => `@ CAA 0 issue "${idOf(issuer)}"`);
const address = `@ A ${webAddresses.answers}`;
const clean = [...allowAll, address, 'www CNAME @'];
const replace = (removed: string, ...added: string[]): string[] => [...clean.filter((line) => line !== removed), ...added];

interface Fault {
  readonly name: string;
  readonly records: readonly string[];
  readonly zone?: ZoneFault;
  /** The domain itself unless listed; `*.` for a wildcard. */
  readonly names?: readonly string[];
  readonly severity: RenewalFinding['severity'];
  readonly code: RenewalFinding['code'];
  /** The exact sentence for a CA named `ca` with the identifier `id`; `d` is the domain. */
  readonly text: (words: { readonly ca: string; readonly id: string; readonly d: string }) => string;
  /** Further findings that the same fault causes. */
  readonly also?: readonly RenewalFinding['code'][];
}

const past = day(-3);
const soon = addMs(day(10), 60_000);
const bogus = (d: string, why: string): string =>
  `DNSSEC validation of the CAA records of ${d} fails: ${why}. CAs must refuse to issue. Sign the zone again, or correct the DS record at the registrar.`;
const everyName: readonly RenewalFinding['code'][] = ['dnssec_bogus'];

const faults: readonly Fault[] = [
  {
    name: 'caa-other',
    records: [address, '@ CAA 0 issue "other-ca.example"'],
    severity: 'blocking',
    code: 'caa_forbids',
    text: ({ ca, id, d }) => `The CAA records of ${d} do not allow ${ca} to issue for ${d}. Add the record: ${d} CAA 0 issue "${id}".`,
  },
  {
    name: 'caa-nobody',
    records: [address, '@ CAA 0 issue ";"'],
    severity: 'blocking',
    code: 'caa_forbids',
    text: ({ id, d }) => `The CAA records of ${d} allow no CA to issue for ${d}. Add the record: ${d} CAA 0 issue "${id}".`,
  },
  {
    name: 'caa-climb',
    records: [address, '@ CAA 0 issue "other-ca.example"', `a.b A ${webAddresses.answers}`],
    names: ['a.b'],
    severity: 'blocking',
    code: 'caa_forbids',
    text: ({ ca, id, d }) => `The CAA records of ${d} do not allow ${ca} to issue for a.b.${d}. Add the record: ${d} CAA 0 issue "${id}".`,
  },
  {
    name: 'caa-alias',
    records: [...clean, 'app CNAME hosted', `hosted A ${webAddresses.answers}`, 'hosted CAA 0 issue "other-ca.example"'],
    names: ['app'],
    severity: 'blocking',
    code: 'caa_forbids',
    text: ({ ca, id, d }) =>
      `The CAA records of app.${d} do not allow ${ca} to issue for app.${d}. Add the record: app.${d} CAA 0 issue "${id}".`,
  },
  {
    name: 'caa-wild',
    records: [...clean, '@ CAA 0 issuewild ";"'],
    names: ['', '*.'],
    severity: 'blocking',
    code: 'caa_forbids',
    text: ({ id, d }) => `The CAA records of ${d} allow no CA to issue for *.${d}. Add the record: ${d} CAA 0 issuewild "${id}".`,
  },
  {
    name: 'caa-wild-other',
    records: [...clean, '@ CAA 0 issuewild "other-ca.example"'],
    names: ['*.'],
    severity: 'blocking',
    code: 'caa_forbids',
    text: ({ ca, id, d }) =>
      `The CAA records of ${d} do not allow ${ca} to issue for *.${d}. Add the record: ${d} CAA 0 issuewild "${id}".`,
  },
  {
    name: 'caa-critical',
    records: [...clean, '@ CAA 128 tbs "Unknown"'],
    severity: 'blocking',
    code: 'caa_critical',
    text: ({ d }) =>
      `The CAA record "tbs" of ${d} is critical and unknown to CAs, so no CA can issue for ${d}. Remove it, or clear its critical flag.`,
  },
  {
    name: 'caa-malformed',
    records: [address, '@ CAA 0 issue "%%%%%"'],
    severity: 'blocking',
    code: 'caa_forbids',
    text: ({ id, d }) =>
      `The CAA record "issue %%%%%" of ${d} is malformed, so it allows no CA to issue for ${d}. Correct it, for example to: 0 issue "${id}".`,
  },
  {
    name: 'caa-account',
    records: [address, ...issuers.map((issuer) => `@ CAA 0 issue "${idOf(issuer)}; accounturi=https://ca.example/acct/1"`)],
    severity: 'notice',
    code: 'caa_account',
    text: ({ ca, d }) => `The CAA record of ${d} binds ${ca} to the account https://ca.example/acct/1. Renew ${d} with this account.`,
  },
  {
    name: 'caa-methods-wild',
    records: [address, ...issuers.map((issuer) => `@ CAA 0 issue "${idOf(issuer)}; validationmethods=http-01,tls-alpn-01"`)],
    names: ['*.'],
    severity: 'blocking',
    code: 'caa_methods',
    text: ({ ca, d }) =>
      `The CAA record of ${d} leaves ${ca} no way to validate *.${d}: http-01 cannot validate a wildcard and tls-alpn-01 cannot validate a wildcard. Add dns-01 to validationmethods.`,
  },
  {
    name: 'caa-methods-port',
    records: [`@ A ${webAddresses.closed}`, ...issuers.map((issuer) => `@ CAA 0 issue "${idOf(issuer)}; validationmethods=http-01"`)],
    severity: 'blocking',
    code: 'caa_methods',
    also: ['http_closed'],
    text: ({ ca, d }) =>
      `The CAA record of ${d} leaves ${ca} no way to validate ${d}: port 80 does not accept connections. Add dns-01 to validationmethods.`,
  },
  {
    name: 'expired',
    records: clean,
    zone: { kind: 'expired' },
    severity: 'blocking',
    code: 'dnssec_bogus',
    also: everyName,
    text: ({ d }) => bogus(d, 'a signature has expired'),
  },
  {
    name: 'wrong-ds',
    records: clean,
    zone: { kind: 'wrong_ds' },
    severity: 'blocking',
    code: 'dnssec_bogus',
    also: everyName,
    text: ({ d }) => bogus(d, 'its signatures cannot be verified'),
  },
  {
    name: 'stripped',
    records: clean,
    zone: { kind: 'stripped' },
    severity: 'blocking',
    code: 'dnssec_bogus',
    also: everyName,
    text: ({ d }) => bogus(d, 'no key of the zone matches its DS record'),
  },
  {
    name: 'tampered-caa',
    records: [...clean, '@ CAA 0 iodef "mailto:a@example.com"'],
    zone: { kind: 'tampered', from: 'mailto:a@', to: 'mailto:b@' },
    severity: 'blocking',
    code: 'dnssec_bogus',
    text: ({ d }) => bogus(d, 'its signatures cannot be verified'),
  },
  {
    name: 'lame',
    records: [],
    zone: { kind: 'lame' },
    severity: 'blocking',
    code: 'dns_servfail',
    also: ['dns_servfail'],
    text: ({ d }) =>
      `The name servers of ${d} do not answer queries for CAA records (SERVFAIL). CAs must refuse to issue. Repair the name servers or the delegation.`,
  },
  {
    name: 'challenge-bogus',
    records: [...clean, '_acme-challenge TXT "left-from-before"'],
    zone: { kind: 'tampered', from: 'left-from-before', to: 'left-from-others' },
    severity: 'warning',
    code: 'dnssec_bogus',
    text: ({ d }) =>
      `DNSSEC validation of the TXT records of _acme-challenge.${d} fails: its signatures cannot be verified. CAs must refuse to validate by DNS. Sign the zone again, or correct the DS record at the registrar.`,
  },
  {
    name: 'challenge-lame',
    records: [...clean, '_acme-challenge CNAME validation.lame.example.'],
    severity: 'warning',
    code: 'dns_servfail',
    text: ({ d }) =>
      `The name servers of _acme-challenge.${d} do not answer queries for TXT records (SERVFAIL). CAs must refuse to validate by DNS. Repair the name servers or the delegation.`,
  },
  {
    name: 'challenge-lame-wild',
    records: [...clean, '_acme-challenge CNAME validation.lame.example.'],
    names: ['', '*.'],
    severity: 'blocking',
    code: 'dns_servfail',
    text: ({ d }) =>
      `The name servers of _acme-challenge.${d} do not answer queries for TXT records (SERVFAIL). CAs must refuse to validate by DNS. Repair the name servers or the delegation.`,
  },
  {
    name: 'challenge-dangling',
    records: [...clean, '_acme-challenge CNAME validation.given-up.example.'],
    severity: 'blocking',
    code: 'challenge_dangling',
    text: ({ d }) =>
      `_acme-challenge.${d} is an alias of validation.given-up.example, but the domain given-up.example does not exist. Anyone who registers it can get certificates for ${d}. Remove the CNAME record or correct it.`,
  },
  {
    name: 'challenge-no-target',
    records: [...clean, '_acme-challenge CNAME validation.clean.example.'],
    severity: 'notice',
    code: 'challenge_no_target',
    text: ({ d }) =>
      `_acme-challenge.${d} is an alias of validation.clean.example, which does not exist now. This is fine if your ACME client creates it for each renewal. Otherwise remove the CNAME record.`,
  },
  {
    name: 'challenge-stale',
    records: [...clean, '_acme-challenge TXT "one"', '_acme-challenge TXT "two"'],
    severity: 'notice',
    code: 'challenge_stale',
    text: ({ d }) => `_acme-challenge.${d} still has 2 TXT records of an earlier validation. Remove them.`,
  },
  {
    name: 'persist-ended',
    records: [...clean, `_validation-persist TXT "letsencrypt.org; accounturi=https://ca.example/acct/1; persistUntil=${unix(past)}"`],
    severity: 'blocking',
    code: 'persist_ended',
    text: ({ d }) =>
      `The validation record _validation-persist.${d} for letsencrypt.org ended on ${date(past)}. letsencrypt.org no longer accepts it. Set a later persistUntil, or remove it.`,
  },
  {
    name: 'persist-ending',
    records: [...clean, `_validation-persist TXT "letsencrypt.org; accounturi=https://ca.example/acct/1; persistUntil=${unix(soon)}"`],
    severity: 'blocking',
    code: 'persist_ending',
    text: ({ d }) =>
      `The validation record _validation-persist.${d} for letsencrypt.org ends on ${date(soon)}. Later renewals fail. Set a later persistUntil, or remove it.`,
  },
  {
    name: 'persist-malformed',
    records: [...clean, '_validation-persist TXT "letsencrypt.org; accounturi=https://ca.example/acct/1; persistUntil=2027-01-01"'],
    severity: 'blocking',
    code: 'persist_malformed',
    text: ({ d }) =>
      `The TXT record "letsencrypt.org; accounturi=https://ca.example/acct/1; persistUntil=2027-01-01" of _validation-persist.${d} is malformed, so CAs reject it. Write it as: letsencrypt.org; accounturi=https://...; persistUntil=1798761600.`,
  },
  {
    name: 'ipv6-dead',
    records: [...clean, '@ AAAA ::1'],
    severity: 'warning',
    code: 'ipv6_no_answer',
    also: ['ipv6_no_answer'],
    text: ({ d }) =>
      `${d} has the IPv6 address ::1, which does not answer on port 80, but its IPv4 address does. CAs connect over IPv6 first. Repair it, or remove the AAAA record.`,
  },
  {
    name: 'http-loop',
    records: replace(address, `@ A ${webAddresses.loops}`),
    severity: 'warning',
    code: 'http_loop',
    text: ({ d }) =>
      `Port 80 of ${d} redirects in a loop, so HTTP validation fails. Serve /.well-known/acme-challenge/ without a redirect.`,
  },
  {
    name: 'http-silent',
    records: replace(address, `@ A ${webAddresses.silent}`),
    severity: 'notice',
    code: 'http_timeout',
    text: ({ d }) =>
      `Port 80 of ${d} (${webAddresses.silent}) does not answer in time, so HTTP validation fails. Open it, unless you validate by DNS.`,
  },
  {
    name: 'http-closed',
    records: replace(address, `@ A ${webAddresses.closed}`),
    severity: 'notice',
    code: 'http_closed',
    text: ({ d }) => `Port 80 of ${d} (${webAddresses.closed}) is closed, so HTTP validation fails. Open it, unless you validate by DNS.`,
  },
  {
    name: 'gone',
    records: clean,
    names: ['old'],
    severity: 'notice',
    code: 'name_gone',
    text: ({ d }) =>
      `old.${d} does not exist in DNS, so only DNS validation can succeed. Restore it, or leave it out of the next certificate.`,
  },
];

const domainOf = ({ name }: { readonly name: string }): string => `${name}.example`;
const zones: readonly SignedZone[] = [
  { name: 'clean.example', records: clean },
  { name: 'unsigned.example', records: clean, fault: { kind: 'unsigned' } },
  ...faults.map((fault) => ({ name: domainOf(fault), records: fault.records, fault: fault.zone ?? { kind: 'none' as const } })),
];

let served: SignedZones;
let web: WebServers;
beforeAll(async () => {
  served = await startSignedZones(zones);
  web = await startWebServers();
});
afterAll(async () => {
  await Promise.all([served.close(), web.close()]);
});

const namesOf = (domain: string, issuer: RenewalIssuer, names: readonly string[] = ['']): RenewalName[] =>
  names.map((label) => {
    const wildcard = label.startsWith('*.');
    const below = wildcard ? label.slice(2) : label;
    return { name: below === '' ? domain : `${below}.${domain}`, wildcard, issuers: [issuer] };
  });

/** A busy machine must not look like a silent server. */
const patient = { dnsTimeoutMs: 20_000, connectTimeoutMs: 20_000, answerTimeoutMs: 20_000 };
const hasty = { ...patient, answerTimeoutMs: 300 };

const judge = async (
  domain: string,
  issuer: RenewalIssuer,
  names?: readonly string[],
  resolver = served.validating,
  limits: typeof patient = patient,
) => {
  const preflight = createPreflight({
    dnsServers: [resolver],
    probeChains: async () => [],
    publicAllow: ['127.0.0.0/8', '::1'],
    signedNames: ['example'],
    ports: web,
    ...limits,
  });
  const facts = await preflight.look({ domain, names: namesOf(domain, issuer, names), endpoints: [] });
  return judgePreflight({ ...facts, registration: { kind: 'unknown', reason: '', isTransient: false } }, now);
};

describe.each(issuers.map((issuer) => [issuer.name, issuer] as const))('before a renewal by %s', (_name, issuer) => {
  it('finds nothing in a clean zone, signed or not', async () => {
    for (const domain of ['clean.example', 'unsigned.example']) {
      expect(await judge(domain, issuer, ['', 'www', '*.'])).toEqual({ findings: [], unknown: [] });
    }
  });

  it.each(faults.map((fault) => [fault.name, fault] as const))('says exactly what is wrong: %s', async (_fault, fault) => {
    const d = domainOf(fault);
    const limits = fault.code === 'http_timeout' ? hasty : patient;
    const { findings } = await judge(d, issuer, fault.names, served.validating, limits);
    const [first, ...others] = findings;
    expect(first).toMatchObject({ code: fault.code, severity: fault.severity, text: fault.text({ ca: issuer.name, id: idOf(issuer), d }) });
    expect(new Set(others.map(({ code }) => code))).toEqual(new Set(fault.also));
  });
});

describe('a resolver that does not validate', () => {
  const [issuer] = issuers;
  const validated = faults.filter(({ code }) => code === 'dnssec_bogus');

  it.each(validated.map((fault) => [fault.name, fault] as const))('raises no false alarm: %s', async (_name, fault) => {
    if (issuer === undefined) throw new Error('No issuer.');
    const { findings } = await judge(domainOf(fault), issuer, fault.names, served.plain);
    expect(findings.filter(({ severity }) => severity !== 'notice')).toEqual([]);
    expect(findings).toContainEqual(
      expect.objectContaining({
        code: 'dnssec_unknown',
        text: `Whether DNSSEC of ${domainOf(fault)} is valid is unknown: the DNS resolver does not validate. Set DNS_SERVERS to a validating resolver.`,
      }),
    );
  });

  it('still finds what needs no DNSSEC', async () => {
    if (issuer === undefined) throw new Error('No issuer.');
    const { findings } = await judge('caa-other.example', issuer, undefined, served.plain);
    expect(findings.map(({ code }) => code)).toEqual(['caa_forbids', 'dnssec_unknown']);
  });
});

it('knows nothing if no resolver answers', async () => {
  const [issuer] = issuers;
  if (issuer === undefined) throw new Error('No issuer.');
  const preflight = createPreflight({ dnsServers: ['127.0.0.85:9'], probeChains: async () => [], dnsTimeoutMs: 100 });
  const facts = await preflight.look({ domain: 'caa-other.example', names: namesOf('caa-other.example', issuer), endpoints: [] });
  const judged = judgePreflight({ ...facts, registration: { kind: 'unknown', reason: '', isTransient: true } }, now);
  expect(judged).toEqual({ findings: [], unknown: ['caa', 'challenge', 'persist', 'web', 'name', 'dane'] });
});

it('skips names in private space, with the reason', async () => {
  const [issuer] = issuers;
  if (issuer === undefined) throw new Error('No issuer.');
  const preflight = createPreflight({ dnsServers: [served.validating], probeChains: async () => [], signedNames: ['example'] });
  const names = [...namesOf('clean.example', issuer), ...namesOf('db.corp', issuer)];
  expect(await preflight.look({ domain: 'clean.example', names, endpoints: [] })).toMatchObject({
    names: [],
    skipped: [
      {
        name: 'clean.example',
        reason: `clean.example resolves to the private address ${webAddresses.answers} here, so what a public CA sees is unknown.`,
      },
      { name: 'db.corp', reason: 'db.corp is internal: public CAs cannot validate names below .corp.' },
    ],
  });
});
