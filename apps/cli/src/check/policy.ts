import { UsageError } from '@notafter/command-line';
import { type CertificateFacts, DAY_MS, type VerdictWarning, verdictWarnings } from '@notafter/domain';
import { readNamedFile } from '../read-file.ts';
import type { Statement } from '../verdict/statement.ts';

/** Requirements of a team that a valid certificate may still not meet. A rule that is left out requires nothing. */
export interface Policy {
  readonly minDaysLeft?: number;
  readonly maxLifetimeDays?: number;
  readonly minScore?: number;
  /** Allowed TLS versions, e.g. `TLSv1.3`. */
  readonly protocols?: readonly string[];
  /** Allowed cipher suites, IANA names. */
  readonly cipherSuites?: readonly string[];
  /** Least bits of each allowed key type. */
  readonly keys?: Readonly<Record<string, number>>;
  /** Allowed signature algorithms, OpenSSL's names. */
  readonly signatures?: readonly string[];
  /** Allowed issuers: beginnings of the organization, or of the common name without one, in any case. */
  readonly issuers?: readonly string[];
  /** Warnings that are refused. */
  readonly refusedWarnings?: readonly VerdictWarning[];
}

export const policyRules = [
  ...(['min_days_left', 'max_lifetime_days', 'min_score', 'protocols', 'cipher_suites'] as const),
  ...(['keys', 'signatures', 'issuers', 'refused_warnings'] as const),
] as const;
export type PolicyRule = (typeof policyRules)[number];

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string' && each !== '');
const isBits = (value: unknown): value is Readonly<Record<string, number>> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.keys(value).length > 0 &&
  Object.values(value).every(isNumber);
const isWarnings = (value: unknown): value is readonly VerdictWarning[] =>
  isTexts(value) && value.every((each) => verdictWarnings.some((warning) => warning === each));

/** Reads and judges the rules of a policy. */
class PolicyReader {
  readonly faults: string[] = [];
  readonly #given: Readonly<Record<string, unknown>>;

  constructor(given: Readonly<Record<string, unknown>>) {
    this.#given = given;
    const known: ReadonlySet<string> = new Set(policyRules);
    for (const name of Object.keys(given)) {
      if (!known.has(name)) this.faults.push(`"${name}" is not a rule. The rules are ${policyRules.join(', ')}.`);
    }
  }

  read<Value>(name: PolicyRule, is: (value: unknown) => value is Value, expected: string): Value | undefined {
    const value = this.#given[name];
    if (value === undefined || is(value)) return value;
    this.faults.push(`"${name}" expects ${expected}.`);
    return undefined;
  }
}

const texts = 'a list of names';
const wholeNumber = 'a whole number';

/** Returns the policy in a JSON text. Throws UsageError with every fault. */
export const parsePolicy = (text: string, file: string): Policy => {
  const refuse = (why: string, cause?: unknown): never => {
    throw new UsageError(`The --policy file '${file}' cannot be used: ${why}`, 'check', { cause });
  };
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch (error) {
    return refuse(error instanceof Error ? `${error.message}.` : 'it is not JSON.', error);
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return refuse('expected an object with rules.');
  const reader = new PolicyReader({ ...given });
  const rules = {
    minDaysLeft: reader.read('min_days_left', isNumber, wholeNumber),
    maxLifetimeDays: reader.read('max_lifetime_days', isNumber, wholeNumber),
    minScore: reader.read('min_score', isNumber, wholeNumber),
    protocols: reader.read('protocols', isTexts, texts),
    cipherSuites: reader.read('cipher_suites', isTexts, texts),
    keys: reader.read('keys', isBits, 'an object with the least bits of each key type, such as {"RSA": 2048, "EC": 256}'),
    signatures: reader.read('signatures', isTexts, texts),
    issuers: reader.read('issuers', isTexts, texts),
    refusedWarnings: reader.read('refused_warnings', isWarnings, `a list of warnings: ${verdictWarnings.join(', ')}`),
  };
  if (reader.faults.length > 0) return refuse(reader.faults.join(' '));
  return Object.fromEntries(Object.entries(rules).filter(([, value]) => value !== undefined));
};

export const readPolicy = async (file: string): Promise<Policy> =>
  parsePolicy((await readNamedFile(file, 'The --policy file', 'check')).toString('utf8'), file);

/** A served certificate and its handshake, as reported. */
interface Judged {
  readonly daysLeft: number;
  readonly leaf: CertificateFacts;
  readonly protocol: string;
  readonly cipher: string;
  readonly rating: { readonly score: number } | null;
  readonly warnings: readonly Statement<VerdictWarning>[];
}

const keyFault = ({ leaf: { keyType, keyBits } }: Judged, keys: Readonly<Record<string, number>>): string | null => {
  const least = keys[keyType];
  if (least === undefined) return `The key is ${keyType}; allowed are ${Object.keys(keys).join(', ')}.`;
  return keyBits !== null && keyBits < least ? `The key has ${keyBits} bits; at least ${least} are required.` : null;
};

/** Returns every rule that the served certificate or its handshake does not meet, in the order of `policyRules`. */
export const policyFaults = (report: Judged, policy: Policy): readonly Statement<PolicyRule>[] => {
  const { leaf, daysLeft, protocol, cipher, rating, warnings } = report;
  const lifetime = Math.ceil((leaf.notAfter.getTime() - leaf.notBefore.getTime()) / DAY_MS);
  const issuer = leaf.issuerOrganization ?? leaf.issuerCommonName ?? leaf.issuer;
  const among = (what: string, value: string, allowed: readonly string[] | undefined): string | null =>
    allowed === undefined || allowed.includes(value) ? null : `${what} ${value} is not among ${allowed.join(', ')}.`;
  const { minDaysLeft = Number.NEGATIVE_INFINITY, maxLifetimeDays = Number.POSITIVE_INFINITY, minScore = 0 } = policy;
  const { issuers, keys, refusedWarnings = [] } = policy;
  const refused = warnings.filter(({ code }) => refusedWarnings.includes(code));
  const found: Readonly<Record<PolicyRule, string | null>> = {
    min_days_left: daysLeft >= minDaysLeft ? null : `${daysLeft} days are left; at least ${minDaysLeft} are required.`,
    max_lifetime_days:
      lifetime <= maxLifetimeDays ? null : `The certificate is valid for ${lifetime} days; at most ${maxLifetimeDays} are allowed.`,
    min_score: (rating?.score ?? 0) >= minScore ? null : `The score is ${rating?.score ?? 0}; at least ${minScore} is required.`,
    protocols: among('The protocol', protocol, policy.protocols),
    cipher_suites: among('The cipher suite', cipher, policy.cipherSuites),
    keys: keys === undefined ? null : keyFault(report, keys),
    signatures: among('The signature', leaf.signatureAlgorithm ?? 'unknown', policy.signatures),
    issuers:
      issuers === undefined || issuers.some((allowed) => issuer.toLowerCase().startsWith(allowed.toLowerCase()))
        ? null
        : `The issuer is ${issuer}; allowed are ${issuers.join(', ')}.`,
    refused_warnings: refused.length === 0 ? null : refused.map(({ text }) => text).join(' '),
  };
  return policyRules.flatMap((code) => {
    const text = found[code];
    return text === null ? [] : [{ code, text, fix: null }];
  });
};
