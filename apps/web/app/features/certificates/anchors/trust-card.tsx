import { Anchor, Button, Stack } from '@mantine/core';
import { Link } from '@remix-run/react';
import { useMay } from '../../../shell/session.ts';
import { useDialog } from '../../../ui/dialog/use-dialog.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { lazyDialog } from '../../../ui/lazy/lazy.tsx';
import { Note } from '../../../ui/note/note.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { StatusLine } from '../../../ui/status-line/status-line.tsx';
import { isTrusted } from '../detail/verdicts.ts';
import type { CertificateDetail } from '../types.ts';
import { inForceText, trustedByText } from './anchor-texts.ts';

const ChooseAnchorsDialog = lazyDialog(() => import('./choose-anchors-dialog.tsx'));

/** The anchors that judge a certificate, and which of them ends its chain. */
export function TrustCard({ certificate }: { readonly certificate: CertificateDetail }) {
  const mayAssign = useMay('certificates/assign-certificate-anchors');
  const [dialog, open] = useDialog();
  const { anchors } = certificate;
  const trustedBy = trustedByText(anchors);
  const edit = (
    <Button
      variant="subtle"
      color="gray"
      size="sm"
      aria-haspopup="dialog"
      leftSection={<Icon name="edit" small />}
      onClick={() => open((close) => <ChooseAnchorsDialog certificate={certificate} onClose={close} />)}
    >
      Edit
    </Button>
  );
  return (
    <Panel title="Trust Anchors" aside={mayAssign ? edit : null}>
      <Stack gap="xs" p="md">
        {trustedBy === null ? null : <StatusLine tone="valid">{trustedBy}</StatusLine>}
        <Note>{inForceText(anchors)}</Note>
        {isTrusted(certificate) ? null : (
          <Note>
            Is this certificate from your own CA? Upload its root under{' '}
            <Anchor component={Link} to="/trust-anchors" inherit underline="always">
              Trust Anchors
            </Anchor>
            , then choose it here.
          </Note>
        )}
      </Stack>
      {dialog}
    </Panel>
  );
}
