import type { serviceDrills } from '@notafter/db';
import type { DrillEvidence, ServiceOperationId } from '@notafter/domain';

export interface DrillView {
  readonly id: ServiceOperationId;
  readonly state: 'running' | 'passed' | 'failed';
  readonly backupTakenAt: Date;
  /** Null until something was read. */
  readonly evidence: DrillEvidence | null;
  /** A sentence, if it failed. */
  readonly failure: string | null;
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
}

export const drillView = (row: typeof serviceDrills.$inferSelect): DrillView => {
  const { id, state, backupTakenAt, evidence, failure, startedAt, finishedAt } = row;
  return { id, state, backupTakenAt, evidence, failure, startedAt, finishedAt };
};
