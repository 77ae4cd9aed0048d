import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC } from '../../../api/trpc.ts';
import { showSuccess } from '../../../ui/toasts/show-toast.ts';
import { failureText, fieldProblem } from '../failure-text.ts';
import { texts } from '../notification-texts.ts';
import type { SmartSettings } from '../types.ts';

/** The settings as a form holds them: texts and numbers as typed, blank quiet hours while they are off. */
export function useSmartForm(saved: SmartSettings) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [fields, setFields] = useState(saved);
  const { mutateAsync, isPending, error, reset } = useMutation(trpc.notifications.saveSettings.mutationOptions());
  const set = (change: Partial<SmartSettings>): void => {
    setFields((present) => ({ ...present, ...change }));
    reset();
  };
  const save = async (): Promise<void> => {
    try {
      const answer = await mutateAsync(fields);
      setFields(answer.settings);
      await queries.invalidateQueries(trpc.notifications.settings.pathFilter());
      showSuccess(texts.smartSaved);
    } catch {
      // The form says why, beside its button.
    }
  };
  return {
    fields,
    set,
    busy: isPending,
    save: () => void save(),
    failure: error === null ? null : failureText(error, texts.saveFailed),
    problemOf: (path: keyof SmartSettings | `quietHours.${string}`) => fieldProblem(error, path),
  };
}

export type SmartFormState = ReturnType<typeof useSmartForm>;
