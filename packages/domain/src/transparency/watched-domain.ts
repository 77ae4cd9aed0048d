/** `endpoint`: the organization monitors an endpoint at or below it. `dns`: its TXT record has the token. */
export const watchVerifications = ['endpoint', 'dns'] as const;
export type WatchVerification = (typeof watchVerifications)[number];

/** More would make one organization the whole load of an installation. */
export const WATCHED_DOMAINS_MAX = 1_000;

/** The name of the TXT record that verifies a domain. */
export const verificationRecordOf = (domain: string): string => `_notafter.${domain}`;

/** The value of that record. */
export const verificationTextOf = (token: string): string => `notafter-verification=${token}`;

/** Where an issued certificate was found. */
export type FoundAt =
  | {
      readonly source: 'log';
      readonly log: string;
      readonly index: number;
      /** ISO 8601; null if the log signed an impossible time. */
      readonly loggedAt: string | null;
      readonly isPrecertificate: boolean;
    }
  | { readonly source: 'search'; readonly service: string; readonly reference: string };
