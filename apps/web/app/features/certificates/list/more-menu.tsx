import { ActionIcon } from '@mantine/core';
import { Icon } from '../../../ui/icons.tsx';
import { ActionMenu } from '../../../ui/menu/action-menu.tsx';
import { exportHref, type ListState } from './list-state.ts';
import css from './toolbar.module.css';

/** What is done with the whole list rather than with rows. */
export function MoreMenu({ state }: { readonly state: ListState }) {
  const shown = 'The rows that the search and filters show';
  return (
    <ActionMenu
      inPlace
      width={280}
      trigger={
        <ActionIcon variant="default" size={32} className={css.more ?? ''} aria-label="More list actions">
          <Icon name="more" small />
        </ActionIcon>
      }
      entries={[
        { label: 'Export CSV', note: shown, icon: 'download', file: exportHref(state, 'csv') },
        { label: 'Export JSON', note: shown, icon: 'download', file: exportHref(state, 'json') },
      ]}
    />
  );
}
