import { Button, Group, Text } from '@mantine/core';
import { countText } from '@notafter/domain';
import { Link } from '@remix-run/react';
import { type ReactNode, useState } from 'react';
import { useMay, useSessionView } from '../../../shell/session.ts';
import { Icon } from '../../../ui/icons.tsx';
import { ActionMenu } from '../../../ui/menu/action-menu.tsx';
import { StatusMark } from '../../../ui/status/status-mark.tsx';
import { Toolbar as KitToolbar } from '../../../ui/toolbar/toolbar.tsx';
import type { ListDialog } from './list-dialogs.tsx';
import { ListFilters, useFilterChoices } from './list-filters.tsx';
import { isNarrowed, listHref, useListState, withChange } from './list-state.ts';
import { MoreMenu } from './more-menu.tsx';
import { SearchField } from './search-field.tsx';
import css from './toolbar.module.css';

interface ToolbarProps {
  /** How many endpoints do not answer. Only this filter finds them. */
  readonly unreachable: number;
  readonly onOpen: (dialog: ListDialog) => void;
  /** Bulk menu and Check All, if the role allows them. */
  readonly children?: ReactNode;
}

/** The tools of the list in one row. Without room, filters and environments fold into the menu at its end. */
export function Toolbar({ unreachable, onOpen, children }: ToolbarProps) {
  const [state, change] = useListState();
  const filtered = state.status === 'unreachable';
  const choices = useFilterChoices(state);
  const mayManage = useMayManageEnvironments();
  const [unfolded, setUnfolded] = useState(false);
  return (
    <KitToolbar
      search={<SearchField value={state.search} onSearch={(search) => change({ search }, { replace: true })} />}
      end={
        <>
          {mayManage ? <ManageEnvironmentsButton onOpen={onOpen} /> : null}
          {children}
          <MoreMenu
            unreachable={filtered ? 0 : unreachable}
            onFilter={choices.byEnvironment || choices.byTag || choices.byProtocol ? () => setUnfolded(true) : null}
            mayManage={mayManage}
            onOpen={onOpen}
          />
        </>
      }
    >
      <div className={css.filters} data-unfolded={unfolded || isNarrowed(state)}>
        <ListFilters choices={choices} />
      </div>
      {unreachable > 0 || filtered ? <StatusFilterLink status="unreachable" label={`${countText(unreachable)} unreachable`} /> : null}
      {state.status === 'valid' ? <StatusFilterLink status="valid" label="Valid only" /> : null}
    </KitToolbar>
  );
}

interface StatusFilterLinkProps {
  readonly status: 'unreachable' | 'valid';
  readonly label: string;
}

/** Sets or clears a status that no card above the list has. */
function StatusFilterLink({ status, label }: StatusFilterLinkProps) {
  const [state] = useListState();
  const active = state.status === status;
  return (
    <Button
      component={Link}
      to={listHref(withChange(state, { status: active ? 'all' : status }))}
      preventScrollReset
      variant={active ? 'default' : 'subtle'}
      color="gray"
      className={css.filter ?? ''}
      leftSection={<StatusMark tone={status} />}
      rightSection={active ? <Icon name="close" small /> : null}
      aria-current={active || undefined}
    >
      {label}
    </Button>
  );
}

/** True if the plan has environments and the role may create them. */
export function useMayManageEnvironments(): boolean {
  const limit = useSessionView()?.entitlements.environmentLimit;
  return useMay('environments/add-environment') && limit !== 0;
}

export function ManageEnvironmentsButton({ onOpen }: Pick<ToolbarProps, 'onOpen'>) {
  return (
    <Button
      variant="subtle"
      color="gray"
      className={css.environments ?? ''}
      aria-label="Manage Environments"
      title="Manage Environments"
      aria-haspopup="dialog"
      onClick={() => onOpen({ kind: 'environments' })}
    >
      <Icon name="layers" small />
      <Text span inherit ml="xs" className={css.environmentsText ?? ''}>
        Manage Environments
      </Text>
    </Button>
  );
}

interface BulkMenuProps {
  readonly selected: number;
  /** A capped count is "more than" it. */
  readonly capped: boolean;
  readonly busy: boolean;
  readonly onCheck: () => void;
  readonly onDelete: () => void;
}

/** The actions on the selected rows. */
export function BulkMenu({ selected, capped, busy, onCheck, onDelete }: BulkMenuProps) {
  return (
    <Group gap="sm" wrap="nowrap" visibleFrom="xs">
      {selected === 0 ? null : (
        <Text span size="sm" truncate maw={140} role="status">
          {capped ? 'More than ' : ''}
          {countText(selected)} selected
        </Text>
      )}
      <ActionMenu
        inPlace
        trigger={
          <Button variant="default" rightSection={<Icon name="chevronDown" small />} disabled={selected === 0}>
            Bulk
          </Button>
        }
        entries={[
          { label: 'Check Selected', icon: 'refresh', onSelect: onCheck, disabled: busy },
          { label: 'Delete Selected', icon: 'trash', danger: true, onSelect: onDelete },
        ]}
      />
    </Group>
  );
}

export function CheckAllButton({ busy, onCheckAll }: { readonly busy: boolean; readonly onCheckAll: () => void }) {
  return (
    <Button variant="default" miw={110} leftSection={<Icon name="refresh" small />} disabled={busy} onClick={onCheckAll}>
      {busy ? 'Checking...' : 'Check All'}
    </Button>
  );
}
