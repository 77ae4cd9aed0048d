import { SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../../api/trpc.ts';
import { Panel } from '../../../ui/panel/panel.tsx';
import { QueryPanel } from '../../../ui/query-panel/query-panel.tsx';
import { CompliancePanel } from './compliance-panel.tsx';
import { ExpiriesPanel } from './expiries-panel.tsx';
import { IssuerPanel } from './issuer-panel.tsx';
import { SavingsPanel } from './savings-panel.tsx';

/** Issuers, compliance and savings, or why they are not there. */
export default function LoadedWidgets() {
  const trpc = useTRPC();
  const answer = useQuery(trpc.certificates.widgets.queryOptions());
  if (answer.data === undefined) {
    return (
      <Panel label="Compliance Dashboard">
        <QueryPanel query={answer} failed="Further figures did not load" unaffected="The list is not affected.">
          {() => null}
        </QueryPanel>
      </Panel>
    );
  }
  return (
    <>
      <CompliancePanel compliance={answer.data.compliance} />
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <IssuerPanel issuers={answer.data.issuers} issuersTotal={answer.data.issuersTotal} />
        <SavingsPanel savings={answer.data.savings} />
      </SimpleGrid>
      <ExpiriesPanel />
    </>
  );
}
