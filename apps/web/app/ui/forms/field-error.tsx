import type { ReactNode } from 'react';
import { StatusMark } from '../status/status-mark.tsx';
import css from './forms.module.css';

/** The text of a field's error, with its shape; goes into a Mantine input's `error`, which names it to readers. */
export function FieldError({ children }: { readonly children: string }) {
  return (
    <span className={css.error}>
      <StatusMark tone="expired" />
      {children}
    </span>
  );
}

/** Returns the `error` of a Mantine input: a text gets its shape, `true` marks the field without a text. */
export const fieldError = (error: ReactNode): ReactNode => (typeof error === 'string' ? <FieldError>{error}</FieldError> : error);
