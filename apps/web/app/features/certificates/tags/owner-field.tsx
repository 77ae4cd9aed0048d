import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { countText, MEMBER_SEARCH_MAX_LENGTH, plural } from '@notafter/domain';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { problemOfCall } from '../../../api/problem.ts';
import { useTRPC } from '../../../api/trpc.ts';
import { Icon } from '../../../ui/icons.tsx';
import css from './owner-field.module.css';
import { fieldLabels } from './tag-fields.ts';

const SHOWN = 20;
const PAUSE_MS = 250;

/** Values of the options besides members, whose values are ids. */
const NOBODY = 'nobody';
const PRESENT = 'present';
const AGAIN = 'again';

interface OwnerFieldProps {
  /** The full name, which is what is stored; of somebody who may have left. */
  readonly owner: string;
  readonly onChange: (owner: string) => void;
}

/** A member searched by name or address. What was typed counts for nothing until a member is chosen. */
export function OwnerField({ owner, onChange }: OwnerFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [search, setSearch] = useState('');
  const searchSoon = useDebouncedCallback((text: string) => setSearch(text.trim()), PAUSE_MS);
  const list = useCombobox({
    onDropdownClose: () => {
      searchSoon.cancel();
      setTyped(null);
      setSearch('');
      list.resetSelectedOption();
    },
  });
  const found = useMembers(search, list.dropdownOpened);
  const choose = (value: string): void => {
    if (value === AGAIN) {
      found.askAgain();
      return;
    }
    if (value !== PRESENT) onChange(found.members.find(({ id }) => id === value)?.name ?? '');
    list.closeDropdown();
  };
  return (
    // Within the dialog, which hides what is outside of it from screen readers.
    <Combobox store={list} onOptionSubmit={choose} withinPortal={false} floatingStrategy="fixed">
      <Combobox.Target autoComplete="off" withExpandedAttribute>
        <TextInput
          role="combobox"
          aria-autocomplete="list"
          label={fieldLabels.owner}
          placeholder="No Owner"
          maxLength={MEMBER_SEARCH_MAX_LENGTH}
          rightSection={<Icon name="chevronDown" small />}
          rightSectionPointerEvents="none"
          value={typed ?? owner}
          onFocus={(event) => event.currentTarget.select()}
          onClick={() => list.openDropdown()}
          onBlur={() => list.closeDropdown()}
          onKeyDown={(event) => {
            // With the list open it would save a form in which the name that stands there was not chosen.
            if (event.key === 'Enter' && list.dropdownOpened) event.preventDefault();
          }}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            searchSoon(event.currentTarget.value);
            list.openDropdown();
            list.resetSelectedOption();
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options className={css.options ?? ''} mah={228} style={{ overflowY: 'auto' }} aria-label="Members" aria-busy={found.busy}>
          {search === '' ? <Combobox.Option value={NOBODY}>No Owner</Combobox.Option> : null}
          {search === '' && owner !== '' && !found.members.some(({ name }) => name === owner) ? (
            <Combobox.Option value={PRESENT} active>
              {owner}
            </Combobox.Option>
          ) : null}
          {found.members.map(({ id, name, email }) => (
            <Combobox.Option key={id} value={id} active={name === owner}>
              {name} <span className={css.email}>({email})</span>
            </Combobox.Option>
          ))}
          {found.failure === null ? null : <Combobox.Option value={AGAIN}>Try Again</Combobox.Option>}
        </Combobox.Options>
        <Combobox.Footer fz="xs" c="dimmed" role="status">
          {found.failure ?? (found.busy ? 'Loading...' : foundText(search, found.members.length, found.total))}
        </Combobox.Footer>
      </Combobox.Dropdown>
    </Combobox>
  );
}

const foundText = (search: string, shown: number, total: number): string => {
  if (total > shown) return `${shown} of ${countText(total)} members. Type a name or an address to find others.`;
  if (search === '') return plural(total, 'member');
  return total === 0 ? 'Nobody matches.' : `${plural(total, 'member matches', 'members match')}.`;
};

/** The first of those that a search finds, asked for once the list is open. */
function useMembers(search: string, opened: boolean) {
  const trpc = useTRPC();
  const input = { limit: SHOWN, cursor: null, ...(search === '' ? {} : { search }) };
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(
    trpc.team.listUsers.queryOptions(input, { enabled: opened, placeholderData: keepPreviousData }),
  );
  const members = (data?.users ?? []).map(({ id, firstName, lastName, email }) => ({
    id,
    email,
    name: `${firstName} ${lastName}`.trim(),
  }));
  return {
    members,
    total: data?.total ?? 0,
    busy: isFetching && (data === undefined || isPlaceholderData),
    failure: error === null || isFetching ? null : `Members did not load. ${problemOfCall(error).message}`,
    askAgain: () => void refetch(),
  };
}
