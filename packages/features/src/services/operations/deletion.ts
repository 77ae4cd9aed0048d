import { MINUTE_MS, SECOND_MS } from '@notafter/domain';
import { endServiceMonitor } from '../../certificates/monitor-service.ts';
import { defineProcess } from '../../steps/define-process.ts';
import { done, hop, nap } from '../../steps/outcome.ts';
import { askProvider, STARTS_MAX } from '../internal/ask-provider.ts';
import { endCharge } from '../internal/charges.ts';
import { ended, withoutSecrets } from '../internal/ended.ts';
import { removeInstance } from '../internal/remove-instance.ts';
import { getServiceOf, recordServiceEvent, updateServiceOf } from '../internal/service-row.ts';

const LOOK_SECONDS = 2;

/**
 * Deletes a service with its data. It replaces any other operation, so the instance may appear once more after it was removed: a
 * worker that lost its process was about to create it. So it is removed again until two looks in a row find nothing.
 */
export const deletionProcess = defineProcess({
  kind: 'service_deletion',
  deadlineSeconds: (15 * MINUTE_MS) / SECOND_MS,
  interrupted: 'The deletion took too long.',
  startsMax: STARTS_MAX,
  first: 'remove_instance',
  steps: {
    remove_instance: (run) => askProvider(run, async () => ((await removeInstance(run)) ? hop('confirm_removal') : nap(LOOK_SECONDS))),
    confirm_removal: (run) =>
      askProvider(run, async () => {
        if (run.stepMs() < LOOK_SECONDS * SECOND_MS) return nap(LOOK_SECONDS);
        if (!(await removeInstance(run))) return hop('remove_instance');
        const { id, orgId } = await getServiceOf(run.ctx.db, run.id);
        return done(async (tx) => {
          await endServiceMonitor(tx, orgId, id);
          await endCharge(tx, id);
          await updateServiceOf(tx.db, run.id, { deletedAt: tx.clock.now(), ...withoutSecrets });
          await recordServiceEvent(tx, id, 'Deleted.');
        });
      }),
  },
  ended: (tx, id, end) => ended(tx, id, end, { failed: 'The deletion failed.' }),
});
