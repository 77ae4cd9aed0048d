import { z } from 'zod';

const verbs = (resource: string, ...names: readonly string[]): readonly string[] => names.map((name) => `${resource}/${name}`);

/** All that an application needs for a service, from its first call to its last. */
export const azureActions: readonly string[] = [
  ...verbs('Microsoft.Resources/subscriptions/resourceGroups', 'read', 'write', 'delete'),
  ...verbs('Microsoft.Compute/disks', 'read', 'write', 'delete'),
  ...verbs('Microsoft.Compute/virtualMachines', 'read', 'write', 'delete', 'start/action', 'restart/action'),
  ...verbs('Microsoft.Network/networkSecurityGroups', 'read', 'write', 'delete', 'join/action'),
  ...verbs('Microsoft.Network/publicIPAddresses', 'read', 'write', 'delete', 'join/action'),
  ...verbs('Microsoft.Network/virtualNetworks', 'read', 'write', 'delete', 'subnets/join/action'),
  ...verbs('Microsoft.Network/networkInterfaces', 'read', 'write', 'delete', 'join/action'),
];

/** One role of the application allows all that its actions match, without those that its exceptions match. */
export const permission = z.object({ actions: z.array(z.string()).default([]), notActions: z.array(z.string()).default([]) });

const matches = (pattern: string, action: string): boolean => {
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 'i').test(action);
};

export const missingActions = (granted: readonly z.infer<typeof permission>[]): readonly string[] =>
  azureActions.filter(
    (action) =>
      !granted.some(
        ({ actions, notActions }) =>
          actions.some((pattern) => matches(pattern, action)) && !notActions.some((pattern) => matches(pattern, action)),
      ),
  );
