import { Box, Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { problemOfCall } from '../../../api/problem.ts';
import { DomainForm } from '../../../ui/form/domain-form.tsx';
import type { TransparencyActions } from '../use-transparency.ts';

/** The domain as a person types it; the server decides what it is, and its refusal is shown at the field. */
export function WatchForm({ watch }: { readonly watch: TransparencyActions['watch'] }) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);
  const submit = async (): Promise<void> => {
    const domain = typed.trim();
    if (watch.pending) return;
    if (domain === '') {
      input.current?.focus();
      return;
    }
    try {
      await watch.send({ domain });
      setTyped('');
    } catch (error) {
      const { message, details } = problemOfCall(error);
      setRefusal(details[0]?.message ?? message);
    }
  };
  return (
    <Box p="md">
      <DomainForm
        note="Finds certificates for the domain and all names below it."
        value={typed}
        refusal={refusal}
        input={input}
        onChange={(value) => {
          setTyped(value);
          setRefusal(null);
        }}
        onSubmit={() => void submit()}
      >
        <Button type="submit" size="lg" miw={140} disabled={watch.pending}>
          Watch Domain
        </Button>
      </DomainForm>
    </Box>
  );
}
