import { Box, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { problemOf } from '../../../api/problem.ts';
import { useTRPC } from '../../../api/trpc.ts';
import { failureText } from '../../../ui/form/failure-text.ts';
import { Field, Form, SubmitButton } from '../../../ui/form/form.tsx';
import { useForm } from '../../../ui/form/use-form.tsx';
import { showSuccess } from '../../../ui/toasts/show-toast.ts';
import { UpgradeLink } from '../../billing/upgrade-link.tsx';
import type { CertificateView } from '../types.ts';
import { useRefreshCertificates } from '../use-refresh.ts';

const FAILED = 'Failed to add certificate';

/** Adds one endpoint, which is checked at once. An unreachable one is refused with the reason. */
export function AddDomainForm({ onAdded }: { readonly onAdded?: (certificate: CertificateView) => void }) {
  const trpc = useTRPC();
  const refresh = useRefreshCertificates();
  const add = useMutation(trpc.certificates.add.mutationOptions());
  const form = useForm({
    initial: { domain: '' },
    failed: FAILED,
    problems: (error) => ({ domain: failureText(error, FAILED) }),
    submit: async ({ domain }) => {
      const { certificate } = await add.mutateAsync({ domain: domain.trim() });
      showSuccess('Certificate added successfully!');
      form.reset();
      const input = form.element.current?.elements.namedItem('domain');
      if (input instanceof HTMLElement) input.focus();
      onAdded?.(certificate);
      void refresh();
    },
  });
  const field = form.field('domain');
  const isFull = field.error !== undefined && problemOf(add.error)?.code === 'certificate_limit';
  return (
    <Box ta="left" w="100%">
      <Form form={form}>
        <Field
          {...field}
          size="lg"
          label="Enter Domain"
          description="Enter domain without http:// or https://"
          placeholder="domain or domain:port"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          inputMode="url"
          inputContainer={(input) => (
            <Group gap="xs" align="flex-start">
              <Box flex="999 1 220px">{input}</Box>
              <Box flex="1 0 131px">
                <SubmitButton form={form} busyText="Adding..." size="lg" fullWidth disabled={form.values.domain.trim() === ''}>
                  Add Certificate
                </SubmitButton>
              </Box>
            </Group>
          )}
        />
        {isFull ? <UpgradeLink look="text" /> : null}
      </Form>
    </Box>
  );
}
