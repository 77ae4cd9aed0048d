import { type FileReading, type FileSource, type KubernetesSource, readFiles as read } from '@notafter/keystores';
import { isPublished, READER_ARGUMENT } from '../program.ts';

export type ReadFiles = (
  request: { readonly files: readonly FileSource[]; readonly kubernetes: readonly KubernetesSource[] },
  options: { readonly signal: AbortSignal; readonly timeoutMs: number },
) => Promise<readonly FileReading[]>;

/** The published program is one file: it is its own reader. */
const [, published = ''] = process.argv;
const reader = isPublished ? { reader: [published, READER_ARGUMENT] } : {};

/** Reads files and Secrets in a process that ends afterwards, so that no byte of a private key is ever in this one. */
export const readFiles: ReadFiles = (request, options) => read(request, { ...options, ...reader });
