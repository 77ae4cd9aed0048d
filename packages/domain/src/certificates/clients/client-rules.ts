/** Where a dated fact was read, and on which day. */
export interface RuleSource {
  readonly url: string;
  /** ISO 8601 date. */
  readonly readOn: string;
}

export const clientIds = ['chrome', 'apple', 'mozilla', 'java', 'android7'] as const;
export type ClientId = (typeof clientIds)[number];

/** As people call them. */
export const clientNames = {
  chrome: 'Chrome',
  apple: 'Apple',
  mozilla: 'Mozilla',
  java: 'Java',
  android7: 'Android 7.0',
} as const satisfies Record<ClientId, string>;

export interface ClientProfile {
  readonly id: ClientId;
  /** Whether it completes a chain that the server sends without its intermediates. */
  readonly fetchesIntermediates: boolean;
  /** Whether its refusals are alerted and shown in lists. False for a store that no longer changes. */
  readonly alerts: boolean;
}

/** A root of the public CAs, by the lower-case hex SHA-256 of its certificate. */
export interface PublicRoot {
  readonly sha256: string;
  readonly name: string;
  /** ISO 8601 date on which its key was created. */
  readonly key: string;
}

interface RootRuleBase {
  readonly client: ClientId;
  readonly source: RuleSource;
}

/** A refusal of certificates under a root; instants are ISO 8601. */
export type RootRule =
  /** Certificates whose earliest SCT is after `at`. */
  | (RootRuleBase & { readonly kind: 'sct_after'; readonly at: string; readonly roots: readonly string[] })
  /** Certificates whose notBefore is after `at`. */
  | (RootRuleBase & { readonly kind: 'issued_after'; readonly at: string; readonly roots: readonly string[] })
  /** Every certificate, from `at`. */
  | (RootRuleBase & { readonly kind: 'removed'; readonly at: string; readonly roots: readonly string[] })
  /** Every certificate from `at` if the root's key was created in these days, both inclusive. */
  | (RootRuleBase & {
      readonly kind: 'term';
      readonly at: string;
      readonly keyFrom: string;
      readonly keyUntil: string;
      readonly except: readonly string[];
    })
  /** Every certificate from the day on which the root's key is this old, if it was created after `keyAfter`. */
  | (RootRuleBase & { readonly kind: 'key_age'; readonly years: number; readonly keyAfter: string });

export interface StoreContents {
  readonly client: ClientId;
  /** Completes "its root is not in". */
  readonly store: string;
  readonly alerts: boolean;
  readonly source: RuleSource;
  /** Those of `ClientRules.roots` that it does not contain. */
  readonly lacks: readonly string[];
}

/** How many SCTs a client asks for (RFC 6962). One of the two ways is enough. */
export interface SctPolicy {
  readonly client: ClientId;
  readonly list: keyof LogTable['lists'];
  /** The first whose lifetime is long enough applies; null: any lifetime. */
  readonly embedded: readonly { readonly upToDays: number | null; readonly scts: number; readonly perOperator: number | null }[];
  /** With the handshake. */
  readonly delivered: { readonly scts: number; readonly ocsp: boolean; readonly countsEmbedded: boolean };
  readonly operators: number;
  /** Whether the second of notAfter is part of the lifetime. */
  readonly countsLastSecond: boolean;
  readonly source: RuleSource;
}

/** `usable`, or the instant from which it is retired: its earlier SCTs count, but not alone. */
export type LogState = string;

export interface CtLog {
  /** Base64. */
  readonly id: string;
  readonly name: string;
  readonly operator: string;
  /** Absent: not in this list. */
  readonly chrome?: LogState;
  readonly apple?: LogState;
}

export interface LogTable {
  readonly lists: Readonly<Record<'chrome' | 'apple', { readonly listedOn: string; readonly source: RuleSource }>>;
  readonly logs: readonly CtLog[];
  /** Base64 of each log's SubjectPublicKeyInfo, in any order. SCTs of a log without one count without a check of their signature. */
  readonly keys: readonly string[];
}

/** A date on which a rule for all certificates changes. */
export interface ComingDate {
  /** ISO 8601 date. */
  readonly on: string;
  readonly text: string;
  readonly source: RuleSource;
  /** Its effect on renewals: the longest life of a CA's certificates, or a way of validating domains that ends. */
  readonly changes?: { readonly issuer: string; readonly days: number } | { readonly method: 'phone' | 'email' };
}

/** A limit on issue dates from `from` on. */
export interface DatedLimit {
  readonly from: string;
  readonly days: number;
}

/** A CA that publishes when it wants its certificates to be renewed (RFC 9773). */
export interface RenewalInfoCa {
  readonly name: string;
  /** Beginnings of the issuer's organization in its certificates, or of the issuer's common name if it has none; lower case. */
  readonly issuers: readonly string[];
  /** Its ACME directory. */
  readonly directory: string;
  readonly source: RuleSource;
}

/** The dated table of client rules. `CLIENT_RULES_FILE` replaces all of it. */
export interface ClientRules {
  /** Identifies the table; verdicts are computed again when it changes. */
  readonly version: string;
  readonly clients: readonly ClientProfile[];
  readonly roots: readonly PublicRoot[];
  readonly rootRules: readonly RootRule[];
  readonly stores: readonly StoreContents[];
  readonly sctPolicies: readonly SctPolicy[];
  readonly ctLogs: LogTable;
  /** Maximum validity by issue date, ascending. */
  readonly lifetimes: { readonly limits: readonly DatedLimit[]; readonly source: RuleSource };
  /** Maximum age of a domain validation by issue date, ascending. */
  readonly validationReuse: { readonly limits: readonly DatedLimit[]; readonly source: RuleSource };
  /** From this day, public server certificates may not name client authentication. */
  readonly clientAuthEnds: { readonly on: string; readonly source: RuleSource };
  readonly dates: readonly ComingDate[];
  readonly renewalInfo: readonly RenewalInfoCa[];
}
