import { Button, Group, Title } from '@mantine/core';
import { Link } from '@remix-run/react';
import { useMay } from '../../../shell/session.ts';
import { Badge } from '../../../ui/badge/badge.tsx';
import { Breadcrumbs } from '../../../ui/breadcrumbs/breadcrumbs.tsx';
import { useDialog } from '../../../ui/dialog/use-dialog.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { lazyDialog } from '../../../ui/lazy/lazy.tsx';
import { statusWords } from '../service-texts.ts';
import type { ServiceDetail } from '../types.ts';
import css from './service-head.module.css';

const DeleteDialog = lazyDialog(() => import('./delete-dialog.tsx'));
const SupportDialog = lazyDialog(() => import('./support-dialog.tsx'));

interface ServiceHeadProps {
  readonly service: ServiceDetail;
  /** Whether this screen asked for the deletion. */
  readonly onDelete: (isOwn: boolean) => void;
}

/** The way back, the name with its status, and what can be done with the service as a whole. */
export function ServiceHead({ service, onDelete }: ServiceHeadProps) {
  const { resourceId, status, runningSince, isProtected } = service;
  const mayResize = useMay('services/resize-service');
  const mayExport = useMay('services/export-service');
  const mayDelete = useMay('services/delete-service');
  const [dialog, open] = useDialog();
  const { word, tone } = statusWords[status];
  const confirmDeletion = (): void => open((close) => <DeleteDialog resourceId={resourceId} onDelete={onDelete} onClose={close} />);
  return (
    <>
      <Breadcrumbs above={[{ to: '/services', label: 'Services' }]}>{resourceId}</Breadcrumbs>
      <Group gap="sm">
        <Group gap="sm" flex="1 1 auto">
          <Title order={2} size="h1" ff="monospace">
            {resourceId}
          </Title>
          <Badge tone={tone}>{word}</Badge>
        </Group>
        <Group gap="sm" className={css.actions ?? ''}>
          <Button variant="subtle" color="gray" onClick={() => open((close) => <SupportDialog resourceId={resourceId} onClose={close} />)}>
            Open Support Case
          </Button>
          {mayExport && runningSince !== null ? (
            <Button variant="default" component="a" href={`/v1/services/${resourceId}/export?format=archive`} download>
              Export
            </Button>
          ) : null}
          {mayResize && runningSince !== null ? (
            <Button variant="default" component={Link} to={`/services/${resourceId}/resize`}>
              Resize Service
            </Button>
          ) : null}
          {mayDelete ? (
            <Button
              variant="default"
              c="var(--na-expired-fg)"
              leftSection={<Icon name="trash" small />}
              disabled={isProtected || status === 'deleting'}
              title={isProtected ? 'Switch off termination protection first.' : undefined}
              onClick={confirmDeletion}
            >
              Delete Service
            </Button>
          ) : null}
        </Group>
      </Group>
      {dialog}
    </>
  );
}
