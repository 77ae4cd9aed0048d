import { z } from 'zod';
import { unreachableKinds } from '../certificates/checks/observation.ts';
import { BUNDLE_MAX_CERTIFICATES, BUNDLE_MAX_ENTRIES, BUNDLE_MAX_FINDINGS, type BundleContent, certificateFileFormats } from './bundle.ts';

const MAX_CHAIN = 100;
const MAX_ADDRESSES = 64;
const MAX_ENTRIES = 500;
/** A certificate of 100 KB in Base64. */
const MAX_DER = 140_000;

// A collector's texts are shown to people: control characters and odd lengths are refused here.
const line = (max: number) =>
  z
    .string()
    .max(max)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: it refuses them.
    .regex(/^[^\u0000-\u001f\u007f]*$/);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const base64 = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[A-Za-z0-9+/]+={0,2}$/);
const instant = z.iso.datetime({ offset: false });

const seenAddress = z.union([
  z.object({
    address: line(64),
    chain: z.array(sha256).min(1).max(MAX_CHAIN),
    protocol: line(20),
    cipher: line(80),
    group: line(60).nullable(),
    groupBits: z.int().nonnegative().nullable(),
    signatureScheme: line(60).nullable(),
    ocspStaple: base64(200_000).nullable(),
    signedTimestamps: base64(100_000).nullable(),
    isClientCertificateAsked: z.boolean(),
    handshakeMs: z.number().min(0).max(600_000),
  }),
  z.object({ address: line(64).nullable(), reason: z.enum(unreachableKinds), detail: line(1_000) }),
]);

/** The content of a bundle as a collector sends it. */
export const bundleContentInput = z.object({
  enrollment: z.object({ secret: z.string().max(100), publicKey: z.string().regex(/^[A-Za-z0-9_-]{43}$/) }).optional(),
  about: z.object({
    version: line(40),
    host: line(253),
    intervalSeconds: z.int().min(1).max(31_536_000),
    mode: z.enum(['online', 'offline']),
    networks: z.array(line(60)).max(500),
    ports: z.array(line(20)).max(500),
  }),
  isComplete: z.boolean(),
  certificates: z
    .record(sha256, base64(MAX_DER))
    .refine((certificates) => Object.keys(certificates).length <= BUNDLE_MAX_CERTIFICATES, 'Too many certificates.'),
  endpoints: z
    .array(
      z.object({
        target: line(900),
        at: instant,
        seen: z.union([z.literal('unchanged'), z.array(seenAddress).min(1).max(MAX_ADDRESSES)]),
      }),
    )
    .max(BUNDLE_MAX_FINDINGS),
  files: z
    .array(
      z.object({
        path: line(4_096),
        at: instant,
        format: z.enum(certificateFileFormats).nullable(),
        problem: z.object({ code: line(40), message: line(1_000) }).nullable(),
        certificates: z.union([
          z.literal('unchanged'),
          z
            .array(
              z.object({
                alias: line(1_000).nullable(),
                role: z.enum(['certificate', 'authority']),
                chain: z.array(sha256).min(1).max(MAX_CHAIN),
                hasKey: z.boolean(),
              }),
            )
            .max(MAX_ENTRIES),
        ]),
      }),
    )
    .max(BUNDLE_MAX_FINDINGS)
    .refine(
      (files) => files.flatMap(({ certificates }) => (certificates === 'unchanged' ? [] : certificates)).length <= BUNDLE_MAX_ENTRIES,
      'Too many entries.',
    ),
}) satisfies z.ZodType<BundleContent>;
