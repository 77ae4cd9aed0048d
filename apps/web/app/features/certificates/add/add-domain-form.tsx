import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import { problemOfCall } from '../../../api/problem.ts';
import { useTRPC } from '../../../api/trpc.ts';
import { FieldError } from '../../../ui/forms/field-error.tsx';
import { showSuccess } from '../../../ui/toasts/show-toast.ts';
import { UpgradeLink } from '../../billing/upgrade-link.tsx';
import type { CertificateView } from '../types.ts';
import { useRefreshCertificates } from '../use-refresh.ts';
import css from './add-domain-form.module.css';
import { addFailureText } from './add-failure-text.ts';

interface AddDomainFormProps {
  readonly onAdded?: (certificate: CertificateView) => void;
}

/** Adds one endpoint, which is checked at once; what cannot be reached is refused with the reason. */
export function AddDomainForm({ onAdded }: AddDomainFormProps) {
  const id = useId();
  const trpc = useTRPC();
  const refresh = useRefreshCertificates();
  const input = useRef<HTMLInputElement>(null);
  const [domain, setDomain] = useState('');
  const add = useMutation(
    trpc.certificates.add.mutationOptions({
      onSuccess: ({ certificate }) => {
        showSuccess('Certificate added successfully!');
        setDomain('');
        input.current?.focus();
        onAdded?.(certificate);
        void refresh();
      },
      onError: () => input.current?.focus(),
    }),
  );
  const trimmed = domain.trim();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (trimmed !== '' && !add.isPending) add.mutate({ domain: trimmed });
  };
  const noteId = `${id}-note`;
  return (
    <form className={css.form} onSubmit={submit} noValidate>
      <label htmlFor={id} className={css.label}>
        Enter Domain
      </label>
      <div className={css.line}>
        <TextInput
          id={id}
          ref={input}
          size="lg"
          className={css.input ?? ''}
          placeholder="domain or domain:port"
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          inputMode="url"
          value={domain}
          onChange={(event) => {
            setDomain(event.currentTarget.value);
            if (add.isError) add.reset();
          }}
          error={add.isError}
          aria-describedby={noteId}
        />
        <Button type="submit" size="lg" className={css.button ?? ''} disabled={trimmed === '' || add.isPending}>
          {add.isPending ? 'Adding...' : 'Add Certificate'}
        </Button>
      </div>
      <div id={noteId} className={css.note} aria-live="polite" data-error={add.isError}>
        {add.isError ? <FieldError>{addFailureText(add.error)}</FieldError> : 'Enter domain without http:// or https://'}
        {add.isError && problemOfCall(add.error).code === 'certificate_limit' ? <UpgradeLink look="text" /> : null}
      </div>
    </form>
  );
}
