import { Anchor, Group } from '@mantine/core';
import { useState } from 'react';
import { Badge, Tag } from '../../../ui/badge/badge.tsx';
import { Item, ItemList } from '../../../ui/item-list/item-list.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import type { CertificateDetail } from '../types.ts';

type Sct = CertificateDetail['scts'][number];

/** A real certificate has two to five; a server may send many. */
const COLLAPSED = 5;

/** The promises of transparency logs to publish the certificate: which log, whose, and whether the log signed it. */
export function SctsCard({ scts }: { readonly scts: readonly Sct[] }) {
  const [all, setAll] = useState(false);
  return (
    <Panel title="Transparency Logs" count={scts.length}>
      <ItemList label="Transparency logs">
        {scts.slice(0, all ? scts.length : COLLAPSED).map((sct, index) => (
          // A server can send one timestamp twice.
          <Item key={`${index} ${sct.logId}`} title={<Title sct={sct} />}>
            <Facts sct={sct} />
          </Item>
        ))}
      </ItemList>
      {scts.length > COLLAPSED ? (
        <Anchor component="button" type="button" size="sm" mx="md" my="sm" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'View Less' : `View All (${scts.length})`}
        </Anchor>
      ) : null}
    </Panel>
  );
}

const states = {
  pending: 'Pending',
  qualified: 'Qualified',
  usable: 'Usable',
  readonly: 'Read-only',
  retired: 'Retired',
  rejected: 'Rejected',
} as const satisfies Record<NonNullable<Sct['logState']>, string>;

const deliveries = {
  embedded: 'in the certificate',
  tls: 'in the TLS handshake',
  ocsp: 'in the OCSP response',
} as const satisfies Record<Sct['delivery'], string>;

const inclusions = {
  included: { word: 'In the log', tone: 'valid' },
  pending: { word: 'Not in the log yet', tone: 'pending' },
  missing: { word: 'Missing in the log', tone: 'failed' },
  wrongly_signed: { word: 'Not signed by the log', tone: 'failed' },
  unknown: { word: 'Not known if in the log', tone: 'pending' },
} as const satisfies Record<NonNullable<Sct['inclusion']>['state'], object>;

function Title({ sct: { log, logState, signature, inclusion } }: { readonly sct: Sct }) {
  return (
    <Group component="span" gap="xs">
      {log ?? 'Unknown log'}
      {signature === 'invalid' ? <Badge tone="failed">Invalid signature</Badge> : null}
      {signature === 'valid' ? <Badge tone="valid">Valid signature</Badge> : null}
      {signature === null ? <Badge tone="pending">Signature not checked</Badge> : null}
      {inclusion === null ? null : <Badge tone={inclusions[inclusion.state].tone}>{inclusions[inclusion.state].word}</Badge>}
      {logState === null ? null : <Tag>{states[logState]}</Tag>}
    </Group>
  );
}

function Facts({ sct: { log, logId, operator, signedAt, delivery, inclusion } }: { readonly sct: Sct }) {
  return (
    <>
      {log === null ? `No log list has the log ${logId}. ` : null}
      {operator === null ? 'Signed ' : `${operator}, signed `}
      <AbsoluteTime value={signedAt} />, {deliveries[delivery]}
      {inclusion === null || inclusion.reason === null ? null : `. ${inclusion.reason}`}
    </>
  );
}
