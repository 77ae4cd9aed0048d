import { useTRPC } from '../../../api/trpc.ts';
import { useAction } from '../../../ui/action/use-action.ts';
import { useForm } from '../../../ui/form/use-form.tsx';
import { texts } from '../notification-texts.ts';
import type { SmartSettings } from '../types.ts';

export function useSmartForm(saved: SmartSettings) {
  const trpc = useTRPC();
  const { send } = useAction(trpc.notifications.saveSettings.mutationOptions(), {
    done: texts.smartSaved,
    failed: texts.saveFailed,
    refresh: [trpc.notifications.settings.queryFilter()],
  });
  const form = useForm({
    initial: { ...saved },
    failed: texts.saveFailed,
    submit: async (values): Promise<void> => form.set({ ...(await send(values)).settings }),
  });
  return form;
}

export type SmartFormState = ReturnType<typeof useSmartForm>;
