import { type CloudAddress, type NewMachine, namesOf, waitFor } from '../machine-cloud.ts';
import type { GcpClient } from './gcp-client.ts';
import { labelsOf } from './gcp-resources.ts';

/** The same system on every cloud. */
const IMAGE = 'projects/debian-cloud/global/images/family/debian-12';
const ROOT_GIB = 16;
export const NETWORK = 'global/networks/default';
export const INTERFACE = 'nic0';
export const DEVICE_NAME = 'notafter-data';

/**
 * Google's images of Debian have no cloud-init. Their agent runs this script at each boot: it installs cloud-init, which finds the
 * user data when the machine has started again.
 */
export const startupScript = `#!/bin/sh
set -eu
if command -v cloud-init >/dev/null; then exit 0; fi
export DEBIAN_FRONTEND=noninteractive
until apt-get update && apt-get install -y --no-install-recommends cloud-init; do sleep 10; done
systemctl reboot
`;

export const accessConfigOf = ({ ip }: CloudAddress) => {
  if (ip === null) throw waitFor('Google Cloud is reserving the address.');
  return { name: 'External NAT', type: 'ONE_TO_ONE_NAT', natIP: ip, networkTier: 'PREMIUM' };
};

/** A machine with its volume and its address. Google makes it without an account that its programs could sign in with. */
export const machineBody = (api: GcpClient, { tag, solution, machineType, volume, address, userData }: NewMachine) => {
  if (address === null) throw waitFor('Google Cloud is reserving the address.');
  const { machine: name, firewall } = namesOf(tag);
  const zone = `zones/${volume.zone}`;
  return {
    ...{ name, machineType: `${zone}/machineTypes/${machineType}`, labels: labelsOf(tag, solution), tags: { items: [firewall] } },
    disks: [
      {
        ...{ boot: true, autoDelete: true },
        initializeParams: { sourceImage: IMAGE, diskSizeGb: String(ROOT_GIB), diskType: `${zone}/diskTypes/pd-balanced` },
      },
      { boot: false, autoDelete: false, source: api.nameOf(volume.id), deviceName: DEVICE_NAME, mode: 'READ_WRITE' },
    ],
    networkInterfaces: [{ network: NETWORK, accessConfigs: [accessConfigOf(address)] }],
    metadata: {
      items: [
        { key: 'user-data', value: userData },
        { key: 'startup-script', value: startupScript },
        // Keys of the project, its sign-in and the serial console lead onto every machine that does not refuse them.
        { key: 'block-project-ssh-keys', value: 'TRUE' },
        { key: 'enable-oslogin', value: 'FALSE' },
        { key: 'serial-port-enable', value: 'FALSE' },
      ],
    },
  };
};
