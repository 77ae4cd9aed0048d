import { generateKeyPairSync } from 'node:crypto';
import { type NewMachine, namesOf } from '../machine-cloud.ts';
import { tagsOf } from './azure-resources.ts';

/** The same system on every cloud. */
const IMAGE = { publisher: 'Debian', offer: 'debian-12', sku: '12-gen2', version: 'latest' };
const ROOT_GIB = 30;
/** cloud-init does not create this user: our user data has none. */
const USER = 'notafter';
export const LUN = 0;

const sized = (part: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(part.length);
  return Buffer.concat([length, part]);
};

/** Azure makes no machine without a user and its key. Nobody has this one: its private half is never read. */
export const lostPublicKey = (): string => {
  const { x = '' } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
  const type = 'ssh-ed25519';
  return `${type} ${Buffer.concat([sized(Buffer.from(type)), sized(Buffer.from(x, 'base64url'))]).toString('base64')}`;
};

export const dataDisks = (volumeId: string) => [
  { lun: LUN, createOption: 'Attach', deleteOption: 'Detach', caching: 'None', managedDisk: { id: volumeId } },
];

/** A machine with its volume and its interface. */
export const machineBody = ({ tag, solution, region, machineType, volume, userData }: NewMachine, interfaceId: string) => {
  const { machine: name } = namesOf(tag);
  return {
    ...{ location: region, tags: tagsOf(tag, solution) },
    properties: {
      hardwareProfile: { vmSize: machineType },
      storageProfile: {
        imageReference: IMAGE,
        osDisk: {
          ...{ name: `${name}-os`, createOption: 'FromImage', deleteOption: 'Delete', diskSizeGB: ROOT_GIB },
          managedDisk: { storageAccountType: 'StandardSSD_LRS' },
        },
        dataDisks: dataDisks(volume.id),
      },
      osProfile: {
        ...{ computerName: name, adminUsername: USER, customData: Buffer.from(userData).toString('base64') },
        // Extensions run commands as root.
        allowExtensionOperations: false,
        linuxConfiguration: {
          disablePasswordAuthentication: true,
          ssh: { publicKeys: [{ path: `/home/${USER}/.ssh/authorized_keys`, keyData: lostPublicKey() }] },
        },
      },
      networkProfile: { networkInterfaces: [{ id: interfaceId, properties: { primary: true, deleteOption: 'Detach' } }] },
    },
  };
};
