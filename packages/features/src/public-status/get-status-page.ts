import { publicStatusPages } from '@notafter/db';
import { eq } from 'drizzle-orm';
import { useCase } from '../use-case.ts';

export interface StatusPage {
  readonly enabled: boolean;
  readonly url: string;
  readonly address: string;
  readonly title: string;
  /** `name=value` of the endpoints that it shows. */
  readonly tag: string;
  readonly updatedAt: Date;
}

export const toStatusPage = (publicUrl: string, page: typeof publicStatusPages.$inferSelect): StatusPage => {
  const { enabled, address, title, tagName, tagValue, updatedAt } = page;
  return { enabled, url: `${publicUrl}/status/${address}`, address, title, tag: `${tagName}=${tagValue}`, updatedAt };
};

/** The settings of the organization's public status page; null before it was first saved. */
export const getStatusPage = useCase({
  name: 'public-status/get-status-page',
  access: 'admin',
})(async (ctx): Promise<{ readonly page: StatusPage | null }> => {
  const [page] = await ctx.db.select().from(publicStatusPages).where(eq(publicStatusPages.orgId, ctx.org.id));
  return { page: page === undefined ? null : toStatusPage(ctx.config.publicUrl, page) };
});
