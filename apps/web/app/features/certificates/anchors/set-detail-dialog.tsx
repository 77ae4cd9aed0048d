import { Stack, Text } from '@mantine/core';
import { type CertificateFacts, longDateText } from '@notafter/domain';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC } from '../../../api/trpc.ts';
import { RowButton } from '../../../ui/buttons/buttons.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Item, ItemList } from '../../../ui/item-list/item-list.tsx';
import { lazyDialog } from '../../../ui/lazy/lazy.tsx';
import { QueryPanel } from '../../../ui/query-panel/query-panel.tsx';
import { StatusLine } from '../../../ui/status-line/status-line.tsx';
import { subjectName } from '../detail/chain-path.ts';
import { keyText } from '../detail/verdicts.ts';
import { endsText } from './anchor-texts.ts';
import type { AnchorSet, AnchorSetDetail } from './types.ts';

const X509Dialog = lazyDialog(() => import('../detail/x509-dialog.tsx'));

type Anchor = AnchorSetDetail['anchors'][number];

const roleOf = ({ isRoot }: Anchor): string => (isRoot ? 'Root CA' : 'Intermediate');

/** The certificates of a set, each with what depends on it. */
export default function SetDetailDialog({ set, onClose }: { readonly set: AnchorSet; readonly onClose: () => void }) {
  const query = useQuery(useTRPC().anchors.get.queryOptions({ id: set.id }));
  const [opened, setOpened] = useState<Anchor | null>(null);
  if (opened !== null) return <X509Dialog role={roleOf(opened)} facts={opened.certificate} onClose={() => setOpened(null)} />;
  return (
    <Dialog title={set.name} size={620} onClose={onClose}>
      <QueryPanel query={query} failed="The certificates did not load">
        {({ set: { anchors } }) => (
          <ItemList label="Certificates">
            {anchors.map((anchor) => (
              <Item
                key={anchor.certificate.fingerprint256}
                title={subjectName(anchor.certificate)}
                action={<RowButton quiet label="Details" of={subjectName(anchor.certificate)} onClick={() => setOpened(anchor)} />}
              >
                <About anchor={anchor} />
              </Item>
            ))}
          </ItemList>
        )}
      </QueryPanel>
    </Dialog>
  );
}

const endText = ({ notAfter }: CertificateFacts): string => longDateText(notAfter);

function About({ anchor }: { readonly anchor: Anchor }) {
  const { certificate, isExpired, trustedCount } = anchor;
  return (
    <Stack component="span" gap={2}>
      <span>
        {roleOf(anchor)} · {keyText(certificate)} · {isExpired ? '' : `Expires ${endText(certificate)} · `}
        {endsText(trustedCount)}
      </span>
      {isExpired ? (
        <Text component="span" size="sm">
          <StatusLine tone="expired">Expired on {endText(certificate)}. Chains that end at it are not trusted.</StatusLine>
        </Text>
      ) : null}
    </Stack>
  );
}
