import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { RESULT_SEARCH_MAX_LENGTH } from '@notafter/domain';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '../../ui/icons.tsx';
import css from './results-panel.module.css';

const DEBOUNCE_MS = 250;

interface ResultSearchProps {
  /** What the address says. */
  readonly value: string;
  readonly onSearch: (text: string) => void;
}

/** Finds names among many when the typing pauses, and follows the address when that changes by other ways, such as Back. */
export function ResultSearch({ value, onSearch }: ResultSearchProps) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const send = useDebouncedCallback((next: string) => {
    sent.current = next.trim();
    onSearch(sent.current);
  }, DEBOUNCE_MS);
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);
  return (
    <TextInput
      type="search"
      size="sm"
      className={css.search ?? ''}
      placeholder="Search names"
      aria-label="Search names"
      autoComplete="off"
      maxLength={RESULT_SEARCH_MAX_LENGTH}
      leftSection={<Icon name="search" small />}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        send(event.currentTarget.value);
      }}
    />
  );
}
