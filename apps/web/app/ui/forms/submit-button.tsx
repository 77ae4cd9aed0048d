import { Button } from '@mantine/core';

interface SubmitButtonProps {
  readonly busy: boolean;
  /** Stands in the label's place meanwhile, e.g. `Saving...`. */
  readonly busyText: string;
  readonly children: string;
  readonly size?: 'md' | 'lg';
  readonly variant?: 'filled' | 'default';
}

/**
 * Submits its form, once: while busy it keeps the focus and stops every further submission, the Enter key's too (which
 * browsers send through this button).
 */
export function SubmitButton({ busy, busyText, children, size = 'md', variant = 'filled' }: SubmitButtonProps) {
  return (
    <Button
      type="submit"
      size={size}
      variant={variant}
      fullWidth
      aria-disabled={busy}
      {...(busy ? { 'data-disabled': true } : {})}
      onClick={(event) => {
        if (busy) event.preventDefault();
      }}
    >
      {busy ? busyText : children}
    </Button>
  );
}
