import type { IncomingHttpHeaders } from 'node:http';
import { hasControlCharacters } from '@notafter/domain';
import { z } from 'zod';

export interface VendorRequest {
  readonly method: string;
  /** Without the stand-in's own first segment. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface VendorAnswer {
  readonly status: number;
  readonly body: string;
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Why the vendor refuses the request; empty if it accepts it. */
  readonly problems?: readonly string[];
  /** The vendor's own deduplication key. */
  readonly vendorKey?: string;
}

/** One vendor's endpoint, as strict as the real one. */
export interface Vendor {
  /** Accepts the request, or refuses it with `problems`. */
  accept(request: VendorRequest): VendorAnswer;
  /** Its 429, if that is not a plain response with Retry-After. */
  rateLimited?(seconds: number): VendorAnswer;
}

export const json = (status: number, value: unknown, extra: Partial<VendorAnswer> = {}): VendorAnswer => ({
  status,
  body: JSON.stringify(value),
  contentType: 'application/json',
  ...extra,
});

/** No receiver accepts them, escaped or not; a line feed alone is text. */
const hasControls = (value: unknown): boolean => {
  if (typeof value === 'string') return hasControlCharacters(value.replaceAll('\n', ''));
  return typeof value === 'object' && value !== null && Object.values(value).some(hasControls);
};

/** Returns the body by its schema, or its problems. */
export const readBody = <Schema extends z.ZodType>(
  schema: Schema,
  { method, headers, body }: VendorRequest,
): { readonly value: z.infer<Schema> } | { readonly problems: readonly string[] } => {
  if (method !== 'POST' && method !== 'PATCH') return { problems: [`${method} is not allowed here`] };
  if (!(headers['content-type'] ?? '').startsWith('application/json')) return { problems: ['the content type is not JSON'] };
  try {
    const parsed = schema.safeParse(JSON.parse(body));
    if (parsed.success && hasControls(parsed.data)) return { problems: ['there are control characters'] };
    return parsed.success
      ? { value: parsed.data }
      : { problems: parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) };
  } catch {
    return { problems: ['the body is not JSON'] };
  }
};

/** A link that a person may receive. */
export const httpLink = z.url({ protocol: /^https?$/ });
