import { countText } from '@notafter/domain';
import { Bar } from '../../ui/bar/bar.tsx';
import { Panel } from '../../ui/panel/panel.tsx';
import { Bones } from '../../ui/query-panel/query-panel.tsx';
import css from './admin.module.css';
import type { AdminStats } from './types.ts';

/** Organizations per plan; each bar is a share of the largest. */
export function PlansPanel({ stats }: { readonly stats: AdminStats | null }) {
  const plans = Object.entries(stats?.planDistribution ?? {});
  const most = Math.max(1, ...plans.map(([, count]) => count));
  return (
    <Panel title="Plan Distribution">
      {stats === null ? (
        <Bones />
      ) : (
        <ul className={css.plans}>
          {plans.map(([plan, count]) => (
            <li key={plan}>
              <span>{plan}</span>
              <Bar percent={(100 * count) / most} />
              <b>{countText(count)}</b>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
