import { getStatusPage, readPublicStatus, saveStatusPage } from '@notafter/features';
import { mutationOf, queryOf, router } from '../trpc.ts';

export const publicStatusRouter = router({
  page: queryOf(getStatusPage),
  save: mutationOf(saveStatusPage),
  read: queryOf(readPublicStatus),
});
