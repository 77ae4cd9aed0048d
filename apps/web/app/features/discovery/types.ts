import type { AppRouter } from '@notafter/trpc';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';

type Outputs = inferRouterOutputs<AppRouter>['discovery'];
type Inputs = inferRouterInputs<AppRouter>['discovery'];

export type RunView = Outputs['get'];
export type RunInput = Inputs['get'];
export type RunResult = RunView['results'][number];
export type SourceView = RunView['sources'][number];
export type Hint = RunView['wildcards'][number];
export type PastRuns = Outputs['list'];
export type PastRun = PastRuns['discoveries'][number];
