import { type CloudSlug, clouds } from './clouds.ts';
import type { Instance } from './driver.ts';
import { type ServicePlanName, servicePlan } from './service-plans.ts';

interface Desired {
  readonly cloud: CloudSlug;
  readonly plan: ServicePlanName;
  /** Where its clients connect. */
  readonly host: string | null;
}

/** How the cloud differs from what was asked for, because of what somebody did there, as one sentence; null if it does not. */
export const driftOf = ({ cloud, plan, host }: Desired, instance: Instance | null): string | null => {
  const { name } = clouds[cloud];
  if (instance === null) return `Nothing of this service is left on ${name}: it was deleted there. Delete the service here.`;
  if (instance.machine === undefined) return null;
  const { machine, state } = instance;
  if (state === 'failed') return `The machine is being deleted on ${name}.`;
  if (state === 'stopped') return `The machine was stopped on ${name}. Start it there: it costs the same while it stands still.`;
  if (host !== null && instance.host !== null && instance.host !== host) {
    return `The address of the machine changed on ${name} from ${host} to ${instance.host}: clients that use the former don't reach it.`;
  }
  const wanted = servicePlan(plan).machineTypes[cloud];
  if (wanted !== null && machine.type !== wanted) {
    return `The machine type was changed on ${name} from ${wanted} to ${machine.type}. Resize the service to bring it back.`;
  }
  return machine.isMarked
    ? null
    : `The tags of the machine were changed on ${name}. Set them again, or other tools may take it for nobody's.`;
};
