import { useMediaQuery } from '@mantine/hooks';
import { countText } from '@notafter/domain';
import { useMay } from '../../../shell/session.ts';
import { IconButton } from '../../../ui/buttons/buttons.tsx';
import { ActionMenu } from '../../../ui/menu/action-menu.tsx';
import type { MenuEntry } from '../../../ui/menu/menu-entry.ts';
import type { ListDialog } from './list-dialogs.tsx';
import { exportHref, type ListState, listHref, useListState, withChange } from './list-state.ts';

/** As in toolbar.module.css. */
const FOLDS = '(max-width: 959.98px)';

interface MoreMenuProps {
  /** How many endpoints do not answer; 0 if the list shows them already. */
  readonly unreachable: number;
  /** Null if there is nothing to filter by. */
  readonly onFilter: (() => void) | null;
  readonly mayManage: boolean;
  readonly onOpen: (dialog: ListDialog) => void;
}

/** The tools that are in the row on wide screens. */
const foldedEntries = (state: ListState, { unreachable, onFilter, mayManage, onOpen }: MoreMenuProps): (MenuEntry | null)[] => [
  onFilter === null ? null : { label: 'Filter', note: 'By environment or tag', icon: 'sliders', onSelect: onFilter },
  unreachable === 0
    ? null
    : {
        label: `Show ${countText(unreachable)} Unreachable`,
        icon: 'activity',
        to: listHref(withChange(state, { status: 'unreachable' })),
      },
  mayManage ? { label: 'Manage Environments', icon: 'layers', onSelect: () => onOpen({ kind: 'environments' }) } : null,
];

/** Actions on the whole list; on small screens also the tools that have no room in the row. */
export function MoreMenu(props: MoreMenuProps) {
  const [state] = useListState();
  const folds = useMediaQuery(FOLDS);
  const mayLink = useMay('certificates/get-calendar-link');
  const shown = 'The rows that match the search and filters';
  const mayPublish = useMay('public-status/get-status-page');
  const openStatusPage = () => props.onOpen({ kind: 'status-page' });
  const openCalendar = () => props.onOpen({ kind: 'calendar' });
  const entries: (MenuEntry | null)[] = [
    ...(folds ? foldedEntries(state, props) : []),
    { label: 'Export CSV', note: shown, icon: 'download', file: exportHref(state, 'csv') },
    { label: 'Export JSON', note: shown, icon: 'download', file: exportHref(state, 'json') },
    mayLink ? { label: 'Calendar feed', note: 'Every expiry in your own calendar', icon: 'calendar', onSelect: openCalendar } : null,
    mayPublish ? { label: 'Public status page', note: 'For people without an account', icon: 'globe', onSelect: openStatusPage } : null,
  ];
  return (
    <ActionMenu
      inPlace
      width={280}
      trigger={<IconButton icon="more" label="More list actions" variant="default" size={32} />}
      entries={entries.filter((entry) => entry !== null)}
    />
  );
}
