import { ActionIcon } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { countText } from '@notafter/domain';
import { useMay } from '../../../shell/session.ts';
import { Icon } from '../../../ui/icons.tsx';
import { ActionMenu } from '../../../ui/menu/action-menu.tsx';
import type { MenuEntry } from '../../../ui/menu/menu-entry.ts';
import { exportHref, type ListState, listHref, withChange } from './list-state.ts';

/** As in toolbar.module.css. */
const FOLDS = '(max-width: 959.98px)';

interface Folded {
  /** How many endpoints do not answer; 0 if the list shows them already. */
  readonly unreachable: number;
  /** Null if there is nothing to filter by. */
  readonly onFilter: (() => void) | null;
  /** Null if the role does not allow it. */
  readonly onManageEnvironments: (() => void) | null;
}

interface MoreMenuProps {
  readonly state: ListState;
  readonly onCalendar: () => void;
  /** The tools that are in the row on wide screens. */
  readonly folded: Folded;
}

const foldedEntries = (state: ListState, { unreachable, onFilter, onManageEnvironments }: Folded): MenuEntry[] => [
  ...(onFilter === null ? [] : [{ label: 'Filter', note: 'By environment or tag', icon: 'sliders' as const, onSelect: onFilter }]),
  ...(unreachable === 0
    ? []
    : [
        {
          label: `Show ${countText(unreachable)} Unreachable`,
          icon: 'activity' as const,
          to: listHref(withChange(state, { status: 'unreachable' })),
        },
      ]),
  ...(onManageEnvironments === null ? [] : [{ label: 'Manage Environments', icon: 'layers' as const, onSelect: onManageEnvironments }]),
];

/** Actions on the whole list; on small screens also the tools that have no room in the row. */
export function MoreMenu({ state, onCalendar, folded }: MoreMenuProps) {
  const folds = useMediaQuery(FOLDS);
  const mayLink = useMay('certificates/get-calendar-link');
  const shown = 'The rows that match the search and filters';
  return (
    <ActionMenu
      inPlace
      width={280}
      trigger={
        <ActionIcon variant="default" size={32} aria-label="More list actions">
          <Icon name="more" small />
        </ActionIcon>
      }
      entries={[
        ...(folds ? foldedEntries(state, folded) : []),
        { label: 'Export CSV', note: shown, icon: 'download', file: exportHref(state, 'csv') },
        { label: 'Export JSON', note: shown, icon: 'download', file: exportHref(state, 'json') },
        ...(mayLink
          ? [{ label: 'Calendar feed', note: 'Every expiry in your own calendar', icon: 'calendar' as const, onSelect: onCalendar }]
          : []),
      ]}
    />
  );
}
