import { Box } from '@mantine/core';
import { statusOf, UNREADABLE, validityText } from '@notafter/domain';
import { CopyText } from '../../../ui/copy/copy-text.tsx';
import { FactRow, FactTable } from '../../../ui/fact-table/fact-table.tsx';
import { DayRuler } from '../../../ui/lifeline/day-ruler.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import { useNow } from '../../../ui/time/now.tsx';
import type { IssuanceDetail } from '../types.ts';

/** The fields of the certificate, with its life on the ruler. */
export function FactsPanel({ issuance }: { readonly issuance: IssuanceDetail }) {
  const now = useNow();
  const { domain, names, issuer, issuerOrganization, serialNumber, notBefore, notAfter, spkiSha256, isPrecertificate, foundAt } = issuance;
  return (
    <Panel title="Certificate">
      {notBefore === null || notAfter === null ? null : (
        <Box p="md">
          <DayRuler life={{ notBefore, notAfter, now }} tone={statusOf(notAfter, now)} />
        </Box>
      )}
      <FactTable label="Certificate">
        <FactRow name="Names">{names.join(', ')}</FactRow>
        <FactRow name="Issuer">{issuerOrganization === null ? issuer || UNREADABLE : `${issuerOrganization} (${issuer})`}</FactRow>
        <FactRow name="Valid">{validityText(issuance)}</FactRow>
        <FactRow name="Serial number" code>
          {serialNumber === '' ? UNREADABLE : <CopyText value={serialNumber} label="Copy serial number" wrap />}
        </FactRow>
        <FactRow name="Key SHA-256" code>
          {spkiSha256 === '' ? UNREADABLE : <CopyText value={spkiSha256} label="Copy key SHA-256" wrap />}
        </FactRow>
        <FactRow name="Form">{isPrecertificate ? 'Precertificate; the certificate itself was not found yet' : 'Certificate'}</FactRow>
        <FactRow name="Watched domain">{domain}</FactRow>
        <FactRow name="Found">
          <AbsoluteTime value={foundAt} form="datetime" />
        </FactRow>
      </FactTable>
    </Panel>
  );
}
