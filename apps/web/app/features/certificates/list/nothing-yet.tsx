import { Link } from '@remix-run/react';
import { useMay } from '../../../shell/session.ts';
import { Panel } from '../../../ui/panel/panel.tsx';
import { EmptyState } from '../../../ui/states/states.tsx';
import { AddDomainForm } from '../add/add-domain-form.tsx';
import css from './list-states.module.css';
import { ManageEnvironmentsButton, useMayManageEnvironments } from './toolbar.tsx';

/** The list before its first certificate, with the first step in place for those who may take it. */
export function NothingYet({ onManageEnvironments }: { readonly onManageEnvironments: () => void }) {
  const mayAdd = useMay('certificates/add-certificate');
  const mayDiscover = useMay('discovery/start-discovery');
  const mayManage = useMayManageEnvironments();
  return (
    <Panel label="Certificates">
      {mayManage ? (
        <div className={css.bar}>
          <ManageEnvironmentsButton onClick={onManageEnvironments} />
        </div>
      ) : null}
      <EmptyState
        title="No certificates yet"
        text={mayAdd ? 'Add a domain and see its last day here.' : 'An admin of your organization can add the first domain.'}
      >
        {mayAdd ? (
          <div className={css.firstDomain}>
            <AddDomainForm />
          </div>
        ) : null}
        {mayDiscover ? (
          <p className={css.discover}>
            Not sure what you have? <Link to="/discovery">Discover the certificates of a domain</Link>
          </p>
        ) : null}
      </EmptyState>
    </Panel>
  );
}
