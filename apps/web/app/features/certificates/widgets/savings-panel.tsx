import { countText, plural } from '@notafter/domain';
import { Panel } from '../../../ui/panel/panel.tsx';
import type { Widgets } from '../types.ts';
import { assumptionsText, dollars, savingsText } from './widget-texts.ts';
import css from './widgets.module.css';

const GROUPS_SHOWN = 5;

/** Savings by wildcard certificates, with the model's assumptions. */
export function SavingsPanel({ savings }: Pick<Widgets, 'savings'>) {
  const { individualCost, groups, extraDomains, names } = savings;
  const shown = groups.slice(0, GROUPS_SHOWN);
  return (
    <Panel title="Cost savings">
      <div className={css.savings}>
        <p className={css.saving}>
          {savings.savings > 0 ? <strong>{dollars(savings.savings)}</strong> : null}
          <span>{savingsText(savings)}</span>
        </p>
        {names === 0 ? null : (
          <p className={css.basis}>
            {plural(names, 'name')} for {dollars(individualCost)} as single certificates; {countText(extraDomains)} of them outside a
            wildcard group.
          </p>
        )}
        {shown.length === 0 ? null : (
          <table className={css.groups}>
            <caption className={css.caption}>Parents with the largest difference</caption>
            <thead>
              <tr>
                <th scope="col">Parent</th>
                <th scope="col">Names</th>
                <th scope="col">Single</th>
                <th scope="col">Wildcard</th>
                <th scope="col">Saving</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((group) => (
                <tr key={group.parent}>
                  <th scope="row" title={group.parent}>
                    *.{group.parent}
                  </th>
                  <td>{countText(group.names)}</td>
                  <td>{dollars(group.individualCost)}</td>
                  <td>{dollars(group.wildcardCost)}</td>
                  <td>{dollars(group.saving)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <p className={css.assumptions}>{assumptionsText(savings)}</p>
      </div>
    </Panel>
  );
}
