import { Text, TextInput } from '@mantine/core';
import { problemOfSearch } from '@notafter/domain';
import { useId, useRef } from 'react';
import { IconButton } from '../../../ui/buttons/buttons.tsx';
import { FieldError } from '../../../ui/forms/field-error.tsx';
import { useSearchText } from '../../../ui/forms/search-box.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { ActionMenu } from '../../../ui/menu/action-menu.tsx';

const SEARCH_MAX = 200;

interface SearchFieldProps {
  /** The search in the address. */
  readonly value: string;
  readonly onSearch: (text: string) => void;
}

/** A search that cannot be parsed is not sent: the rows stay, and the reason is below the field. */
export function SearchField({ value, onSearch }: SearchFieldProps) {
  const noteId = useId();
  const input = useRef<HTMLInputElement>(null);
  const { input: typed, setText, problem } = useSearchText(value, onSearch, problemOfSearch);
  const insert = (word: string): void => {
    setText(`${typed.value.trim()} ${word}`.trimStart());
    // The menu gives the focus back to its button when it closes; the field takes it after that.
    window.setTimeout(() => input.current?.focus(), 200);
  };
  return (
    <>
      <TextInput
        ref={input}
        type="search"
        size="xs"
        placeholder="Search domain or issuer"
        aria-label="Search domain or issuer"
        maxLength={SEARCH_MAX}
        leftSection={<Icon name="search" small />}
        rightSection={<SearchHelp onInsert={insert} />}
        error={problem !== null}
        {...(problem === null ? {} : { 'aria-describedby': noteId })}
        {...typed}
      />
      <Text id={noteId} size="xs" c="var(--na-expired-fg)" component="div" role="status">
        {problem === null ? null : <FieldError>{problem}</FieldError>}
      </Text>
    </>
  );
}

/** The search language: each word with an example. */
const words = [
  { word: 'tag:', note: 'A tag: tag:web or tag:team=web' },
  { word: 'env:', note: 'An environment, or the tag env' },
  { word: 'issuer:', note: 'Part of the issuer: issuer:digicert' },
  { word: 'domain:', note: 'Part of the domain: domain:shop' },
  { word: 'owner:', note: 'An owner: owner:"Ada Lovelace"' },
  { word: 'expires:', note: 'expires:<30d, or a date: expires:>2027-01-31' },
  { word: 'renewal:', note: 'renewal:late, or renewal:due' },
  { word: 'protocol:', note: 'protocol:smtp, or protocol:tls' },
  { word: 'key:', note: 'key:shared, one key in several certificates' },
  { word: 'kind:', note: 'kind:upload, kind:date, kind:file or kind:endpoint' },
  { word: 'deploy:', note: 'deploy:not-reloaded, not-deployed, behind, unknown or any' },
  { word: 'collector:', note: 'A collector: collector:"Vault network"' },
] as const;

/** The words that the search understands. Choosing one writes it into the field. Phones have no room for it. */
function SearchHelp({ onInsert }: { readonly onInsert: (word: string) => void }) {
  return (
    <ActionMenu
      inPlace
      width={330}
      trigger={<IconButton icon="help" label="Search words" size={26} visibleFrom="xs" title="Search words" />}
      header={
        <Text size="xs" c="dimmed" px="sm" py={6}>
          Plain text finds domains and issuers. With these words, everything must match:
        </Text>
      }
      entries={words.map(({ word, note }) => ({ label: word, note, icon: 'search', onSelect: () => onInsert(word) }))}
    />
  );
}
