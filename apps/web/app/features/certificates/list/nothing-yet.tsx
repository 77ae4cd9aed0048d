import { useMay } from '../../../shell/session.ts';
import { Panel } from '../../../ui/panel/panel.tsx';
import { EmptyState } from '../../../ui/states/states.tsx';
import { AddDomainForm } from '../add/add-domain-form.tsx';
import css from './list-states.module.css';

/** The list before its first certificate, with the first step in place for those who may take it. */
export function NothingYet() {
  const mayAdd = useMay('certificates/add-certificate');
  return (
    <Panel label="Certificates">
      <EmptyState
        title="No certificates yet"
        text={mayAdd ? 'Add a domain and see its last day here.' : 'An admin of your organization can add the first domain.'}
      >
        {mayAdd ? (
          <div className={css.firstDomain}>
            <AddDomainForm />
          </div>
        ) : null}
      </EmptyState>
    </Panel>
  );
}
