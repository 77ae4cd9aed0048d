/** All that a service account needs for a service, from its first call to its last. */
export const gcpPermissions: readonly string[] = [
  ...['create', 'get', 'list', 'delete', 'start', 'stop', 'reset', 'setMachineType', 'setMetadata', 'setTags', 'setLabels'].map(
    (verb) => `compute.instances.${verb}`,
  ),
  ...['attachDisk', 'addAccessConfig'].map((verb) => `compute.instances.${verb}`),
  ...['create', 'list', 'delete', 'resize', 'setLabels', 'use'].map((verb) => `compute.disks.${verb}`),
  ...['create', 'list', 'delete', 'use'].map((verb) => `compute.addresses.${verb}`),
  ...['create', 'list', 'update', 'delete'].map((verb) => `compute.firewalls.${verb}`),
  ...['compute.networks.updatePolicy', 'compute.subnetworks.use', 'compute.subnetworks.useExternalIp', 'compute.regions.get'],
  ...['zone', 'region', 'global'].map((scope) => `compute.${scope}Operations.list`),
];
