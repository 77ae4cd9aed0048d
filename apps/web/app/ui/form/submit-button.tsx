import { Button, type ButtonProps } from '@mantine/core';
import type { FormState } from './use-form.tsx';

interface SubmitButtonProps extends Pick<ButtonProps, 'size' | 'variant' | 'color' | 'fullWidth' | 'disabled'> {
  readonly form: FormState;
  /** Replaces the label meanwhile, e.g. `Saving...`. */
  readonly busyText: string;
  readonly children: string;
}

/** Submits its form, from inside of it or from a dialog's foot. It keeps the focus while the form is busy. */
export function SubmitButton({ form, busyText, children, ...button }: SubmitButtonProps) {
  return (
    <Button type="submit" form={form.id} aria-disabled={form.busy} {...(form.busy ? { 'data-disabled': true } : {})} {...button}>
      {form.busy ? busyText : children}
    </Button>
  );
}
