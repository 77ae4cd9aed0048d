import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Icon } from '../icons.tsx';

interface SearchFormProps {
  /** Names the field, such as `Search organizations`. */
  readonly label: string;
  readonly placeholder: string;
  readonly maxLength: number;
  readonly busy: boolean;
  /** Called with an empty text, too: the whole list. */
  readonly onSearch: (text: string) => void;
}

/** Searches with Enter or by its button, for searches that read too much for every key. */
export function SearchForm({ label, placeholder, maxLength, busy, onSearch }: SearchFormProps) {
  const [text, setText] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(text.trim());
      }}
    >
      <Group gap="xs" wrap="nowrap">
        <TextInput
          flex={1}
          miw={0}
          size="sm"
          type="search"
          aria-label={label}
          placeholder={placeholder}
          autoComplete="off"
          maxLength={maxLength}
          leftSection={<Icon name="search" small />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button flex="none" type="submit" size="sm" variant="default" loading={busy}>
          Search
        </Button>
      </Group>
    </form>
  );
}
