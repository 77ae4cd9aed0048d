import { Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Banner } from '../banner/banner.tsx';
import css from './form.module.css';
import type { FormState } from './use-form.tsx';

interface FormProps {
  readonly form: FormState;
  /** Names the form, unless a dialog around it does. */
  readonly label?: string;
  /** Of the banner. */
  readonly tone?: 'expired' | 'warning';
  /** The bar of buttons of a form that fills a panel. */
  readonly foot?: ReactNode;
  /** The fields, one below the other, and the `SubmitButton` of a form without a foot. */
  readonly children: ReactNode;
}

/**
 * The app's only `<form>`. Shows the form's own problem above the fields. It posts, so that a password submitted before the
 * script runs does not get into the address.
 */
export function Form({ form, label, tone = 'expired', foot, children }: FormProps) {
  return (
    <form
      ref={form.element}
      id={form.id}
      aria-label={label}
      method="post"
      noValidate
      onSubmit={form.busy ? (event) => event.preventDefault() : form.onSubmit}
    >
      <Stack gap="md" p={foot === undefined ? 0 : 'md'}>
        {form.failure === null ? null : (
          <Banner tone={tone} role="alert">
            {form.failure}
          </Banner>
        )}
        {children}
      </Stack>
      {foot === undefined ? null : (
        <Group className={css.foot ?? ''} justify="flex-end" px="md" py="sm">
          {foot}
        </Group>
      )}
    </form>
  );
}
