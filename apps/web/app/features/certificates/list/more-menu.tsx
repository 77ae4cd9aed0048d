import { ActionIcon } from '@mantine/core';
import { useMay } from '../../../shell/session.ts';
import { Icon } from '../../../ui/icons.tsx';
import { ActionMenu } from '../../../ui/menu/action-menu.tsx';
import { exportHref, type ListState } from './list-state.ts';
import css from './toolbar.module.css';

interface MoreMenuProps {
  readonly state: ListState;
  readonly onCalendar: () => void;
}

/** What is done with the whole list rather than with rows. */
export function MoreMenu({ state, onCalendar }: MoreMenuProps) {
  const mayLink = useMay('certificates/get-calendar-link');
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
        ...(mayLink
          ? [{ label: 'Calendar feed', note: 'Every expiry in your own calendar', icon: 'calendar' as const, onSelect: onCalendar }]
          : []),
      ]}
    />
  );
}
