import type { MiddlewareHandler } from 'hono';
import type { FindOperation } from './openapi/operation-finder.ts';

export interface Deprecation {
  readonly since: Date;
  /** The path to call in its place. */
  readonly successor: string;
  /** When it stops to answer; null while no end is planned. */
  readonly sunset: Date | null;
}

/** Operations that have a successor, by id. Each one has an entry in docs/api-changelog.md. */
const deprecations: Readonly<Record<string, Deprecation>> = {
  addCertificate: { since: new Date('2026-11-23T00:00:00Z'), successor: '/v1/certificates', sunset: null },
};

export const deprecationOf = (operationId: string): Deprecation | null =>
  Object.hasOwn(deprecations, operationId) ? (deprecations[operationId] ?? null) : null;

/** `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and where to go instead. */
export const deprecationHeaders = ({ since, successor, sunset }: Deprecation): Readonly<Record<string, string>> => ({
  Deprecation: `@${since.getTime() / 1000}`,
  ...(sunset === null ? {} : { Sunset: sunset.toUTCString() }),
  Link: `<${successor}>; rel="successor-version"`,
});

/** Says on every answer of an old call that it is old. */
export const announceDeprecation =
  (findOperation: FindOperation): MiddlewareHandler =>
  async (c, next) => {
    const deprecation = deprecationOf(findOperation(c)?.id ?? '');
    if (deprecation !== null) for (const [name, value] of Object.entries(deprecationHeaders(deprecation))) c.header(name, value);
    await next();
  };
