import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTRPC } from '../../../api/trpc.ts';
import { useMay } from '../../../shell/session.ts';
import { Panel } from '../../../ui/panel/panel.tsx';
import { UntilLoaded } from '../../../ui/query-panel/query-panel.tsx';
import type { CloudOffer } from '../types.ts';

/** A create screen with the enabled clouds, for admins. */
export function WithCatalog({ children }: { readonly children: (offers: readonly CloudOffer[]) => ReactNode }) {
  const trpc = useTRPC();
  const mayDeploy = useMay('services/deploy-service');
  const query = useQuery({ ...trpc.services.catalog.queryOptions(), enabled: mayDeploy });
  if (!mayDeploy) {
    return (
      <Panel title="Create service">
        <Text p="md">Your role does not allow this. Admins create services.</Text>
      </Panel>
    );
  }
  return (
    <UntilLoaded label="Solutions" query={query} failed="The catalog did not load" unaffected="Services keep running.">
      {({ clouds }) => children(clouds)}
    </UntilLoaded>
  );
}
