import { Box, Group, Text } from '@mantine/core';
import { type CaTrust, countText, DAY_MS, plural, pluralWord, type RenewalState } from '@notafter/domain';
import { Bar } from '../../../ui/bar/bar.tsx';
import { DayRuler } from '../../../ui/lifeline/day-ruler.tsx';
import { Note } from '../../../ui/note/note.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { StatCard, StatCards } from '../../../ui/stat-card/stat-card.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import { useNow } from '../../../ui/time/now.tsx';
import { toneOfCertificate } from '../certificate-words.ts';
import type { CertificateDetail } from '../types.ts';
import { yearShare } from './banner-texts.ts';
import css from './expiry-panel.module.css';
import { caVerdict, chainHealth, hostnameMatch, protocolText } from './verdicts.ts';

interface ExpiryPanelProps {
  readonly certificate: CertificateDetail;
  readonly trust: CaTrust | null;
}

/** The days left in the largest type of the product, on a ruler of all days, and the verdicts. */
export function ExpiryPanel({ certificate, trust }: ExpiryPanelProps) {
  const now = useNow();
  const { protocol, cipher } = certificate;
  const isEndpoint = certificate.source === 'endpoint';
  const verdicts = {
    'Chain health': chainHealth(certificate, now),
    'CA trust': caVerdict(certificate, trust),
    ...(isEndpoint ? { Hostname: hostnameMatch(certificate) } : {}),
  };
  if (certificate.source === 'date')
    return (
      <Panel label="Days until expiry">
        <Hero certificate={certificate} now={now} />
      </Panel>
    );
  return (
    <Panel label="Days until expiry">
      <Hero certificate={certificate} now={now} />
      <Box className={css.verdicts ?? ''}>
        <StatCards label="Verdicts">
          {Object.entries(verdicts).map(([label, { tone, text }]) => (
            <StatCard key={label} size="xs" label={label} tone={tone} value={text} />
          ))}
          {isEndpoint ? (
            <StatCard
              size="xs"
              label="Protocol"
              value={protocol === null ? 'Not known' : protocolText(protocol)}
              note={cipher ?? undefined}
            />
          ) : null}
        </StatCards>
      </Box>
    </Panel>
  );
}

const renewalWords = {
  on_schedule: 'On schedule: renewal due',
  due: 'Renewal due since',
  late: 'Renewal late: due since',
} as const satisfies Record<RenewalState, string>;

const basisWords = { ari: "the CA's window", rhythm: 'as before' } as const;

function Hero({ certificate, now }: { readonly certificate: CertificateDetail; readonly now: Date }) {
  const { daysLeft, notBefore, notAfter, status, renewal } = certificate;
  if (daysLeft === null || notAfter === null) return <Text p="lg">We have not seen a certificate at this endpoint yet.</Text>;
  // A date has no beginning.
  const lifeDays = notBefore === null ? null : Math.round((notAfter.getTime() - notBefore.getTime()) / DAY_MS);
  const share = yearShare(daysLeft);
  const expired = daysLeft < 0;
  return (
    <Group align="flex-end" gap={28} px="md" pt="md" pb="sm">
      <Box flex="1 0 230px" data-tone={status ?? 'unreachable'}>
        <Text size="sm">{expired ? 'Days since expiry' : 'Days until expiry'}</Text>
        <div className={css.figure}>
          {countText(Math.abs(daysLeft))}
          <small>
            {lifeDays === null
              ? ` ${pluralWord(Math.abs(daysLeft), 'day', 'days')}`
              : `${expired ? ' past ' : ' of '}${plural(lifeDays, 'day')}`}
          </small>
        </div>
        <Note mt="xxs" mb="xs">
          <AbsoluteTime value={notAfter} form="datetime" />
        </Note>
        {renewal === null ? null : (
          <Note mb="xs">
            {renewalWords[renewal.state]} <AbsoluteTime value={renewal.dueAt} />
            {renewal.basis === 'lifetime' ? null : ` (${basisWords[renewal.basis]})`}
          </Note>
        )}
        {share === null ? null : <Bar thin percent={share} label="Days left as a share of a year" />}
      </Box>
      {notBefore === null ? null : (
        <Box flex="999 1 400px" miw={0}>
          <DayRuler life={{ notBefore, notAfter, now }} tone={toneOfCertificate(certificate)} />
        </Box>
      )}
    </Group>
  );
}
