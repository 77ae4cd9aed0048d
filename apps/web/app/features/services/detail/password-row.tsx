import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTRPC } from '../../../api/trpc.ts';
import { useAction } from '../../../ui/action/use-action.ts';
import { IconButton } from '../../../ui/buttons/buttons.tsx';
import { useCopied } from '../../../ui/copy/use-copied.ts';
import { FactRow } from '../../../ui/fact-table/fact-table.tsx';
import { Icon } from '../../../ui/icons.tsx';
import type { ServiceDetail } from '../types.ts';

const MASKED = '\u2022'.repeat(20);

/** The password, fetched and recorded each time an admin shows or copies it. */
export function PasswordRow({ service: { resourceId } }: { readonly service: ServiceDetail }) {
  const { services } = useTRPC();
  const [shown, setShown] = useState<string | null>(null);
  const { copied, copy } = useCopied();
  const reveal = useAction(services.revealPassword.mutationOptions({ gcTime: 0 }), { failed: 'Failed to show the password' });
  const fetchPassword = async (): Promise<string | null> => (await reveal.run({ resourceId }))?.password ?? null;
  const toggle = async (): Promise<void> => setShown(shown === null ? await fetchPassword() : null);
  const copyIt = async (): Promise<void> => {
    const password = shown ?? (await fetchPassword());
    if (password !== null) copy(password);
  };
  return (
    <FactRow
      name="Password"
      code
      actions={
        <>
          <Button
            variant="subtle"
            color="gray"
            size="sm"
            leftSection={<Icon name={shown === null ? 'eye' : 'eyeOff'} small />}
            aria-label={shown === null ? 'Show password' : 'Hide password'}
            disabled={reveal.pending}
            onClick={() => void toggle()}
          >
            {shown === null ? 'Show' : 'Hide'}
          </Button>
          <IconButton
            icon={copied ? 'check' : 'copy'}
            label={copied ? 'Copied' : 'Copy password'}
            size={24}
            disabled={reveal.pending}
            onClick={() => void copyIt()}
          />
        </>
      }
    >
      {shown ?? MASKED}
    </FactRow>
  );
}
