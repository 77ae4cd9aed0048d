import { ActionIcon, Button, Group, Text, Title } from '@mantine/core';
import { Link, useNavigate } from '@remix-run/react';
import { type MouseEvent, useState } from 'react';
import { useMay } from '../../../shell/session.ts';
import { Icon } from '../../../ui/icons.tsx';
import { Note } from '../../../ui/note/note.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import { CertificateChips } from '../certificate-chips.tsx';
import { domainParts } from '../certificate-words.ts';
import { Favicon } from '../favicon.tsx';
import { RemovalDialog } from '../list/list-dialogs.tsx';
import type { CertificateDetail } from '../types.ts';
import { EditButton } from '../uploads/edit-button.tsx';
import { useCheckOne } from '../use-check-one.ts';
import css from './detail-head.module.css';

/** Goes back to the list with its filter and page, or to the plain list if the person came from a link in an email. */
function BackLink() {
  const navigate = useNavigate();
  const goBack = (event: MouseEvent): void => {
    // The router numbers the history entries of this visit from 0.
    const state: unknown = window.history.state;
    const isFirst = typeof state !== 'object' || state === null || !('idx' in state) || state.idx === 0;
    if (isFirst || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    navigate(-1);
  };
  return (
    <ActionIcon component={Link} to="/certificates" onClick={goBack} variant="default" size={32} aria-label="Back">
      <Icon name="chevronLeft" />
    </ActionIcon>
  );
}

export function DetailHead({ certificate }: { readonly certificate: CertificateDetail }) {
  const navigate = useNavigate();
  const mayWrite = useMay('certificates/check-certificate');
  const { checking, check } = useCheckOne();
  const [removing, setRemoving] = useState(false);
  const { id, lastCheckedAt, collector } = certificate;
  const { name, port } = domainParts(certificate);
  const busy = checking.has(id);
  const isEndpoint = certificate.source === 'endpoint';
  return (
    <Group gap={10}>
      <Group gap={10} flex="1 1 auto">
        <BackLink />
        <Title order={2} size="h1" miw={0} style={wrapsAnywhere}>
          <Favicon domain={certificate.domain} plain={!isEndpoint} large />
          {name}
          <Text span inherit fw={400} c="dimmed">
            {port}
          </Text>
        </Title>
        <CertificateChips certificate={certificate} />
      </Group>
      <Note>
        {!isEndpoint ? (
          <>
            Last changed <AbsoluteTime value={certificate.updatedAt} form="datetime" />
          </>
        ) : lastCheckedAt === null ? (
          'Not checked yet'
        ) : (
          <>
            Last updated <AbsoluteTime value={lastCheckedAt} form="datetime" />
          </>
        )}
      </Note>
      {mayWrite ? (
        <Group gap={10} className={css.actions ?? ''}>
          {isEndpoint ? (
            <Button
              variant="default"
              miw={88}
              leftSection={<Icon name="refresh" small />}
              disabled={busy || collector !== null}
              title={collector === null ? undefined : `${collector.name} checks this endpoint, and reports what it sees.`}
              onClick={() => check(id)}
            >
              {busy ? 'Checking...' : 'Check'}
            </Button>
          ) : certificate.source === 'file' ? null : (
            <EditButton certificate={certificate} />
          )}
          <Button variant="default" c="var(--na-expired-fg)" leftSection={<Icon name="trash" small />} onClick={() => setRemoving(true)}>
            Delete
          </Button>
        </Group>
      ) : null}
      {removing ? (
        <RemovalDialog
          target={certificate}
          onClose={() => setRemoving(false)}
          onRemoved={() => navigate('/certificates', { replace: true })}
        />
      ) : null}
    </Group>
  );
}

const wrapsAnywhere = { overflowWrap: 'anywhere' } as const;
