import { countText, percentText } from '@notafter/domain';
import { Link } from '@remix-run/react';
import { useState } from 'react';
import { Count } from '../../../ui/badge/badge.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { initialListState, listHref } from '../list/list-state.ts';
import type { Widgets } from '../types.ts';
import css from './widgets.module.css';

const COLLAPSED = 8;

/** Issuers of served certificates, the most frequent first. Each name leads to its certificates. */
export function IssuerPanel({ issuers, issuersTotal }: Pick<Widgets, 'issuers' | 'issuersTotal'>) {
  const [all, setAll] = useState(false);
  const shown = all ? issuers : issuers.slice(0, COLLAPSED);
  return (
    <Panel title="Issuer distribution" count={<Count>{countText(issuersTotal)}</Count>}>
      {issuers.length === 0 ? <p className={css.none}>No certificate was seen yet.</p> : null}
      <ul className={css.issuers}>
        {shown.map(({ name, count, percent }) => (
          <li key={name} className={css.issuer}>
            <Link
              to={listHref({ ...initialListState, search: `issuer:"${name.replaceAll('"', ' ')}"` })}
              className={css.issuerName}
              title={name}
            >
              {name}
            </Link>
            <span className={css.bar} aria-hidden="true">
              <span style={{ width: `${percent}%` }} />
            </span>
            <span className={css.figure}>{countText(count)}</span>
            <span className={css.share}>{percentText(percent)}</span>
          </li>
        ))}
      </ul>
      {issuers.length > COLLAPSED ? (
        <button type="button" className={css.toggle} aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'View Less' : `View All (${issuers.length})`}
        </button>
      ) : null}
    </Panel>
  );
}
