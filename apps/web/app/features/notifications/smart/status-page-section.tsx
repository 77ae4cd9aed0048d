import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTRPC } from '../../../api/trpc.ts';
import { fieldError } from '../../../ui/forms/field-error.tsx';
import { showError, showSuccess } from '../../../ui/toasts/show-toast.ts';
import { failureText } from '../failure-text.ts';
import { texts } from '../notification-texts.ts';
import { Section } from './section.tsx';
import css from './smart.module.css';
import type { SmartFormState } from './use-smart-form.ts';

/** Incidents on a public page, opened with a certificate's trouble and resolved with it. */
export function StatusPageSection({ form: { fields, set, problemOf } }: { readonly form: SmartFormState }) {
  const trpc = useTRPC();
  const { mutateAsync, isPending } = useMutation(trpc.notifications.testStatusPage.mutationOptions());
  const { statusPageUrl: url, statusPageApiKey: apiKey } = fields;
  const test = async (): Promise<void> => {
    try {
      const { pageName } = await mutateAsync({ url, apiKey });
      showSuccess(`StatusPage.io test successful! Connected to: ${pageName}`);
    } catch (error) {
      showError(failureText(error, texts.pageFailed));
    }
  };
  return (
    <Section
      title="Status page"
      text="An expired, invalid, revoked or unreachable certificate opens an incident on StatusPage.io, and its end resolves it."
      on={fields.statusPageEnabled}
      onSwitch={(statusPageEnabled) => set({ statusPageEnabled })}
    >
      <div className={css.pair}>
        <TextInput
          type="url"
          label="Status page URL"
          placeholder="https://example.statuspage.io"
          autoComplete="off"
          value={url}
          onChange={(event) => set({ statusPageUrl: event.currentTarget.value })}
          error={fieldError(problemOf('statusPageUrl'))}
        />
        <TextInput
          label="API key"
          autoComplete="off"
          spellCheck={false}
          value={apiKey}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => set({ statusPageApiKey: event.currentTarget.value })}
          error={fieldError(problemOf('statusPageApiKey'))}
          classNames={{ input: css.mono ?? '' }}
        />
      </div>
      <Button
        variant="default"
        size="sm"
        className={css.test ?? ''}
        disabled={url.trim() === '' || apiKey.trim() === '' || isPending}
        onClick={() => void test()}
      >
        {isPending ? 'Connecting...' : 'Test Connection'}
      </Button>
    </Section>
  );
}
