import { Stack, Title } from '@mantine/core';
import { clouds, type ServicePlanName, servicePlan, servicePlans } from '@notafter/domain';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { rememberInTab } from '../../../api/tab-store.ts';
import { useTRPC } from '../../../api/trpc.ts';
import { useMay } from '../../../shell/session.ts';
import { Banner } from '../../../ui/banner/banner.tsx';
import { Breadcrumbs } from '../../../ui/breadcrumbs/breadcrumbs.tsx';
import { NotFound } from '../../../ui/errors/message-page.tsx';
import { lazyDialog } from '../../../ui/lazy/lazy.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { QueryPanel } from '../../../ui/query-panel/query-panel.tsx';
import { WithAside } from '../../../ui/with-aside/with-aside.tsx';
import type { ServiceDetail } from '../types.ts';
import { isServiceGone, useRememberService, useService } from '../use-service.ts';
import { ResizeSummary } from './resize-summary.tsx';
import { ResizeTable } from './resize-table.tsx';
import { useResize } from './use-resize.ts';

const ResizeDialogs = lazyDialog(() => import('./resize-dialogs.tsx'));

/** Moves a service to another plan. */
export function ResizeScreen({ resourceId }: { readonly resourceId: string }) {
  const query = useService(resourceId);
  useRememberService(query.data);
  if (isServiceGone(query.error)) return <NotFound title="Service not found" />;
  return (
    <>
      <Breadcrumbs above={[{ to: '/services', label: 'Home' }]}>Resize</Breadcrumbs>
      <Title order={2} size="h1">
        Select a Size
      </Title>
      {query.data === undefined ? (
        <Panel label="Plans">
          <QueryPanel query={query} failed="The service did not load" unaffected="It keeps running.">
            {() => null}
          </QueryPanel>
        </Panel>
      ) : (
        <Resize service={query.data} />
      )}
    </>
  );
}

function Resize({ service }: { readonly service: ServiceDetail }) {
  const trpc = useTRPC();
  const mayResize = useMay('services/resize-service');
  const catalog = useQuery({ ...trpc.services.catalog.queryOptions(), enabled: mayResize });
  const [plan, setPlan] = useState<ServicePlanName | null>(null);
  const { stage, failure, start, close } = useResize(service.resourceId);
  const { cloud, plan: present } = service;
  if (!mayResize) return <Banner tone="info">Your role does not allow this. Admins resize services.</Banner>;
  // Before the catalog arrives, and on a cloud that was switched off, a plan is what it says.
  const sizes = catalog.data?.clouds.find((offer) => offer.cloud === cloud)?.sizes ?? null;
  const choose = (next: ServicePlanName): void => {
    setPlan(next);
    rememberInTab({ new_size: servicePlan(next).olderInstanceType });
  };
  // The plan of this service may have changed meanwhile.
  const chosen = plan === present ? null : plan;
  return (
    <>
      <Banner tone="expired" role="alert">
        {failure}
      </Banner>
      <WithAside
        least={560}
        aside={
          <ResizeSummary
            plan={chosen}
            busy={service.operation !== null}
            onResize={() => void (chosen === null ? undefined : start(chosen))}
          />
        }
      >
        <Stack>
          <Panel label="Plans">
            <ResizeTable
              plans={clouds[cloud].resizes ? servicePlans.filter(({ name }) => name !== present) : []}
              cloudName={clouds[cloud].name}
              sizes={sizes}
              chosen={chosen}
              onChoose={choose}
            />
          </Panel>
        </Stack>
      </WithAside>
      {stage === null ? null : <ResizeDialogs stage={stage} service={service} onClose={close} />}
    </>
  );
}
