import { idInput } from '@notafter/domain/inputs';
import { defineJob } from '@notafter/jobs';
import { z } from 'zod';

/** Makes endpoints due whose anchors changed; `short`, because a change during one needs another. */
export const recheckAnchorsJob = defineJob('recheck-anchors', z.object({ orgId: idInput<'organization'>() }), {
  queue: 'short',
  retryLimit: 10,
  retryDelaySeconds: 2,
  retryDelayMaxSeconds: 600,
  expireInSeconds: 1800,
  heartbeatSeconds: 20,
});
