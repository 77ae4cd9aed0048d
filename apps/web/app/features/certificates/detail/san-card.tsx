import { TextInput } from '@mantine/core';
import { countText } from '@notafter/domain';
import { useState } from 'react';
import { Count } from '../../../ui/badge/badge.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import css from './san-card.module.css';
import { COLLAPSED_NAMES, SEARCH_ABOVE, shownNames } from './san-names.ts';

export function SanCard({ names }: { readonly names: readonly string[] }) {
  const [all, setAll] = useState(false);
  const [search, setSearch] = useState('');
  const shown = shownNames(names, search, all);
  return (
    <Panel title="Subject Alternative Names" count={<Count>{countText(names.length)}</Count>}>
      <div className={css.body}>
        {names.length > SEARCH_ABOVE ? (
          <TextInput
            type="search"
            placeholder="Search names"
            aria-label="Search names"
            size="sm"
            leftSection={<Icon name="search" small />}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
        ) : null}
        {shown.length === 0 ? <p className={css.none}>No name has “{search.trim()}” in it.</p> : null}
        <ul className={css.names} {...(shown.length > COLLAPSED_NAMES ? { tabIndex: 0, 'aria-label': 'Subject Alternative Names' } : {})}>
          {shown.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
        {names.length > COLLAPSED_NAMES && search.trim() === '' ? (
          <button type="button" className={css.toggle} aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? 'View Less' : `View All (${countText(names.length)})`}
          </button>
        ) : null}
      </div>
    </Panel>
  );
}
