import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC } from '../../../api/trpc.ts';
import { failureText } from '../../../ui/form/failure-text.ts';
import { showError, showSuccess } from '../../../ui/toasts/show-toast.ts';
import type { EndpointInput, WebhookEndpoint } from '../types.ts';

interface ShownSecret {
  readonly secret: string;
  readonly rotated: boolean;
}

/** Changes to webhook endpoints. Each reloads the list; saves, rotations and deletions reject with their error. */
export function useEndpoints() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [shown, setShown] = useState<ShownSecret | null>(null);
  const add = useMutation(trpc.notifications.addEndpoint.mutationOptions());
  const update = useMutation(trpc.notifications.updateEndpoint.mutationOptions());
  const rotate = useMutation(trpc.notifications.rotateEndpointSecret.mutationOptions());
  const test = useMutation(trpc.notifications.testEndpoint.mutationOptions());
  const remove = useMutation(trpc.notifications.removeEndpoint.mutationOptions());
  const reload = (): Promise<void> => queries.invalidateQueries(trpc.notifications.endpoints.queryFilter());

  const save = async (endpoint: WebhookEndpoint | null, input: EndpointInput): Promise<void> => {
    if (endpoint === null) setShown({ secret: (await add.mutateAsync(input)).signingSecret, rotated: false });
    else await update.mutateAsync({ id: endpoint.id, ...input });
    showSuccess(endpoint === null ? 'Webhook endpoint added' : 'Webhook endpoint saved');
    await reload();
  };

  const sendTest = async ({ id }: WebhookEndpoint): Promise<void> => {
    try {
      await test.mutateAsync({ id });
      showSuccess('Test event sent!');
    } catch (error) {
      showError(failureText(error, 'Test failed'));
    }
    await reload();
  };

  return {
    shown,
    forgetSecret: () => setShown(null),
    testing: test.isPending ? test.variables.id : null,
    save,
    sendTest: (endpoint: WebhookEndpoint) => void sendTest(endpoint),
    rotate: async ({ id }: WebhookEndpoint): Promise<void> => {
      setShown({ secret: (await rotate.mutateAsync({ id })).signingSecret, rotated: true });
    },
    remove: async ({ id, name }: WebhookEndpoint): Promise<void> => {
      await remove.mutateAsync({ id });
      showSuccess(`${name} deleted`);
      await reload();
    },
  };
}
