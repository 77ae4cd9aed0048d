import { collectorFiles, x509Certificates } from '@notafter/db';
import type { CertificateFileFormat, FiledCertificate } from '@notafter/domain';
import { listCollectorFilesInput } from '@notafter/domain/inputs';
import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { factsOf } from '../certificates/stored-certificate.ts';
import { cursorCodec } from '../list-cursor.ts';
import { useCase } from '../use-case.ts';
import { getCollectorForOrg } from './internal/collector-view.ts';

export interface CollectorFileView {
  /** Names the row. */
  readonly key: string;
  readonly path: string;
  readonly alias: string | null;
  readonly format: CertificateFileFormat | null;
  readonly role: FiledCertificate['role'] | null;
  readonly hasKey: boolean;
  /** Why it could not be read; null if it could. */
  readonly problem: string | null;
  /** Null without a certificate, or if it can't be read. */
  readonly certificate: {
    readonly subject: string;
    readonly issuer: string;
    readonly san: readonly string[];
    readonly notBefore: Date;
    readonly notAfter: Date;
    readonly fingerprint256: string;
  } | null;
  /** When this certificate was first and last seen in the file. */
  readonly firstSeenAt: Date;
  readonly seenAt: Date;
}

const position = cursorCodec(z.tuple([z.string(), z.string()]));

/** Returns what a collector found in files, by path. Throws `collector_not_found`. */
export const listCollectorFiles = useCase({
  name: 'collectors/list-collector-files',
  access: 'member',
  input: listCollectorFilesInput,
})(
  async (
    ctx,
    { id, limit, cursor, problems },
  ): Promise<{ files: readonly CollectorFileView[]; total: number; nextCursor: string | null }> => {
    await getCollectorForOrg(ctx.db, ctx.org.id, id, ctx.clock.now());
    const { path, key } = collectorFiles;
    const isListed = and(eq(collectorFiles.collectorId, id), problems ? isNotNull(collectorFiles.problem) : undefined);
    const total = await ctx.db.$count(collectorFiles, isListed);
    const after = (cursor ?? null) === null ? null : position.decode(cursor ?? '');
    const rows = await ctx.db
      .select({ file: collectorFiles, facts: x509Certificates.facts })
      .from(collectorFiles)
      .leftJoin(x509Certificates, eq(x509Certificates.fingerprint256, sql`${collectorFiles.chain}[1]`))
      .where(and(isListed, after === null ? undefined : sql`(${path}, ${key}) > (${after[0]}, ${after[1]})`))
      .orderBy(asc(path), asc(key))
      .limit(limit + 1);
    const files = rows.slice(0, limit).map(({ file: { collectorId: _, chain: __, ...file }, facts: stored }): CollectorFileView => {
      if (stored === null) return { ...file, certificate: null };
      const { subject, issuer, san, notBefore, notAfter, fingerprint256 } = factsOf(stored);
      return { ...file, certificate: { subject, issuer, san, notBefore, notAfter, fingerprint256 } };
    });
    const last = rows.length > limit ? files.at(-1) : undefined;
    return { files, total, nextCursor: last === undefined ? null : position.encode([last.path, last.key]) };
  },
);
