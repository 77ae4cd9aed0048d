import { MINUTE_MS, ProviderError, type ServiceTag } from '@notafter/domain';
import { z } from 'zod';
import {
  type CloudMachine,
  type CloudVolume,
  type Holdings,
  type MachineCloud,
  namesOf,
  refuseMissing,
  unlessGone,
  unlessUnknown,
} from '../machine-cloud.ts';
import { type DigitalOceanAccount, DigitalOceanClient, pageOf } from './do-client.ts';
import {
  type Action,
  action,
  type Droplet,
  droplet,
  firewall,
  firewallBody,
  firewallOf,
  installationMark,
  machineOf,
  serviceMark,
  servicesIn,
  solutionMark,
  volume,
  volumeOf,
} from './do-resources.ts';
import { scopeQuestions } from './do-scopes.ts';

/** The same system on every cloud, so that one first boot is proven. */
const IMAGE = 'debian-12-x64';
/** A system that did not shut down by then does not listen. */
const SHUTDOWN_MS = 2 * MINUTE_MS;

const dropletPage = pageOf('droplets', droplet);
const dropletAnswer = z.object({ droplet });
const volumePage = pageOf('volumes', volume);
const firewallPage = pageOf('firewalls', firewall);
const actionPage = pageOf('actions', action);

const byAge = (one: { readonly created_at: string; readonly id: number }, other: typeof one): number =>
  one.created_at.localeCompare(other.created_at) || one.id - other.id;

const sentences: Readonly<Record<string, string>> = {
  shutdown: 'The machine is shutting down.',
  power_off: 'The machine is being switched off.',
  power_on: 'The machine is being switched on.',
  resize: 'DigitalOcean is moving the machine to the other plan.',
  reboot: 'The machine is restarting.',
};

/** Droplets, volumes and cloud firewalls. Its API has no idempotency tokens: a volume, which only one droplet can have, keeps a second droplet away. */
export const createDigitalOceanCloud = (account: DigitalOceanAccount): MachineCloud => {
  const api = new DigitalOceanClient(account);

  const droplets = (query: Readonly<Record<string, string>>, signal: AbortSignal) =>
    api.list(dropletPage, { method: 'GET', path: '/droplets', query, scope: 'droplet:read' }, signal);
  const volumes = (query: Readonly<Record<string, string>>, signal: AbortSignal) =>
    api.list(volumePage, { method: 'GET', path: '/volumes', query, scope: 'block_storage:read' }, signal);
  const firewalls = (signal: AbortSignal) => api.list(firewallPage, { method: 'GET', path: '/firewalls', scope: 'firewall:read' }, signal);

  const act = async (machine: CloudMachine, body: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<void> => {
    await api.send({ method: 'POST', path: `/droplets/${machine.id}/actions`, body, scope: 'droplet:update' }, signal);
  };
  const actOnVolume = async (
    { id, zone: region }: CloudVolume,
    body: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<void> => {
    const request = {
      method: 'POST',
      path: `/volumes/${id}/actions`,
      body: { ...body, region },
      scope: 'block_storage_action:create',
    } as const;
    await api.send(request, signal);
  };

  const lastAction = async ({ id }: CloudMachine, signal: AbortSignal): Promise<Action | null> => {
    const request = { method: 'GET', path: `/droplets/${id}/actions`, scope: 'droplet:read' } as const;
    const actions = await api.list(actionPage, request, signal);
    return actions.reduce<Action | null>((latest, one) => (latest === null || one.id > latest.id ? one : latest), null);
  };
  const isShuttingDown = ({ state }: CloudMachine, last: Action | null): boolean =>
    state === 'running' && last?.type === 'shutdown' && account.now() - Date.parse(last.started_at) < SHUTDOWN_MS;

  /** By its tag; by its name if the index of tags lags; by its volume if the tags were removed by hand. */
  const findDroplets = async (tag: ServiceTag, owners: readonly number[], signal: AbortSignal): Promise<readonly Droplet[]> => {
    const tagged = await droplets({ tag_name: serviceMark(tag) }, signal);
    const named = tagged.length > 0 ? [] : await droplets({ name: namesOf(tag).machine }, signal);
    const marked = [...tagged, ...named].filter(({ tags }) => tags.includes(serviceMark(tag)));
    const ofVolumes: Droplet[] = [];
    for (const id of owners.filter((owner) => marked.every((one) => one.id !== owner))) {
      const request = { method: 'GET', path: `/droplets/${id}`, scope: 'droplet:read' } as const;
      const found = await unlessUnknown(api.read(dropletAnswer, request, signal));
      if (found !== null) ofVolumes.push(found.droplet);
    }
    return [...marked, ...ofVolumes].sort(byAge);
  };

  const find = async (tag: ServiceTag, signal: AbortSignal): Promise<Holdings> => {
    const names = namesOf(tag);
    const mark = serviceMark(tag);
    const ourVolumes = (await volumes({ name: names.volume }, signal)).filter(({ tags }) => tags.includes(mark));
    const owners = ourVolumes.flatMap(({ droplet_ids }) => droplet_ids);
    const machines = (await findDroplets(tag, owners, signal)).map(machineOf);
    const ourFirewalls = (await firewalls(signal)).filter((one) => one.name === names.firewall && one.tags.includes(mark));
    return { machines, volumes: ourVolumes.map(volumeOf), firewalls: ourFirewalls.map(firewallOf), addresses: [] };
  };

  return {
    cloud: 'digitalocean',
    addresses: null,
    hasIpv6: true,
    resizing: {
      async changeOf(machine, signal) {
        const last = await lastAction(machine, signal);
        const isUnderWay = last?.status === 'in-progress' || isShuttingDown(machine, last);
        const typeWasRefused = machine.state === 'stopped' && last?.type === 'resize' && last.status === 'errored';
        return { underWay: isUnderWay ? (sentences[last?.type ?? ''] ?? 'DigitalOcean is changing the machine.') : null, typeWasRefused };
      },
      async stop(machine, signal) {
        const last = await lastAction(machine, signal);
        await act(machine, { type: last?.type === 'shutdown' ? 'power_off' : 'shutdown' }, signal);
      },
      // With its disk it could not be moved back.
      setType: (machine, machineType, signal) => act(machine, { type: 'resize', size: machineType, disk: false }, signal),
      growVolume: (ours, sizeGib, signal) => actOnVolume(ours, { type: 'resize', size_gigabytes: sizeGib }, signal),
    },
    async check(signal) {
      await api.send({ method: 'GET', path: '/account', scope: 'account:read' }, signal);
      const missing: string[] = [];
      for (const request of scopeQuestions) {
        const refusal = await api.send(request, signal).then(
          () => null,
          (error: unknown) => error,
        );
        if (!(refusal instanceof ProviderError)) continue;
        if (refusal.fault === 'auth' && refusal.code === '403') missing.push(request.scope);
        else if (refusal.passes || refusal.fault === 'auth') throw refusal;
      }
      refuseMissing('The DigitalOcean token', missing, { one: 'Create a token that has it.', several: 'Create a token that has them.' });
    },
    find,
    async list(installation, signal) {
      const machines = await droplets({ tag_name: installationMark(installation) }, signal);
      const marked = [...machines, ...(await volumes({}, signal)), ...(await firewalls(signal))];
      const found = marked.flatMap(({ tags }) => servicesIn(tags, installation));
      return [...new Map(found.map((tag) => [tag.service, tag])).values()];
    },
    async createVolume({ tag, region, sizeGib }, signal) {
      const tags = [installationMark(tag.installation), serviceMark(tag)];
      const body = { name: namesOf(tag).volume, region, size_gigabytes: sizeGib, tags };
      await api.send({ method: 'POST', path: '/volumes', body, scope: 'block_storage:create' }, signal);
    },
    async createFirewall({ tag, rules }, signal) {
      // By tag: it counts from the machine's first packet. The tag exists, because the volume has it.
      const body = firewallBody(namesOf(tag).firewall, serviceMark(tag), rules);
      await api.send({ method: 'POST', path: '/firewalls', body, scope: 'firewall:create' }, signal);
    },
    deviceOf: (tag) => `/dev/disk/by-id/scsi-0DO_Volume_${namesOf(tag).volume}`,
    async createMachine({ tag, solution, region, machineType, volume: { id }, userData }, signal) {
      const body = {
        ...{ name: namesOf(tag).machine, region, size: machineType, image: IMAGE, volumes: [id], user_data: userData },
        tags: [installationMark(tag.installation), serviceMark(tag), solutionMark(solution)],
        // Its console signs in as root.
        with_droplet_agent: false,
      };
      await api.send({ method: 'POST', path: '/droplets', body, scope: 'droplet:create' }, signal);
    },
    attachVolume: (ours, machine, signal) => actOnVolume(ours, { type: 'attach', droplet_id: Number(machine.id) }, signal),
    async setFirewall(tag, { id }, rules, signal) {
      const body = firewallBody(namesOf(tag).firewall, serviceMark(tag), rules);
      await api.send({ method: 'PUT', path: `/firewalls/${id}`, body, scope: 'firewall:update' }, signal);
    },
    start: (machine, signal) => act(machine, { type: 'power_on' }, signal),
    restart: (machine, signal) => act(machine, { type: 'reboot' }, signal),
    deleteMachine: ({ id }, signal) => unlessGone(api.send({ method: 'DELETE', path: `/droplets/${id}`, scope: 'droplet:delete' }, signal)),
    deleteVolume: ({ id }, signal) =>
      unlessGone(api.send({ method: 'DELETE', path: `/volumes/${id}`, scope: 'block_storage:delete' }, signal)),
    deleteFirewall: ({ id }, signal) =>
      unlessGone(api.send({ method: 'DELETE', path: `/firewalls/${id}`, scope: 'firewall:delete' }, signal)),
  };
};
