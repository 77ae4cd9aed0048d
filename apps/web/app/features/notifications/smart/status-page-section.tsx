import { Button, SimpleGrid } from '@mantine/core';
import { useTRPC } from '../../../api/trpc.ts';
import { useAction } from '../../../ui/action/use-action.ts';
import { Field } from '../../../ui/form/form.tsx';
import { texts } from '../notification-texts.ts';
import { Section } from './section.tsx';
import type { SmartFormState } from './use-smart-form.ts';

/** Incidents on a public page, which open and close with a certificate's problem. */
export function StatusPageSection({ form }: { readonly form: SmartFormState }) {
  const trpc = useTRPC();
  const { run, pending } = useAction(trpc.notifications.testStatusPage.mutationOptions(), {
    done: ({ pageName }) => `StatusPage.io test successful! Connected to: ${pageName}`,
    failed: texts.pageFailed,
  });
  const { statusPageEnabled, statusPageUrl: url, statusPageApiKey: apiKey } = form.values;
  return (
    <Section
      title="Status page"
      text="An expired, invalid, revoked or unreachable certificate opens an incident on StatusPage.io. It is resolved when the problem is."
      on={statusPageEnabled}
      onSwitch={(on) => form.set({ statusPageEnabled: on })}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <Field {...form.field('statusPageUrl')} type="url" label="Status page URL" placeholder="https://example.statuspage.io" />
        <Field {...form.field('statusPageApiKey')} kind="masked" label="API key" />
      </SimpleGrid>
      <Button
        variant="default"
        size="sm"
        style={{ alignSelf: 'start' }}
        disabled={url.trim() === '' || apiKey.trim() === '' || pending}
        onClick={() => void run({ url, apiKey })}
      >
        {pending ? 'Connecting...' : 'Test Connection'}
      </Button>
    </Section>
  );
}
