import type { Inputs as AllInputs, Outputs as AllOutputs } from '../../api/trpc.ts';

type Outputs = AllOutputs['discovery'];
type Inputs = AllInputs['discovery'];

export type RunView = Outputs['get'];
export type RunInput = Inputs['get'];
export type RunResult = RunView['results'][number];
export type SourceView = RunView['sources'][number];
export type Hint = RunView['wildcards'][number];
export type PastRuns = Outputs['list'];
export type PastRun = PastRuns['discoveries'][number];
