import { Box, Group, Stack, Text } from '@mantine/core';
import { countText, plural } from '@notafter/domain';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC } from '../../../api/trpc.ts';
import { useMay, useSessionView } from '../../../shell/session.ts';
import { Banner } from '../../../ui/banner/banner.tsx';
import { Bar } from '../../../ui/bar/bar.tsx';
import { ChoiceCard, ChoiceCards } from '../../../ui/choice/choice-cards.tsx';
import { lazyPart } from '../../../ui/lazy/lazy.tsx';
import { Note } from '../../../ui/note/note.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { ImportPanel } from '../import/import-panel.tsx';
import type { CertificateView, DashboardStats } from '../types.ts';
import { AddDomainForm } from './add-domain-form.tsx';
import css from './add-screen.module.css';

const AddedPanel = lazyPart(async () => ({ default: (await import('./added-panel.tsx')).AddedPanel }));

const UploadForm = lazyPart(() => import('../uploads/upload-form.tsx'));
const DateForm = lazyPart(() => import('../uploads/date-form.tsx'));

const kinds = [
  { kind: 'endpoint', title: 'Endpoint', note: 'A server that we check' },
  { kind: 'upload', title: 'Certificate file', note: 'That no server shows' },
  { kind: 'date', title: 'Date', note: 'That no file shows' },
] as const;
type Kind = (typeof kinds)[number]['kind'];

interface AddFormProps {
  readonly kind: Kind;
  readonly onAdded: (certificate: CertificateView) => void;
}

function AddForm({ kind, onAdded }: AddFormProps) {
  switch (kind) {
    case 'endpoint':
      return <AddDomainForm onAdded={onAdded} />;
    case 'upload':
      return <UploadForm onAdded={onAdded} />;
    case 'date':
      return <DateForm onAdded={onAdded} />;
  }
}

export function AddScreen() {
  const mayAdd = useMay('certificates/add-certificate');
  const mayImport = useMay('certificates/start-import');
  const [added, setAdded] = useState<CertificateView | null>(null);
  const [kind, setKind] = useState<Kind>('endpoint');
  return (
    <div className={css.columns}>
      <Stack>
        {mayAdd ? (
          <Panel label="Add Certificate">
            <Stack p="lg">
              <ChoiceCards label="What to monitor" least={190}>
                {kinds.map(({ kind: each, title, note }) => (
                  <ChoiceCard key={each} group="kind" title={title} note={note} chosen={kind === each} onChoose={() => setKind(each)} />
                ))}
              </ChoiceCards>
              <AddForm kind={kind} onAdded={setAdded} />
            </Stack>
          </Panel>
        ) : (
          <Banner tone="info">Your role does not allow this. An admin of your organization can add domains.</Banner>
        )}
        {added === null ? null : <AddedPanel key={added.id} certificate={added} />}
        {mayImport ? <ImportPanel /> : null}
      </Stack>
      <DomainGuidelines />
    </div>
  );
}

const guidelines = [
  { example: 'example.com', text: 'Uses port 443.' },
  { example: 'mail.example.com:465', text: 'Any port that speaks TLS.' },
  { example: 'smtp://mail.example.com', text: 'Also imap, pop3, ftp, ldap, xmpp, postgres, mysql and nats.' },
  { example: 'eu.api.example.com', text: 'Subdomains are separate entries.' },
  { example: '[2001:db8::1]:8443', text: 'Put IPv6 addresses in brackets.' },
  { example: 'xn--hfen-loa.example', text: 'International names work in either form.' },
] as const;

function DomainGuidelines() {
  const stats = useQuery(useTRPC().certificates.stats.queryOptions()).data;
  return (
    <Panel title="Domain guidelines" foot={stats === undefined ? null : <Usage stats={stats} />}>
      <Box component="ul" px="md" py={10}>
        {guidelines.map(({ example, text }) => (
          <Box component="li" key={example} py={6}>
            <Text size="sm" ff="monospace" c="var(--na-text)">
              {example}
            </Text>
            <Note>{text}</Note>
          </Box>
        ))}
      </Box>
    </Panel>
  );
}

/** How much of the plan is used, so that the limit does not come as a surprise. */
function Usage({ stats: { total, certificateLimit } }: { readonly stats: DashboardStats }) {
  const session = useSessionView();
  const isLimited = certificateLimit !== null;
  return (
    <Stack gap={6}>
      <Group justify="space-between" gap="sm">
        <span>{isLimited ? `${countText(total)} of ${plural(certificateLimit, 'certificate')}` : plural(total, 'certificate')}</span>
        <Text span inherit c="dimmed">
          {session?.plan}
        </Text>
      </Group>
      {isLimited ? <Bar percent={certificateLimit === 0 ? 100 : (total / certificateLimit) * 100} /> : null}
    </Stack>
  );
}
