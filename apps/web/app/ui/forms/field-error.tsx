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

/** `error` of a Mantine input: the text with its shape; a boolean marks the field without a text. */
export const fieldError = (error: string | boolean | undefined) => (typeof error === 'string' ? <FieldError>{error}</FieldError> : error);
