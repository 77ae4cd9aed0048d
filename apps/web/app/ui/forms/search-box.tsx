import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '../icons.tsx';

const DEBOUNCE_MS = 250;

interface SearchBoxProps {
  /** The label, such as `Search names`. */
  readonly label: string;
  readonly maxLength: number;
  /** The search text. */
  readonly value: string;
  readonly onSearch: (text: string) => void;
}

/** Searches when the typing pauses, and follows `value` when that changes by other ways, such as Back. */
export function SearchBox({ label, maxLength, value, onSearch }: SearchBoxProps) {
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
      placeholder={label}
      aria-label={label}
      autoComplete="off"
      maxLength={maxLength}
      leftSection={<Icon name="search" small />}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        send(event.currentTarget.value);
      }}
    />
  );
}
