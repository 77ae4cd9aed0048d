import { ProviderError } from '@notafter/domain';
import { z } from 'zod';
import { EngineSocket } from '../containers/engine-socket.ts';
import { processIdentity, signalProcess } from '../processes/process-table.ts';

/** How an engine goes on that stands still for a copy. */
export const release = z.union([
  z.object({ processes: z.array(processIdentity) }),
  z.object({ socketPath: z.string(), container: z.string(), call: z.enum(['unpause', 'start']) }),
]);
export type Release = z.infer<typeof release>;

/** Lets the engine go on; one that does already is left alone. */
export const releaseEngine = async (asked: Release, signal: AbortSignal): Promise<void> => {
  if ('processes' in asked) {
    for (const one of asked.processes) await signalProcess(one, 'SIGCONT');
    return;
  }
  const { socketPath, container, call } = asked;
  try {
    await new EngineSocket(socketPath).request({ method: 'POST', path: `/containers/${container}/${call}`, signal });
  } catch (error) {
    // It was removed, or is not paused.
    const isOver = error instanceof ProviderError && (error.fault === 'not_found' || /is not paused/i.test(error.message));
    if (!isOver) throw error;
  }
};
