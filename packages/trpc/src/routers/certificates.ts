import { publicProcedure, router } from '../trpc.ts';

export const certificatesRouter = router({ ping: publicProcedure.query(() => 'pong') });
