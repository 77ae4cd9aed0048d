import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '../../../ui/icons.tsx';
import css from './toolbar.module.css';

const DEBOUNCE_MS = 250;
const SEARCH_MAX = 200;

interface SearchFieldProps {
  /** What the address says. */
  readonly value: string;
  readonly onSearch: (text: string) => void;
}

/** Searches when the typing pauses, and follows the address when that changes by other ways, such as Back. */
export function SearchField({ value, onSearch }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const send = useDebouncedCallback((next: string) => {
    sent.current = next.trim();
    onSearch(next);
  }, DEBOUNCE_MS);
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);
  return (
    <TextInput
      type="search"
      className={css.search ?? ''}
      classNames={{ input: css.searchInput ?? '' }}
      placeholder="Search domain or issuer"
      aria-label="Search domain or issuer"
      maxLength={SEARCH_MAX}
      leftSection={<Icon name="search" small />}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        send(event.currentTarget.value);
      }}
    />
  );
}
