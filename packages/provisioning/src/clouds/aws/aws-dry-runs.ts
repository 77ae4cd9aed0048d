import type { EC2Client } from '@aws-sdk/client-ec2';
import type { AwsAction } from './aws-errors.ts';
import { tagsOf } from './aws-resources.ts';

type Sdk = typeof import('@aws-sdk/client-ec2');
type DryRun = readonly [action: AwsAction, send: () => Promise<unknown>];

/** IDs that nothing has: EC2 decides about the permission before it looks for them, and changes nothing in a dry run. */
const NOTHING = '0'.repeat(17);
const instance = `i-${NOTHING}`;
const volume = `vol-${NOTHING}`;
const group = `sg-${NOTHING}`;
const address = `eipalloc-${NOTHING}`;
const NIL = '00000000-0000-0000-0000-000000000000';

/** Each call of a service's life, as a question whether the access key may make it. */
export const dryRunsOf = (sdk: Sdk, client: EC2Client, image: string, abortSignal: AbortSignal): readonly DryRun[] => {
  const options = { abortSignal };
  const DryRun = true;
  const tags = (type: Parameters<typeof tagsOf>[0]) => {
    const [specification] = tagsOf(type, { installation: NIL, service: NIL }, 'notafter-dry-run');
    return specification === undefined ? [] : [specification];
  };
  const InstanceIds = [instance];
  const opening = { IpProtocol: 'tcp', FromPort: 5432, ToPort: 5432, IpRanges: [{ CidrIp: '192.0.2.0/32' }] };
  const rules = { GroupId: group, IpPermissions: [opening], DryRun };
  const run = {
    ...({ ImageId: image, InstanceType: 't3.medium', MinCount: 1, MaxCount: 1, DryRun } as const),
    TagSpecifications: tags('instance'),
  };
  const newVolume = { AvailabilityZone: 'a', Size: 1, VolumeType: 'gp3', Encrypted: true, DryRun } as const;
  const newGroup = { GroupName: 'notafter-dry-run', Description: 'A dry run', TagSpecifications: tags('security-group'), DryRun };
  return [
    ['ec2:DescribeInstances', () => client.send(new sdk.DescribeInstancesCommand({ DryRun }), options)],
    ['ec2:DescribeVolumes', () => client.send(new sdk.DescribeVolumesCommand({ DryRun }), options)],
    ['ec2:DescribeSecurityGroups', () => client.send(new sdk.DescribeSecurityGroupsCommand({ DryRun }), options)],
    ['ec2:DescribeAddresses', () => client.send(new sdk.DescribeAddressesCommand({ DryRun }), options)],
    [
      'ec2:CreateTags',
      () => client.send(new sdk.CreateTagsCommand({ Resources: [volume], Tags: [{ Key: 'Name', Value: 'x' }], DryRun }), options),
    ],
    ['ec2:CreateVolume', () => client.send(new sdk.CreateVolumeCommand({ ...newVolume, TagSpecifications: tags('volume') }), options)],
    ['ec2:CreateSecurityGroup', () => client.send(new sdk.CreateSecurityGroupCommand(newGroup), options)],
    ['ec2:AuthorizeSecurityGroupIngress', () => client.send(new sdk.AuthorizeSecurityGroupIngressCommand(rules), options)],
    ['ec2:RevokeSecurityGroupIngress', () => client.send(new sdk.RevokeSecurityGroupIngressCommand(rules), options)],
    [
      'ec2:AllocateAddress',
      () => client.send(new sdk.AllocateAddressCommand({ Domain: 'vpc', TagSpecifications: tags('elastic-ip'), DryRun }), options),
    ],
    ['ec2:RunInstances', () => client.send(new sdk.RunInstancesCommand(run), options)],
    [
      'ec2:AttachVolume',
      () => client.send(new sdk.AttachVolumeCommand({ VolumeId: volume, InstanceId: instance, Device: '/dev/sdf', DryRun }), options),
    ],
    [
      'ec2:AssociateAddress',
      () => client.send(new sdk.AssociateAddressCommand({ AllocationId: address, InstanceId: instance, DryRun }), options),
    ],
    ['ec2:StopInstances', () => client.send(new sdk.StopInstancesCommand({ InstanceIds, DryRun }), options)],
    ['ec2:StartInstances', () => client.send(new sdk.StartInstancesCommand({ InstanceIds, DryRun }), options)],
    ['ec2:RebootInstances', () => client.send(new sdk.RebootInstancesCommand({ InstanceIds, DryRun }), options)],
    [
      'ec2:ModifyInstanceAttribute',
      () =>
        client.send(
          new sdk.ModifyInstanceAttributeCommand({ InstanceId: instance, InstanceType: { Value: 't3.medium' }, DryRun }),
          options,
        ),
    ],
    ['ec2:ModifyVolume', () => client.send(new sdk.ModifyVolumeCommand({ VolumeId: volume, Size: 2, DryRun }), options)],
    ['ec2:TerminateInstances', () => client.send(new sdk.TerminateInstancesCommand({ InstanceIds, DryRun }), options)],
    ['ec2:DeleteVolume', () => client.send(new sdk.DeleteVolumeCommand({ VolumeId: volume, DryRun }), options)],
    ['ec2:DeleteSecurityGroup', () => client.send(new sdk.DeleteSecurityGroupCommand({ GroupId: group, DryRun }), options)],
    ['ec2:ReleaseAddress', () => client.send(new sdk.ReleaseAddressCommand({ AllocationId: address, DryRun }), options)],
  ];
};
