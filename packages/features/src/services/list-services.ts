import { listServicesInput } from '@notafter/domain/inputs';
import { readPage, type Stretch } from '../certificates/list/paging.ts';
import { useCase } from '../use-case.ts';
import { countServices, listServiceRows, type ServiceView } from './internal/service-view.ts';

/** The organization's data services, newest first. Throws `invalid_input` for a cursor of another list. */
export const listServices = useCase({
  name: 'services/list-services',
  access: 'member',
  input: listServicesInput,
})(
  async (
    ctx,
    { limit, cursor },
  ): Promise<{ readonly services: readonly ServiceView[]; readonly total: number; readonly nextCursor: string | null }> => {
    const page = await readPage(
      { scope: ['services'], keyKind: 'instant', limit, cursor, page: 'first' },
      async ({ after, take }: Stretch<'service'>) => {
        const total = await countServices(ctx.db, ctx.org.id);
        const services = await listServiceRows(ctx, ctx.org.id, { after, take });
        return { rows: services.map((service) => ({ ...service, key: service.createdAt.toISOString() })), total, totalCapped: false };
      },
    );
    return { services: page.rows.map(({ id: _id, key: _key, ...service }) => service), total: page.total, nextCursor: page.nextCursor };
  },
);
