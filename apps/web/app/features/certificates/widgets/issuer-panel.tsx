import { Button } from '@mantine/core';
import { countText, percentText } from '@notafter/domain';
import { Link } from '@remix-run/react';
import { useState } from 'react';
import { Bar } from '../../../ui/bar/bar.tsx';
import { Note } from '../../../ui/note/note.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { initialListState, listHref } from '../list/list-state.ts';
import type { Widgets } from '../types.ts';
import css from './issuer-panel.module.css';

const COLLAPSED = 8;

/** Issuers of served certificates, the most frequent first. Each name leads to its certificates. */
export function IssuerPanel({ issuers, issuersTotal }: Pick<Widgets, 'issuers' | 'issuersTotal'>) {
  const [all, setAll] = useState(false);
  const shown = all ? issuers : issuers.slice(0, COLLAPSED);
  return (
    <Panel title="Issuer distribution" count={issuersTotal}>
      {issuers.length === 0 ? (
        <Note px="md" pt="md">
          No certificate was seen yet.
        </Note>
      ) : null}
      <ul className={css.issuers}>
        {shown.map(({ name, count, percent }) => (
          <li key={name}>
            <Link to={listHref({ ...initialListState, search: `issuer:"${name.replaceAll('"', ' ')}"` })} title={name}>
              {name}
            </Link>
            <Bar percent={percent} />
            <b>{countText(count)}</b>
            <span>{percentText(percent)}</span>
          </li>
        ))}
      </ul>
      {issuers.length > COLLAPSED ? (
        <Button variant="subtle" size="sm" mx="xxs" mb="xs" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'View Less' : `View All (${issuers.length})`}
        </Button>
      ) : null}
    </Panel>
  );
}
