import type { Outputs } from '../../api/trpc.ts';

export type EnvironmentList = Outputs['environments']['list'];
export type Environment = EnvironmentList['environments'][number];
