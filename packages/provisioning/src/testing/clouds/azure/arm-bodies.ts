import { clouds, servicePlans } from '@notafter/domain';
import { z } from 'zod';

const location = z.enum(clouds.azure.regions.map(({ code }) => code));
const tags = z.record(z.string().max(512), z.string().max(256));
const base = { location, tags };
const reference = z.strictObject({ id: z.string().startsWith('/subscriptions/') });
const standard = z.strictObject({ name: z.literal('Standard') });
const prefix = z.literal('10.0.0.0/28');

export const groupBody = z.strictObject(base);

const disk = z.strictObject({
  ...{ ...base, sku: z.strictObject({ name: z.literal('StandardSSD_LRS') }) },
  properties: z.strictObject({
    creationData: z.strictObject({ createOption: z.literal('Empty') }),
    diskSizeGB: z.int().min(1).max(32_767),
  }),
});

const rule = z.strictObject({
  name: z.string().regex(/^\w[\w.-]{0,78}$/),
  properties: z.strictObject({
    ...{ priority: z.int().min(100).max(4096), direction: z.literal('Inbound'), access: z.literal('Allow'), protocol: z.literal('Tcp') },
    ...{ sourceAddressPrefixes: z.array(z.cidrv4()).min(1), sourcePortRange: z.literal('*'), destinationAddressPrefix: z.literal('*') },
    destinationPortRanges: z.array(z.string().regex(/^\d+$/)).min(1),
  }),
});
const securityGroup = z.strictObject({ ...base, properties: z.strictObject({ securityRules: z.array(rule) }) });

const publicIp = z.strictObject({
  ...{ ...base, sku: standard },
  properties: z.strictObject({ publicIPAllocationMethod: z.literal('Static'), publicIPAddressVersion: z.literal('IPv4') }),
});

const network = z.strictObject({
  ...base,
  properties: z.strictObject({
    addressSpace: z.strictObject({ addressPrefixes: z.tuple([prefix]) }),
    subnets: z.tuple([z.strictObject({ name: z.literal('default'), properties: z.strictObject({ addressPrefix: prefix }) })]),
  }),
});

const ipConfiguration = z.strictObject({
  name: z.string(),
  properties: z.strictObject({
    ...{ privateIPAllocationMethod: z.literal('Dynamic'), subnet: reference },
    publicIPAddress: reference.extend({ properties: z.strictObject({ deleteOption: z.literal('Detach') }) }).optional(),
  }),
});
const networkInterface = z.strictObject({
  ...base,
  properties: z.strictObject({ ipConfigurations: z.tuple([ipConfiguration]), networkSecurityGroup: reference }),
});

const dataDisk = z.strictObject({
  ...{ lun: z.literal(0), createOption: z.literal('Attach'), deleteOption: z.literal('Detach'), caching: z.literal('None') },
  managedDisk: reference,
});
const publicKey = z.strictObject({
  ...{ path: z.string(), keyData: z.string().regex(/^ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA[A-Za-z0-9+/]{44}$/) },
});
const machine = z.strictObject({
  ...base,
  properties: z.strictObject({
    hardwareProfile: z.strictObject({ vmSize: z.enum(servicePlans.map(({ machineTypes }) => machineTypes.azure ?? '')) }),
    storageProfile: z.strictObject({
      imageReference: z.strictObject({
        ...{ publisher: z.literal('Debian'), offer: z.literal('debian-12'), sku: z.literal('12-gen2'), version: z.literal('latest') },
      }),
      osDisk: z.strictObject({
        ...{ name: z.string().max(80), createOption: z.literal('FromImage'), deleteOption: z.literal('Delete') },
        ...{ diskSizeGB: z.int().min(30), managedDisk: z.strictObject({ storageAccountType: z.literal('StandardSSD_LRS') }) },
      }),
      dataDisks: z.array(dataDisk).max(1),
    }),
    osProfile: z.strictObject({
      ...{ computerName: z.string().max(64), adminUsername: z.string(), customData: z.base64().max(87_380) },
      allowExtensionOperations: z.literal(false),
      linuxConfiguration: z.strictObject({
        disablePasswordAuthentication: z.literal(true),
        ssh: z.strictObject({ publicKeys: z.tuple([publicKey]) }),
      }),
    }),
    networkProfile: z.strictObject({
      networkInterfaces: z.tuple([
        reference.extend({ properties: z.strictObject({ primary: z.literal(true), deleteOption: z.literal('Detach') }) }),
      ]),
    }),
  }),
});

export const patchBody = z.strictObject({
  properties: z.strictObject({ storageProfile: z.strictObject({ dataDisks: z.tuple([dataDisk]) }) }),
});

/** Every resource that we make, with all the fields that we give it (the specifications of azure-rest-api-specs). */
export const armBodies = {
  disks: { body: disk, version: '2024-03-02', provider: 'microsoft.compute' },
  virtualMachines: { body: machine, version: '2024-07-01', provider: 'microsoft.compute' },
  networkSecurityGroups: { body: securityGroup, version: '2024-05-01', provider: 'microsoft.network' },
  publicIPAddresses: { body: publicIp, version: '2024-05-01', provider: 'microsoft.network' },
  virtualNetworks: { body: network, version: '2024-05-01', provider: 'microsoft.network' },
  networkInterfaces: { body: networkInterface, version: '2024-05-01', provider: 'microsoft.network' },
} as const;
export type ArmKind = keyof typeof armBodies;

export interface ArmBody {
  readonly kind: ArmKind;
  readonly body: z.infer<(typeof armBodies)[ArmKind]['body']>;
}

export const armKinds: readonly ArmKind[] = [
  ...(['disks', 'virtualMachines', 'networkSecurityGroups', 'publicIPAddresses', 'virtualNetworks', 'networkInterfaces'] as const),
];
