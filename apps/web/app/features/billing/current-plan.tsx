import { usagePercent } from '@notafter/domain';
import { AbsoluteTime } from '../../ui/time/absolute-time.tsx';
import { certificatesUsedText, currentPriceText, nextDate, roomText, usedText } from './billing-texts.ts';
import css from './current-plan.module.css';
import type { PlanView } from './types.ts';

/** The plan in force and how much of it is used. */
export function CurrentPlan({ plan: view }: { readonly plan: PlanView }) {
  const { plan, currentCertificates: used, limits, billing } = view;
  const percent = usagePercent(used, limits.certificates);
  const next = billing === null ? null : nextDate({ setBy: view.setBy, billing });
  return (
    <section className={css.card} aria-labelledby="current-plan">
      <div>
        <h2 id="current-plan" className={css.quiet}>
          Current Plan
        </h2>
        <p className={css.plan}>{plan}</p>
        <p className={css.quiet}>{currentPriceText(view)}</p>
      </div>
      <div>
        <div className={css.used}>
          <span>{certificatesUsedText(used, limits.certificates)}</span>
          {limits.certificates === null ? null : <span className={css.quiet}>{Math.round(percent)}%</span>}
        </div>
        <div className={css.bar} aria-hidden="true">
          <span style={{ width: `${percent}%` }} />
        </div>
        <p className={css.room}>{roomText(used, limits.certificates)}</p>
      </div>
      <dl className={css.facts}>
        <dt>{view.pendingInvitations === 0 ? 'Members' : `Members, ${view.pendingInvitations} invited`}</dt>
        <dd>{usedText(view.currentMembers + view.pendingInvitations, limits.members)}</dd>
        {limits.environments === 0 && view.currentEnvironments === 0 ? null : (
          <>
            <dt>Environments</dt>
            <dd>{usedText(view.currentEnvironments, limits.environments)}</dd>
          </>
        )}
        {next === null ? null : (
          <>
            <dt>{next.label}</dt>
            <dd>
              <AbsoluteTime value={next.at} />
            </dd>
          </>
        )}
        {billing === null || billing.portalUrl === null || billing.status === null ? null : (
          <>
            <dt>Invoices</dt>
            <dd>
              <a href={billing.portalUrl} target="_blank" rel="noreferrer">
                Manage payment
              </a>
            </dd>
          </>
        )}
      </dl>
    </section>
  );
}
