import { Button } from '@mantine/core';
import { countText } from '@notafter/domain';
import { Link } from '@remix-run/react';
import { type ReactNode, useState } from 'react';
import { useMay, useSessionView } from '../../../shell/session.ts';
import { Icon } from '../../../ui/icons.tsx';
import { ActionMenu } from '../../../ui/menu/action-menu.tsx';
import { StatusMark } from '../../../ui/status/status-mark.tsx';
import { ListFilters, useFilterChoices } from './list-filters.tsx';
import { isNarrowed, type ListState, listHref, withChange } from './list-state.ts';
import { MoreMenu } from './more-menu.tsx';
import { SearchField } from './search-field.tsx';
import css from './toolbar.module.css';

interface BulkProps {
  readonly selected: number;
  /** A capped count is "more than" it. */
  readonly capped: boolean;
  readonly busy: boolean;
  readonly onCheck: () => void;
  readonly onDelete: () => void;
}

interface ToolbarProps {
  readonly state: ListState;
  readonly onChange: (change: Partial<ListState>, options?: { readonly replace?: boolean }) => void;
  /** How many endpoints do not answer; they are found by this filter alone. */
  readonly unreachable: number;
  readonly onManageEnvironments: () => void;
  readonly onCalendar: () => void;
  /** Bulk menu and Check All, for those who may. */
  readonly children?: ReactNode;
}

/** One row. Where it has no room, filters and environments fold into the menu at its end. */
export function Toolbar({ state, onChange, unreachable, onManageEnvironments, onCalendar, children }: ToolbarProps) {
  const filtered = state.status === 'unreachable';
  const choices = useFilterChoices(state);
  const mayManage = useMayManageEnvironments();
  const [unfolded, setUnfolded] = useState(false);
  return (
    <div className={css.toolbar}>
      <SearchField value={state.search} onSearch={(search) => onChange({ search }, { replace: true })} />
      <div className={css.filters} data-unfolded={unfolded || isNarrowed(state)}>
        <ListFilters state={state} choices={choices} onChange={onChange} />
      </div>
      {unreachable > 0 || filtered ? (
        <Link
          to={listHref(withChange(state, { status: filtered ? 'all' : 'unreachable' }))}
          preventScrollReset
          className={css.filter}
          {...(filtered ? { 'aria-current': 'true' as const } : {})}
        >
          <StatusMark tone="unreachable" />
          {countText(unreachable)} unreachable
          {filtered ? <Icon name="close" small /> : null}
        </Link>
      ) : null}
      {state.status === 'valid' ? (
        <Link to={listHref(withChange(state, { status: 'all' }))} preventScrollReset className={css.filter} aria-current="true">
          <StatusMark tone="valid" />
          Valid only
          <Icon name="close" small />
        </Link>
      ) : null}
      <span className={css.spring} />
      {mayManage ? <ManageEnvironmentsButton onClick={onManageEnvironments} /> : null}
      {children}
      <MoreMenu
        state={state}
        onCalendar={onCalendar}
        folded={{
          unreachable: filtered ? 0 : unreachable,
          onFilter: choices.byEnvironment || choices.byTag ? () => setUnfolded(true) : null,
          onManageEnvironments: mayManage ? onManageEnvironments : null,
        }}
      />
    </div>
  );
}

/** Only where the plan has environments, for those who may make them. */
export function useMayManageEnvironments(): boolean {
  const limit = useSessionView()?.entitlements.environmentLimit;
  return useMay('environments/add-environment') && limit !== 0;
}

export function ManageEnvironmentsButton({ onClick }: { readonly onClick: () => void }) {
  return (
    <Button
      variant="subtle"
      color="gray"
      className={css.environments ?? ''}
      aria-label="Manage Environments"
      title="Manage Environments"
      aria-haspopup="dialog"
      onClick={onClick}
    >
      <Icon name="layers" small />
      <span className={css.environmentsText}>Manage Environments</span>
    </Button>
  );
}

/** What can be done to the ticked rows. */
export function BulkMenu({ selected, capped, busy, onCheck, onDelete }: BulkProps) {
  return (
    <span className={css.bulk}>
      {selected === 0 ? null : (
        <span className={css.selected} role="status">
          {capped ? 'More than ' : ''}
          {countText(selected)} selected
        </span>
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
    </span>
  );
}

interface CheckAllProps {
  readonly busy: boolean;
  readonly onCheckAll: () => void;
}

export function CheckAllButton({ busy, onCheckAll }: CheckAllProps) {
  return (
    <Button
      variant="default"
      className={css.checkAll ?? ''}
      leftSection={<Icon name="refresh" small />}
      disabled={busy}
      onClick={onCheckAll}
    >
      {busy ? 'Checking...' : 'Check All'}
    </Button>
  );
}
