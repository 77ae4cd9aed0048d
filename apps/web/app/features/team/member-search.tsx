import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { MEMBER_SEARCH_MAX_LENGTH } from '@notafter/domain';
import { useState } from 'react';
import { Icon } from '../../ui/icons.tsx';
import css from './team.module.css';

const DEBOUNCE_MS = 250;

/** Finds people where they are more than a page; searches when the typing pauses. */
export function MemberSearch({ onSearch }: { readonly onSearch: (text: string) => void }) {
  const [text, setText] = useState('');
  const send = useDebouncedCallback(onSearch, DEBOUNCE_MS);
  return (
    <div className={css.search}>
      <TextInput
        type="search"
        placeholder="Search name or email"
        aria-label="Search name or email"
        autoComplete="off"
        maxLength={MEMBER_SEARCH_MAX_LENGTH}
        leftSection={<Icon name="search" small />}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          send(event.currentTarget.value);
        }}
      />
    </div>
  );
}
