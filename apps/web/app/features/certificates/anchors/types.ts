import type { Inputs, Outputs } from '../../../api/trpc.ts';

export type AnchorSet = Outputs['anchors']['list']['sets'][number];
export type AnchorSetDetail = Outputs['anchors']['get']['set'];
export type AnchorAssignment = Outputs['anchors']['assignments']['assignments'][number];
export type AssignInput = Inputs['anchors']['assign'];
