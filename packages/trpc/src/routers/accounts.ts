import { publicProcedure, router } from '../trpc.ts';

export const accountsRouter = router({ ping: publicProcedure.query(() => 'pong') });
