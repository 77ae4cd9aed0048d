import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
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

/**
 * Searches when the typing pauses, and follows `value` when that changes by other ways, such as Back. A text with a problem
 * is not sent.
 */
export function useSearchText(value: string, onSearch: (text: string) => void, problemOf?: (text: string) => string | null) {
  const [text, setText] = useState(value);
  const [problem, setProblem] = useState<string | null>(null);
  const sent = useRef(value);
  const send = useDebouncedCallback((next: string) => {
    const found = problemOf?.(next) ?? null;
    setProblem(found);
    if (found !== null) return;
    sent.current = next.trim();
    onSearch(sent.current);
  }, DEBOUNCE_MS);
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
    setProblem(null);
  }, [value]);
  const onChange = (event: ChangeEvent<HTMLInputElement>): void => {
    setText(event.currentTarget.value);
    send(event.currentTarget.value);
  };
  return { input: { value: text, onChange }, setText, problem };
}

export function SearchBox({ label, maxLength, value, onSearch }: SearchBoxProps) {
  const { input } = useSearchText(value, onSearch);
  return (
    <TextInput
      type="search"
      placeholder={label}
      aria-label={label}
      autoComplete="off"
      maxLength={maxLength}
      leftSection={<Icon name="search" small />}
      {...input}
    />
  );
}
