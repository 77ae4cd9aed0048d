import { Text, type TextInputProps } from '@mantine/core';
import { Field } from './form.tsx';

interface TypedNameProps extends TextInputProps {
  /** To the letter. */
  readonly expected: string;
}

/** The line that asks to type a name before something is lost, with its field: `<TypedName {...form.field('typed')} expected={name} label="Name" />`. */
export function TypedName({ expected, ...field }: TypedNameProps) {
  return (
    <>
      <Text size="sm">
        Type{' '}
        <Text span ff="var(--na-mono)" c="var(--na-text)">
          {expected}
        </Text>{' '}
        to confirm.
      </Text>
      <Field {...field} kind="exact" />
    </>
  );
}
