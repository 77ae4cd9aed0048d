import { looksLikeEmail } from '@notafter/domain';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { problemOfCall } from '../../api/problem.ts';
import { useTRPC } from '../../api/trpc.ts';
import { Banner } from '../../ui/banner/banner.tsx';
import { EmailField } from '../../ui/forms/email-field.tsx';
import { SubmitButton } from '../../ui/forms/submit-button.tsx';
import { resetRequestText, texts } from './account-texts.ts';
import css from './forms.module.css';

/** Opens below the sign-in form, with the address typed there; it never says whether an account exists. */
export function ForgotPasswordForm({ initialEmail }: { readonly initialEmail: string }) {
  const trpc = useTRPC();
  const request = useMutation(trpc.accounts.requestPasswordReset.mutationOptions());
  const [email, setEmail] = useState(initialEmail);
  const [error, setError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const address = email.trim();
    const found = address === '' ? texts.emailMissing : looksLikeEmail(address) ? undefined : texts.emailInvalid;
    setError(found);
    if (found === undefined) request.mutate({ email });
    else input.current?.focus();
  };

  const outcome = request.isSuccess
    ? { sent: true, text: texts.resetSent }
    : request.error === null
      ? null
      : resetRequestText(problemOfCall(request.error));

  return (
    <form className={css.reset} method="post" noValidate onSubmit={submit} aria-label="Forgot Password">
      <EmailField label="Email" autoComplete="email" value={email} onChange={setEmail} error={error} inputRef={input} />
      <SubmitButton variant="default" busy={request.isPending} busyText="Sending...">
        Send Reset Link
      </SubmitButton>
      {outcome === null ? null : (
        <Banner tone={outcome.sent ? 'valid' : 'expired'} role={outcome.sent ? 'status' : 'alert'}>
          {outcome.text}
        </Banner>
      )}
    </form>
  );
}
