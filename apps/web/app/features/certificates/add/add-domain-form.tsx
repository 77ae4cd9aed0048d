import { Anchor, Box, Group } from '@mantine/core';
import { isPort, PORT_HELP } from '@notafter/domain';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { problemOf } from '../../../api/problem.ts';
import { useTRPC } from '../../../api/trpc.ts';
import { failureText } from '../../../ui/form/failure-text.ts';
import { Field, Form, SubmitButton } from '../../../ui/form/form.tsx';
import { useForm } from '../../../ui/form/use-form.tsx';
import { lazyPart } from '../../../ui/lazy/lazy.tsx';
import { showSuccess } from '../../../ui/toasts/show-toast.ts';
import { UpgradeLink } from '../../billing/upgrade-link.tsx';
import { choiceOf } from '../anchors/choices.ts';
import type { CertificateView } from '../types.ts';
import { useRefreshCertificates } from '../use-refresh.ts';
import type { EndpointFields } from './endpoint-parts.tsx';

const EndpointParts = lazyPart(() => import('./endpoint-parts.tsx'));

const FAILED = 'Failed to add certificate';

const blank: EndpointFields = {
  domain: '',
  protocol: '',
  port: '',
  servername: '',
  address: '',
  anchors: '',
};

/** The filled-in parts: blank ones are as the domain says. */
const partsOf = ({ protocol, port, servername, address, anchors }: EndpointFields) => ({
  ...(protocol === '' ? {} : { protocol }),
  ...(port.trim() === '' ? {} : { port: Number(port) }),
  ...(servername.trim() === '' ? {} : { servername }),
  ...(address.trim() === '' ? {} : { address }),
  ...(anchors === '' ? {} : { anchors: choiceOf(anchors) }),
});

/** Adds one endpoint, which is checked at once. An unreachable one is refused with the reason. */
export function AddDomainForm({ onAdded }: { readonly onAdded?: (certificate: CertificateView) => void }) {
  const trpc = useTRPC();
  const refresh = useRefreshCertificates();
  const add = useMutation(trpc.certificates.add.mutationOptions());
  const form = useForm({
    initial: blank,
    failed: FAILED,
    check: ({ port }) => (port.trim() === '' || isPort(port.trim()) ? {} : { port: PORT_HELP }),
    problems: (error) => ({ domain: failureText(error, FAILED) }),
    submit: async (values) => {
      const { certificate } = await add.mutateAsync({ domain: values.domain.trim(), ...partsOf(values) });
      showSuccess('Certificate added successfully!');
      form.reset();
      const input = form.element.current?.elements.namedItem('domain');
      if (input instanceof HTMLElement) input.focus();
      onAdded?.(certificate);
      void refresh();
    },
  });
  const [hasParts, setHasParts] = useState(false);
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
        <Anchor component="button" type="button" size="sm" w="fit-content" aria-expanded={hasParts} onClick={() => setHasParts(!hasParts)}>
          {hasParts ? 'Fewer options' : 'Protocol, server name, address'}
        </Anchor>
        {hasParts ? <EndpointParts form={form} /> : null}
      </Form>
    </Box>
  );
}
