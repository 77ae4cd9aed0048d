import { Box, Button, Group, Stack, Text, Title } from '@mantine/core';
import { countText, plural } from '@notafter/domain';
import { Link } from '@remix-run/react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC } from '../../../api/trpc.ts';
import { useMay, useSessionView } from '../../../shell/session.ts';
import { Banner } from '../../../ui/banner/banner.tsx';
import { Bar } from '../../../ui/bar/bar.tsx';
import { FactList } from '../../../ui/fact-list/fact-list.tsx';
import { DayRuler } from '../../../ui/lifeline/day-ruler.tsx';
import { Note } from '../../../ui/note/note.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import { useNow } from '../../../ui/time/now.tsx';
import { CertificateChips } from '../certificate-chips.tsx';
import { intervalText, toneOfCertificate } from '../certificate-words.ts';
import { ImportPanel } from '../import/import-panel.tsx';
import type { CertificateView, DashboardStats } from '../types.ts';
import { AddDomainForm } from './add-domain-form.tsx';
import css from './add-screen.module.css';

export function AddScreen() {
  const mayAdd = useMay('certificates/add-certificate');
  const mayImport = useMay('certificates/start-import');
  const [added, setAdded] = useState<CertificateView | null>(null);
  return (
    <div className={css.columns}>
      <Stack>
        {mayAdd ? (
          <Panel label="Add Certificate">
            <Box p="lg">
              <AddDomainForm onAdded={setAdded} />
            </Box>
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

/** The certificate of the domain that was just added. */
function AddedPanel({ certificate }: { readonly certificate: CertificateView }) {
  const trpc = useTRPC();
  const stats = useQuery(trpc.certificates.stats.queryOptions());
  const now = useNow();
  const { id, domain, issuer, notBefore, notAfter, lastCheckedAt } = certificate;
  const checked = lastCheckedAt === null ? null : <AbsoluteTime value={lastCheckedAt} form="datetime" />;
  return (
    <Panel
      title="Monitored from now on"
      label={`Added ${domain}`}
      tone="valid"
      aside={checked === null ? null : <span>Checked {checked}</span>}
      foot={
        <Group justify="flex-end">
          <Button component={Link} to={`/certificates/${id}`} size="sm" variant="default">
            View Details
          </Button>
        </Group>
      }
    >
      <Stack p="lg">
        <Group justify="space-between" align="flex-start" wrap="nowrap">
          <Box style={{ overflowWrap: 'anywhere' }}>
            <Title order={3} size="h1">
              {domain}
            </Title>
            <Note>{issuer}</Note>
          </Box>
          <CertificateChips certificate={certificate} />
        </Group>
        {notBefore === null || notAfter === null ? null : (
          <DayRuler life={{ notBefore, notAfter, now }} tone={toneOfCertificate(certificate)} />
        )}
        <FactList
          names={84}
          facts={[
            ['Domain', domain],
            ['Issuer', issuer ?? '\u2013'],
            ['Expiry date', notAfter === null ? '\u2013' : <AbsoluteTime key="end" value={notAfter} form="datetime" />],
            ['Next check', stats.data === undefined ? '\u2013' : `within ${intervalText(stats.data.checkIntervalHours)}`],
          ]}
        />
      </Stack>
    </Panel>
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
