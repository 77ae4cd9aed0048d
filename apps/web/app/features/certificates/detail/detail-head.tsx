import { ActionIcon, Button } from '@mantine/core';
import { Link, useNavigate } from '@remix-run/react';
import { type MouseEvent, useState } from 'react';
import { useMay } from '../../../shell/session.ts';
import { Icon } from '../../../ui/icons.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import { CertificateChips } from '../certificate-chips.tsx';
import { domainParts } from '../certificate-words.ts';
import { Favicon } from '../favicon.tsx';
import { RemovalDialog } from '../list/removal-dialog.tsx';
import type { CertificateDetail } from '../types.ts';
import { useCheckOne } from '../use-check-one.ts';
import css from './detail-head.module.css';

/** To where the person came from, so that the list keeps its filter and page; to the plain list from a link in a mail. */
function BackLink() {
  const navigate = useNavigate();
  const goBack = (event: MouseEvent): void => {
    // The router numbers the entries of its own visit from 0.
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

/** Where it is, what it is, and what can be done with it. */
export function DetailHead({ certificate }: { readonly certificate: CertificateDetail }) {
  const navigate = useNavigate();
  const mayWrite = useMay('certificates/check-certificate');
  const { checking, check } = useCheckOne();
  const [removing, setRemoving] = useState(false);
  const { id, lastCheckedAt } = certificate;
  const { name, port } = domainParts(certificate);
  const busy = checking.has(id);
  return (
    <div className={css.head}>
      <BackLink />
      <h2 className={css.subject}>
        <Favicon domain={certificate.domain} large />
        {name}
        <span className={css.port}>{port}</span>
      </h2>
      <CertificateChips certificate={certificate} />
      <span className={css.updated}>
        {lastCheckedAt === null ? (
          'Not checked yet'
        ) : (
          <>
            Last updated <AbsoluteTime value={lastCheckedAt} form="datetime" />
          </>
        )}
      </span>
      {mayWrite ? (
        <span className={css.actions}>
          <Button
            variant="default"
            className={css.check ?? ''}
            leftSection={<Icon name="refresh" small />}
            disabled={busy}
            onClick={() => check(id)}
          >
            {busy ? 'Checking...' : 'Check'}
          </Button>
          <Button
            variant="default"
            className={css.delete ?? ''}
            leftSection={<Icon name="trash" small />}
            onClick={() => setRemoving(true)}
          >
            Delete
          </Button>
        </span>
      ) : null}
      {removing ? (
        <RemovalDialog
          target={certificate}
          onClose={() => setRemoving(false)}
          onRemoved={() => navigate('/certificates', { replace: true })}
        />
      ) : null}
    </div>
  );
}
