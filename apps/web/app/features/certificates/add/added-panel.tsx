import { Box, Button, Group, Stack, Title } from '@mantine/core';
import { Link } from '@remix-run/react';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../../api/trpc.ts';
import { FactList } from '../../../ui/fact-list/fact-list.tsx';
import { DayRuler } from '../../../ui/lifeline/day-ruler.tsx';
import { Note } from '../../../ui/note/note.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import { useNow } from '../../../ui/time/now.tsx';
import { CertificateChips } from '../certificate-chips.tsx';
import { intervalText, toneOfCertificate } from '../certificate-words.ts';
import type { CertificateView } from '../types.ts';

/** The certificate of the domain that was just added. */
export function AddedPanel({ certificate }: { readonly certificate: CertificateView }) {
  const trpc = useTRPC();
  const stats = useQuery(trpc.certificates.stats.queryOptions());
  const now = useNow();
  const { id, source, domain, issuer, notBefore, notAfter, lastCheckedAt } = certificate;
  const nextCheck = ['Next check', stats.data === undefined ? '\u2013' : `within ${intervalText(stats.data.checkIntervalHours)}`] as const;
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
            [source === 'endpoint' ? 'Domain' : 'Name', domain],
            ['Issuer', issuer ?? '\u2013'],
            ['Expiry date', notAfter === null ? '\u2013' : <AbsoluteTime key="end" value={notAfter} form="datetime" />],
            ...(source === 'endpoint' ? [nextCheck] : []),
          ]}
        />
      </Stack>
    </Panel>
  );
}
