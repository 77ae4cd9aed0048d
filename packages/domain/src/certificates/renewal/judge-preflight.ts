import { addMs, DAY_MS } from '../../time.ts';
import { andList, dateText, firstOf, plural } from '../../wording.ts';
import { daysLeft } from '../status.ts';
import { judgeCaa } from './caa.ts';
import { judgeDane } from './dane.ts';
import type { Looked } from './dns-facts.ts';
import { type RenewalArea, type RenewalFinding, type RenewalJudgement, renewalSeverities } from './finding.ts';
import { readIssueValue } from './issue-value.ts';
import type { NameFacts, PreflightFacts, Registration, WebFacts } from './preflight-facts.ts';

const PERSIST_WARN_MS = 14 * DAY_MS;
/** A registration that ends within so many days is shown; alerts have their own days. */
export const REGISTRATION_DAYS = [30, 14, 7, 1] as const;
const NAMES_SHOWN = 3;

/** Methods that need nothing but DNS; only these validate a wildcard (Baseline Requirements 3.2.2.4). */
const connectingMethods = new Map([
  ['http-01', 80],
  ['tls-alpn-01', 443],
]);

const shownName = ({ name, wildcard }: Pick<NameFacts, 'name' | 'wildcard'>): string => (wildcard ? `*.${name}` : name);

/**
 * Why CAs may not issue although a lookup has no answer that they could use (Baseline Requirements 3.2.2.8.1). All read CAA; the
 * other names matter to DNS validation only, which is the one way to validate a wildcard.
 */
const faultOf = (area: RenewalArea, owner: string, type: string, looked: Looked<unknown>, facts: NameFacts): RenewalFinding | null => {
  const isNeeded = area === 'caa' || facts.wildcard;
  const shared = { area, severity: isNeeded ? 'blocking' : 'warning', names: [shownName(facts)] } as const;
  const effect = area === 'caa' ? 'CAs must refuse to issue.' : 'CAs must refuse to validate by DNS.';
  if (looked.kind === 'bogus') {
    return {
      ...shared,
      code: 'dnssec_bogus',
      key: `dnssec_bogus ${type} ${owner}`,
      text: `DNSSEC validation of the ${type} records of ${owner} fails: ${looked.why}. ${effect} Sign the zone again, or correct the DS record at the registrar.`,
    };
  }
  if (looked.kind === 'failed') {
    return {
      ...shared,
      code: 'dns_servfail',
      key: `dns_servfail ${type} ${owner}`,
      text: `The name servers of ${owner} do not answer queries for ${type} records (${looked.rcode}). ${effect} Repair the name servers or the delegation.`,
    };
  }
  return null;
};

interface Forbidden {
  readonly name: string;
  readonly owner: string;
  readonly ca: string;
  readonly id: string;
  readonly tag: string;
  readonly malformed: string | null;
  readonly nobody: boolean;
}

const forbidden = ({ name, owner, ca, id, tag, malformed, nobody }: Forbidden): string => {
  const add = `Add the record: ${owner} CAA 0 ${tag} "${id}".`;
  if (malformed !== null)
    return `The CAA record "${tag} ${malformed}" of ${owner} is malformed, so it allows no CA to issue for ${name}. Correct it, for example to: 0 ${tag} "${id}".`;
  if (nobody) return `The CAA records of ${owner} allow no CA to issue for ${name}. ${add}`;
  return `The CAA records of ${owner} do not allow ${ca} to issue for ${name}. ${add}`;
};

/** Methods of `methods` that cannot succeed for this name today, with the reason; null while one can. */
const impossibleMethods = (methods: readonly string[], { wildcard, web }: NameFacts): string | null => {
  const reasons = methods.map((method): string | null => {
    const port = connectingMethods.get(method);
    if (port === undefined) return null;
    if (wildcard) return `${method} cannot validate a wildcard`;
    const looks = web === null ? [] : Object.values(method === 'http-01' ? web.http : web.https);
    const known = looks.filter((look) => look !== null);
    const isShut = known.length > 0 && known.every(({ kind }) => kind === 'closed' || kind === 'timeout');
    return isShut ? `port ${port} does not accept connections` : null;
  });
  return reasons.length === 0 || reasons.includes(null) ? null : andList(new Set(reasons.filter((reason) => reason !== null)));
};

const caaFindings = (facts: NameFacts): RenewalFinding[] => {
  const name = shownName(facts);
  const last = facts.caa.at(-1);
  if (last === undefined) return [];
  const { owner, looked } = last;
  const fault = faultOf('caa', owner, 'CAA', looked, facts);
  if (fault !== null) return [fault];
  if (looked.kind !== 'found') return [];
  const shared = { area: 'caa', names: [name] } as const;
  return facts.issuers.flatMap(({ name: ca, identifiers }): RenewalFinding[] => {
    if (identifiers === null) {
      const text = `${owner} has CAA records, but the CAA identifier of the issuer ${ca} is not known here. Check that they allow it.`;
      return [{ ...shared, code: 'caa_issuer_unknown', severity: 'notice', key: `caa_issuer_unknown ${owner} ${ca}`, text }];
    }
    const verdict = judgeCaa(looked.values, { identifiers, wildcard: facts.wildcard });
    const key = (code: string): string => `${code} ${owner} ${identifiers[0]}${facts.wildcard ? ' *' : ''}`;
    if (verdict.kind === 'critical') {
      const text = `The CAA record "${verdict.tag}" of ${owner} is critical and unknown to CAs, so no CA can issue for ${name}. Remove it, or clear its critical flag.`;
      return [{ ...shared, code: 'caa_critical', severity: 'blocking', key: `caa_critical ${owner}`, text }];
    }
    if (verdict.kind === 'forbidden') {
      return [
        {
          ...shared,
          code: 'caa_forbids',
          severity: 'blocking',
          key: key('caa_forbids'),
          text: forbidden({ name, owner, ca, id: identifiers[0], ...verdict }),
        },
      ];
    }
    const impossible = verdict.methods === null ? null : impossibleMethods(verdict.methods, facts);
    const findings: RenewalFinding[] = [];
    if (verdict.methods?.length === 0 || impossible !== null) {
      const why = impossible === null ? 'validationmethods names no method' : impossible;
      const text = `The CAA record of ${owner} leaves ${ca} no way to validate ${name}: ${why}. Add dns-01 to validationmethods.`;
      findings.push({ ...shared, code: 'caa_methods', severity: 'blocking', key: `${key('caa_methods')} ${name}`, text });
    }
    if (verdict.account !== null) {
      const text = `The CAA record of ${owner} binds ${ca} to the account ${verdict.account}. Renew ${name} with this account.`;
      findings.push({ ...shared, code: 'caa_account', severity: 'notice', key: key('caa_account'), text });
    }
    return findings;
  });
};

const challengeFindings = (facts: NameFacts): RenewalFinding[] => {
  const name = shownName(facts);
  const owner = `_acme-challenge.${facts.name}`;
  const { looked, missingDomain } = facts.challenge;
  const shared = { area: 'challenge', names: [name] } as const;
  const fault = faultOf('challenge', owner, 'TXT', looked, facts);
  if (fault !== null) return [fault];
  if (looked.kind === 'absent' && looked.alias !== null) {
    if (missingDomain !== null) {
      const text = `${owner} is an alias of ${looked.alias}, but the domain ${missingDomain} does not exist. Anyone who registers it can get certificates for ${name}. Remove the CNAME record or correct it.`;
      return [{ ...shared, code: 'challenge_dangling', severity: 'blocking', key: `challenge_dangling ${owner}`, text }];
    }
    const text = `${owner} is an alias of ${looked.alias}, which does not exist now. This is fine if your ACME client creates it for each renewal. Otherwise remove the CNAME record.`;
    return [{ ...shared, code: 'challenge_no_target', severity: 'notice', key: `challenge_no_target ${owner}`, text }];
  }
  if (looked.kind !== 'found') return [];
  const text = `${owner} still has ${plural(looked.values.length, 'TXT record')} of an earlier validation. Remove ${looked.values.length === 1 ? 'it' : 'them'}.`;
  return [{ ...shared, code: 'challenge_stale', severity: 'notice', key: `challenge_stale ${owner}`, text }];
};

const persistFindings = (facts: NameFacts, now: Date): RenewalFinding[] => {
  const name = shownName(facts);
  return facts.persist.flatMap(({ owner, looked }): RenewalFinding[] => {
    const fault = faultOf('persist', owner, 'TXT', looked, facts);
    if (fault !== null) return [fault];
    if (looked.kind !== 'found') return [];
    const shared = { area: 'persist', names: [name] } as const;
    const records = looked.values.map((text) => ({ text, value: readIssueValue(text) }));
    const endOf = (parameters: ReadonlyMap<string, string>): number | null => {
      const until = parameters.get('persistuntil');
      return until === undefined ? null : Number(until) * 1000;
    };
    const isMalformed = ({ value }: (typeof records)[number]): boolean =>
      value === null ||
      value.issuer === '' ||
      !value.parameters.has('accounturi') ||
      !/^\d{1,11}$/.test(value.parameters.get('persistuntil') ?? '0');
    const lasting = new Set(
      records.flatMap((record) => {
        if (record.value === null || isMalformed(record)) return [];
        const end = endOf(record.value.parameters);
        return end === null || end > addMs(now, PERSIST_WARN_MS).getTime() ? [record.value.issuer] : [];
      }),
    );
    return records.flatMap((record): RenewalFinding[] => {
      const { value, text } = record;
      if (value === null || isMalformed(record)) {
        const what = `The TXT record "${text}" of ${owner} is malformed, so CAs reject it. Write it as: letsencrypt.org; accounturi=https://...; persistUntil=1798761600.`;
        return [{ ...shared, code: 'persist_malformed', severity: 'blocking', key: `persist_malformed ${owner} ${text}`, text: what }];
      }
      const end = endOf(value.parameters);
      if (end === null || lasting.has(value.issuer)) return [];
      const date = dateText(new Date(end));
      const remedy = 'Set a later persistUntil, or remove it.';
      if (end <= now.getTime()) {
        const what = `The validation record ${owner} for ${value.issuer} ended on ${date}. ${value.issuer} no longer accepts it. ${remedy}`;
        return [{ ...shared, code: 'persist_ended', severity: 'blocking', key: `persist_ended ${owner} ${value.issuer}`, text: what }];
      }
      const what = `The validation record ${owner} for ${value.issuer} ends on ${date}. Later renewals fail. ${remedy}`;
      return [{ ...shared, code: 'persist_ending', severity: 'blocking', key: `persist_ending ${owner} ${value.issuer}`, text: what }];
    });
  });
};

/** A closed port 80 is a notice, because DNS validation needs none. `caaFindings` reports it if CAA leaves nothing else. */
const webFindings = (facts: NameFacts): RenewalFinding[] => {
  if (facts.web === null) return [];
  const { name } = facts;
  const shared = { area: 'web', names: [name] } as const;
  const { http, https } = facts.web;
  const isShut = (look: WebFacts['http']['ipv4'] | WebFacts['https']['ipv4']) => look?.kind === 'closed' || look?.kind === 'timeout';
  const findings: RenewalFinding[] = [];
  const oneSided = (port: 80 | 443, { ipv4, ipv6 }: WebFacts['http'] | WebFacts['https']): void => {
    if (ipv4 === null || ipv6 === null || isShut(ipv4) || ipv4.kind === 'unknown') return;
    if (ipv6.kind !== 'closed' && ipv6.kind !== 'timeout') return;
    const text = `${name} has the IPv6 address ${ipv6.address}, which does not answer on port ${port}, but its IPv4 address does. CAs connect over IPv6 first. Repair it, or remove the AAAA record.`;
    findings.push({ ...shared, code: 'ipv6_no_answer', severity: 'warning', key: `ipv6_no_answer ${name} ${port}`, text });
  };
  oneSided(80, http);
  oneSided(443, https);
  if (http.ipv4?.kind === 'loops' || http.ipv6?.kind === 'loops') {
    const text = `Port 80 of ${name} redirects in a loop, so HTTP validation fails. Serve /.well-known/acme-challenge/ without a redirect.`;
    findings.push({ ...shared, code: 'http_loop', severity: 'warning', key: `http_loop ${name}`, text });
  }
  const { ipv4 } = http;
  if (ipv4?.kind === 'timeout') {
    const text = `Port 80 of ${name} (${ipv4.address}) does not answer in time, so HTTP validation fails. Open it, unless you validate by DNS.`;
    findings.push({ ...shared, code: 'http_timeout', severity: 'notice', key: `http_timeout ${name}`, text });
  }
  if (ipv4?.kind === 'closed') {
    const text = `Port 80 of ${name} (${ipv4.address}) is closed, so HTTP validation fails. Open it, unless you validate by DNS.`;
    findings.push({ ...shared, code: 'http_closed', severity: 'notice', key: `http_closed ${name}`, text });
  }
  return findings;
};

const goneFindings = (facts: NameFacts): RenewalFinding[] => {
  if (!facts.isGone || facts.wildcard) return [];
  const text = `${facts.name} does not exist in DNS, so only DNS validation can succeed. Restore it, or leave it out of the next certificate.`;
  return [{ code: 'name_gone', area: 'name', severity: 'notice', key: `name_gone ${facts.name}`, names: [facts.name], text }];
};

const registrationFindings = (domain: string, registration: Registration, now: Date): RenewalFinding[] => {
  if (registration.kind !== 'known') return [];
  const { endsAt } = registration;
  const days = daysLeft(endsAt, now);
  const shared = { area: 'registration', names: [domain] } as const;
  const key = `domain_ending ${endsAt.toISOString()}`;
  if (days < 0) {
    const text = `The registration of ${domain} ended on ${dateText(endsAt)}. Its names can stop working at any time. Renew it at the registrar now.`;
    return [{ ...shared, code: 'domain_ended', severity: 'blocking', key, text }];
  }
  if (days > REGISTRATION_DAYS[0]) return [];
  return [{ ...shared, code: 'domain_ending', severity: 'blocking', key, text: registrationSentence(domain, endsAt, now) }];
};

/** `The registration of example.com ends in 7 days, on 2026-12-04. Renew it at the registrar.` */
export const registrationSentence = (domain: string, endsAt: Date, now: Date): string => {
  const days = daysLeft(endsAt, now);
  const when = days < 1 ? 'in less than a day' : `in ${plural(days, 'day')}`;
  return `The registration of ${domain} ends ${when}, on ${dateText(endsAt)}. Renew it at the registrar.`;
};

/** One finding per cause, with all names that it concerns. */
const merged = (findings: readonly RenewalFinding[]): RenewalFinding[] => {
  const byKey = new Map<string, RenewalFinding[]>();
  for (const finding of findings) byKey.set(finding.key, [...(byKey.get(finding.key) ?? []), finding]);
  return [...byKey.values()].flatMap((same): RenewalFinding[] => {
    const [first] = same;
    if (first === undefined) return [];
    const names = [...new Set(same.flatMap((finding) => finding.names))];
    const severity = renewalSeverities.find((each) => same.some((finding) => finding.severity === each)) ?? first.severity;
    const [name = ''] = first.names;
    // The text ends a clause with the name that it was found for.
    return [
      {
        ...first,
        severity,
        names,
        text: names.length === 1 ? first.text : first.text.replace(`for ${name}`, () => `for ${firstOf(names, NAMES_SHOWN)}`),
      },
    ];
  });
};

const transient = (facts: PreflightFacts): RenewalArea[] => {
  const areas = new Set<RenewalArea>();
  const isSilent = (looked: Looked<unknown>): boolean => looked.kind === 'silent';
  for (const { caa, challenge, persist, web } of facts.names) {
    if (caa.some(({ looked }) => isSilent(looked))) areas.add('caa').add('name');
    if (isSilent(challenge.looked)) areas.add('challenge');
    if (persist.some(({ looked }) => isSilent(looked))) areas.add('persist');
    const looks = web === null ? [] : [...Object.values(web.http), ...Object.values(web.https)];
    if (looks.some((look) => look?.kind === 'unknown')) areas.add('web');
  }
  if (facts.registration.kind === 'unknown' && facts.registration.isTransient) areas.add('registration');
  if (facts.dane.some(({ looked, chains }) => isSilent(looked) || (looked.kind === 'found' && chains.length === 0))) areas.add('dane');
  return [...areas];
};

/** Decides what may stop the next renewal. Nothing that could not be looked at raises a finding. */
export const judgePreflight = (facts: PreflightFacts, now: Date): RenewalJudgement => {
  const registration = registrationFindings(facts.domain, facts.registration, now);
  if (facts.resolver === 'unreachable') {
    return { findings: registration, unknown: ['caa', 'challenge', 'persist', 'web', 'name', 'dane'] };
  }
  const notValidating: RenewalFinding[] =
    facts.resolver === 'validates' || facts.names.length === 0
      ? []
      : [
          {
            code: 'dnssec_unknown',
            area: 'caa',
            severity: 'notice',
            key: 'dnssec_unknown',
            names: [facts.domain],
            text: `Whether DNSSEC of ${facts.domain} is valid is unknown: the DNS resolver does not validate. Set DNS_SERVERS to a validating resolver.`,
          },
        ];
  const findings = merged([
    ...registration,
    ...facts.names.flatMap((name) => [
      ...caaFindings(name),
      ...challengeFindings(name),
      ...persistFindings(name, now),
      ...webFindings(name),
      ...goneFindings(name),
    ]),
    ...(facts.resolver === 'validates' ? facts.dane.flatMap((dane) => judgeDane(dane)) : []),
    ...notValidating,
  ]);
  const order = (finding: RenewalFinding): number => renewalSeverities.indexOf(finding.severity);
  return { findings: findings.toSorted((one, other) => order(one) - order(other)), unknown: transient(facts) };
};
