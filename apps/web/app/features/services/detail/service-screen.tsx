import { Box, Text } from '@mantine/core';
import { useNavigate } from '@remix-run/react';
import { useState } from 'react';
import { problemOfCall } from '../../../api/problem.ts';
import { Banner } from '../../../ui/banner/banner.tsx';
import { NotFound } from '../../../ui/errors/message-page.tsx';
import { lazyDialog, lazyPart } from '../../../ui/lazy/lazy.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { Bones } from '../../../ui/query-panel/query-panel.tsx';
import { ErrorState } from '../../../ui/states/states.tsx';
import { CancelOperation, OperationProgress } from '../operation/operation-progress.tsx';
import { statusWords } from '../service-texts.ts';
import type { ServiceDetail } from '../types.ts';
import { isServiceGone, useRememberService, useService } from '../use-service.ts';
import { CertificatePanel } from './certificate-panel.tsx';
import { ConnectionPanel } from './connection-panel.tsx';
import { EventsPanel } from './events-panel.tsx';
import { ServiceFacts } from './service-facts.tsx';
import { ServiceHead } from './service-head.tsx';

const ConnectPanel = lazyPart(async () => ({ default: (await import('./connect-panel.tsx')).ConnectPanel }));
const BackupsPanel = lazyPart(async () => ({ default: (await import('./backups/backups-panel.tsx')).BackupsPanel }));
const AllowlistPanel = lazyPart(async () => ({ default: (await import('./allowlist-panel.tsx')).AllowlistPanel }));
const OldConnectionsPanel = lazyPart(async () => ({ default: (await import('./old-connections-panel.tsx')).OldConnectionsPanel }));
const ProtectionPanel = lazyPart(async () => ({ default: (await import('./protection-panel.tsx')).ProtectionPanel }));
const TerminatedDialog = lazyDialog(() => import('./terminated-dialog.tsx'));

/** Everything about one service. */
export function ServiceScreen({ resourceId }: { readonly resourceId: string }) {
  const navigate = useNavigate();
  const query = useService(resourceId);
  const [isOwnDeletion, setOwnDeletion] = useState(false);
  const isGone = isServiceGone(query.error);
  const { data: service } = query;
  useRememberService(service);
  if (isGone && isOwnDeletion && service !== undefined) {
    return (
      <>
        <Service service={service} onDelete={setOwnDeletion} />
        <TerminatedDialog onClose={() => navigate('/services', { replace: true })} />
      </>
    );
  }
  if (isGone) return <NotFound title="Service not found" />;
  if (service === undefined) {
    return (
      <Panel label="Service">
        {query.isError ? (
          <ErrorState
            title="The service did not load"
            text={`${problemOfCall(query.error).message} The service keeps running.`}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        ) : (
          <Loading />
        )}
      </Panel>
    );
  }
  return <Service service={service} onDelete={setOwnDeletion} />;
}

function Loading() {
  return (
    <div role="status">
      <Text px="md" pt="md">
        Loading...
      </Text>
      <Bones />
    </div>
  );
}

/** The severity of a problem: of a deployment, of the service, or of an operation that left it as it was. */
const problemTone = (service: ServiceDetail) =>
  service.status === 'failed' ? 'expired' : service.status === 'unwell' ? 'critical' : 'warning';

function Service({ service, onDelete }: { readonly service: ServiceDetail; readonly onDelete: (isOwn: boolean) => void }) {
  const { operation, status, problem, drift, events } = service;
  // A service runs on while it is backed up.
  const work = operation?.kind === 'service_backup' ? 'Backing up' : statusWords[status].word;
  return (
    <>
      <ServiceHead service={service} onDelete={onDelete} />
      {operation === null ? (
        <Banner tone={problemTone(service)}>{problem ?? drift}</Banner>
      ) : (
        <Panel title={work} aside={<CancelOperation operation={operation} />}>
          <Box p="md">
            <OperationProgress operation={operation} label={work} />
          </Box>
        </Panel>
      )}
      <ServiceFacts service={service} />
      <ConnectionPanel service={service} />
      <ConnectPanel service={service} />
      <OldConnectionsPanel service={service} />
      <CertificatePanel service={service} />
      <BackupsPanel service={service} />
      <AllowlistPanel service={service} />
      <ProtectionPanel service={service} />
      <EventsPanel events={events} />
    </>
  );
}
