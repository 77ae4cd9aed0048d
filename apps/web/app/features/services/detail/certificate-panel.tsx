import { Button } from '@mantine/core';
import { dateText, daysLeft, plural } from '@notafter/domain';
import { useMay } from '../../../shell/session.ts';
import { useDialog } from '../../../ui/dialog/use-dialog.tsx';
import { FactRow, FactTable } from '../../../ui/fact-table/fact-table.tsx';
import { lazyDialog } from '../../../ui/lazy/lazy.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { useNow } from '../../../ui/time/now.tsx';
import type { ServiceDetail } from '../types.ts';

const NamesDialog = lazyDialog(() => import('./names-dialog.tsx'));

/** The certificate that was issued for the service, and whether the engine serves it. */
export function CertificatePanel({ service }: { readonly service: ServiceDetail }) {
  const now = useNow();
  const mayName = useMay('services/name-service');
  const [dialog, open] = useDialog();
  const { certificateNotAfter, certificateNames, certificateFingerprint256, servedFingerprint256 } = service;
  if (certificateNotAfter === null || certificateFingerprint256 === null) return null;
  return (
    <Panel
      title="Certificate"
      aside={
        mayName ? (
          <Button variant="default" size="sm" onClick={() => open((close) => <NamesDialog service={service} onClose={close} />)}>
            Edit Names
          </Button>
        ) : undefined
      }
    >
      <FactTable label="Certificate">
        <FactRow name="Valid until">
          {dateText(certificateNotAfter)}, {plural(daysLeft(certificateNotAfter, now), 'day')} left. Renewed 30 days before.
        </FactRow>
        <FactRow name="Names" code>
          {certificateNames.join(', ')}
        </FactRow>
        <FactRow name="Issued (SHA-256)" code>
          {certificateFingerprint256}
        </FactRow>
        <FactRow name="Served (SHA-256)" code={servedFingerprint256 !== null && servedFingerprint256 !== certificateFingerprint256}>
          {servedText(certificateFingerprint256, servedFingerprint256)}
        </FactRow>
      </FactTable>
      {dialog}
    </Panel>
  );
}

const servedText = (issued: string, served: string | null): string => {
  if (served === null) return 'Not seen yet';
  return served === issued ? 'The issued one' : served;
};
