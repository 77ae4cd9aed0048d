import { createHash } from 'node:crypto';
import type { EndpointFinding, FileFinding } from '@notafter/domain';

/** DER by SHA-256 in lower-case hex. */
export type Certificates = ReadonlyMap<string, Buffer>;

/** The finding of one scan at one endpoint or file, in full. */
export type Found =
  | { readonly kind: 'endpoint'; readonly finding: EndpointFinding; readonly digest: string; readonly certificates: Certificates }
  | { readonly kind: 'file'; readonly finding: FileFinding; readonly digest: string; readonly certificates: Certificates };

export const digestOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('base64url');
export const sha256Of = (der: Buffer): string => createHash('sha256').update(der).digest('hex');

/** The server takes no larger certificate; real ones have a few kilobytes. */
export const CERTIFICATE_MAX_BYTES = 100_000;

/** By the second: a shorter text, repeated in each finding of each bundle. */
export const instantText = (at: Date): string => `${at.toISOString().slice(0, 19)}Z`;

/** Control characters, which the server refuses in texts. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it replaces them.
const control = /[\u0000-\u001f\u007f]/g;

/** Returns a text that fits into a finding. */
export const lineOf = (text: string, max: number): string => text.replace(control, '\uFFFD').slice(0, max);
