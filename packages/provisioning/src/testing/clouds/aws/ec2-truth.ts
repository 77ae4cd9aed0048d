import type { CloudMachine, Holdings } from '../../../clouds/machine-cloud.ts';
import type { Ec2State, FakeInstance } from './ec2-state.ts';

const states: Readonly<Record<FakeInstance['phase'], CloudMachine['state']>> = {
  ...{ pending: 'creating', running: 'running', stopping: 'changing', stopped: 'stopped' },
  ...{ 'shutting-down': 'deleting', terminated: 'deleting' },
};

/** The part that services have, read from the state itself and by none of the driver's code. */
export const ec2Truth = ({ instances, volumes, groups, addresses }: Ec2State): Holdings => ({
  machines: instances
    .filter(({ phase }) => phase !== 'terminated')
    .map(({ id, type, phase }) => ({
      ...{ id, state: states[phase], machineType: type, solution: null },
      host: addresses.find(({ instance }) => instance === id)?.ip ?? null,
    })),
  volumes: volumes.map(({ id, zone, sizeGib, instance }) => ({ id, zone, sizeGib, machine: instance })),
  firewalls: groups.map(({ id, openings }) => ({
    id,
    rules: { ports: [...new Set(openings.map(({ port }) => port))], sources: [...new Set(openings.map(({ range }) => range))] },
  })),
  addresses: addresses.map(({ id, ip, instance }) => ({ id, ip, machine: instance })),
});
