import { z } from 'zod';
import { type ClientRules, clientIds } from './client-rules.ts';

const instant = z.iso.datetime();
const day = z.iso.date();
const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 fingerprint of 64 lower-case hex digits');
const source = z.strictObject({ url: z.url(), readOn: day });
const client = z.enum(clientIds);
const roots = z.array(sha256);
const logState = z.union([z.literal('usable'), instant], { error: 'must be "usable" or an instant' });
const logList = z.strictObject({ listedOn: day, source });
const limits = z.strictObject({ limits: z.array(z.strictObject({ from: day, days: z.int().positive() })).min(1), source });

const rootRule = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('sct_after'), client, at: instant, roots, source }),
  z.strictObject({ kind: z.literal('issued_after'), client, at: instant, roots, source }),
  z.strictObject({ kind: z.literal('removed'), client, at: instant, roots, source }),
  z.strictObject({ kind: z.literal('term'), client, at: instant, keyFrom: day, keyUntil: day, except: roots, source }),
  z.strictObject({ kind: z.literal('key_age'), client, years: z.int().positive(), keyAfter: day, source }),
]);

/** The contents of `CLIENT_RULES_FILE`: a whole table, like `clientTable`. */
export const clientRulesInput: z.ZodType<ClientRules> = z.strictObject({
  version: z.string().min(1).max(100),
  clients: z
    .array(z.strictObject({ id: client, fetchesIntermediates: z.boolean(), alerts: z.boolean() }))
    .min(1)
    .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'must not name a client twice'),
  roots: z.array(z.strictObject({ sha256, name: z.string().min(1).max(300), key: day })),
  rootRules: z.array(rootRule),
  stores: z.array(z.strictObject({ client, store: z.string().min(1).max(200), alerts: z.boolean(), source, lacks: roots })),
  sctPolicies: z.array(
    z.strictObject({
      client,
      list: z.enum(['chrome', 'apple']),
      embedded: z
        .array(
          z.strictObject({
            upToDays: z.int().positive().nullable(),
            scts: z.int().nonnegative(),
            perOperator: z.int().positive().nullable(),
          }),
        )
        .min(1),
      delivered: z.strictObject({ scts: z.int().nonnegative(), ocsp: z.boolean(), countsEmbedded: z.boolean() }),
      operators: z.int().nonnegative(),
      countsLastSecond: z.boolean(),
      source,
    }),
  ),
  ctLogs: z.strictObject({
    lists: z.strictObject({ chrome: logList, apple: logList }),
    logs: z.array(
      z.strictObject({
        id: z.base64(),
        name: z.string(),
        operator: z.string().min(1),
        chrome: logState.exactOptional(),
        apple: logState.exactOptional(),
      }),
    ),
    // Files from before they existed check no signatures.
    keys: z.array(z.base64()).default([]),
  }),
  lifetimes: limits,
  validationReuse: limits,
  clientAuthEnds: z.strictObject({ on: day, source }),
  dates: z.array(
    z.strictObject({
      on: day,
      text: z.string().min(1).max(300),
      source,
      changes: z
        .union([
          z.strictObject({ issuer: z.string().min(1).max(200), days: z.int().positive() }),
          z.strictObject({ method: z.enum(['phone', 'email']) }),
        ])
        .exactOptional(),
    }),
  ),
  // Files from before it existed ask no CA.
  renewalInfo: z
    .array(
      z.strictObject({
        name: z.string().min(1).max(100),
        issuers: z.array(z.string().min(1).max(200).toLowerCase()).min(1),
        directory: z.url({ protocol: /^https$/, error: 'must be an https URL' }).max(500),
        source,
      }),
    )
    .default([]),
});
