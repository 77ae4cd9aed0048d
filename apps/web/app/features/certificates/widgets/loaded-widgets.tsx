import { useQuery } from '@tanstack/react-query';
import { problemOfCall } from '../../../api/problem.ts';
import { useTRPC } from '../../../api/trpc.ts';
import { Panel } from '../../../ui/panel/panel.tsx';
import { Bone, ErrorState } from '../../../ui/states/states.tsx';
import { CompliancePanel } from './compliance-panel.tsx';
import { IssuerPanel } from './issuer-panel.tsx';
import { SavingsPanel } from './savings-panel.tsx';
import css from './widgets.module.css';

/** Issuers, compliance and savings, or why they are not there. */
export default function LoadedWidgets() {
  const trpc = useTRPC();
  const answer = useQuery(trpc.certificates.widgets.queryOptions());
  if (answer.data === undefined) {
    return (
      <Panel label="Compliance Dashboard">
        {answer.isError ? (
          <ErrorState
            title="Further figures did not load"
            text={`${problemOfCall(answer.error).message} The list is not affected.`}
            onRetry={() => void answer.refetch()}
            retrying={answer.isFetching}
          />
        ) : (
          <div className={css.bones}>
            <Bone width={24} />
            <Bone width={62} />
            <Bone width={48} />
          </div>
        )}
      </Panel>
    );
  }
  return (
    <>
      <CompliancePanel compliance={answer.data.compliance} />
      <div className={css.pair}>
        <IssuerPanel issuers={answer.data.issuers} issuersTotal={answer.data.issuersTotal} />
        <SavingsPanel savings={answer.data.savings} />
      </div>
    </>
  );
}
