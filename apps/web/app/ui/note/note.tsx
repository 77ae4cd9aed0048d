import { Text, type TextProps } from '@mantine/core';
import type { ReactNode } from 'react';

interface NoteProps extends Omit<TextProps, 'c' | 'size'> {
  readonly small?: boolean;
  readonly children: ReactNode;
}

/** Secondary text, beside or below what it is about. */
export const Note = ({ small = false, ...text }: NoteProps) => <Text size={small ? 'xs' : 'sm'} c="dimmed" {...text} />;
