import { Box, Button, TextInput } from '@mantine/core';
import { useId, useRef, useState } from 'react';
import { problemOfCall } from '../../../api/problem.ts';
import { InlineForm } from '../../../ui/form/inline-form.tsx';
import { FieldError } from '../../../ui/forms/field-error.tsx';
import { Icon } from '../../../ui/icons.tsx';
import type { TransparencyActions } from '../use-transparency.ts';

/** The domain as a person types it; the server decides what it is, and its refusal is shown at the field. */
export function WatchForm({ watch }: { readonly watch: TransparencyActions['watch'] }) {
  const id = useId();
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
      <InlineForm
        id={id}
        label="Domain"
        note="Finds certificates for the domain and all names below it."
        error={refusal === null ? null : <FieldError>{refusal}</FieldError>}
        onSubmit={() => void submit()}
        field={
          <TextInput
            id={id}
            ref={input}
            size="lg"
            leftSection={<Icon name="globe" small />}
            placeholder="example.com"
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            inputMode="url"
            value={typed}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              setRefusal(null);
            }}
            error={refusal !== null}
            aria-describedby={`${id}-note`}
          />
        }
      >
        <Button type="submit" size="lg" miw={140} disabled={watch.pending}>
          Watch Domain
        </Button>
      </InlineForm>
    </Box>
  );
}
