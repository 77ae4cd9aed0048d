import { Box, Button } from '@mantine/core';
import { CardForm } from '../../../ui/card-form/card-form.tsx';
import { useForm } from '../../../ui/form/use-form.tsx';
import { DayChoice } from '../channels/day-choice.tsx';
import type { CertificateAlerts } from '../types.ts';
import { DAYS_FAILED, type useCertificateAlerts } from './use-certificate-alerts.ts';

interface DaysFormProps {
  readonly data: CertificateAlerts;
  readonly state: ReturnType<typeof useCertificateAlerts>;
  readonly onDone: () => void;
}

/** The alert days of one certificate. They replace those of its tags and of the organization. */
export default function DaysForm({ data: { days, ruleId }, state, onDone }: DaysFormProps) {
  const initial: { days: readonly number[] } = { days };
  const form = useForm({
    initial,
    failed: DAYS_FAILED,
    submit: async (values) => {
      await state.saveDays(values.days);
      onDone();
    },
  });
  const dropDays = async (id: NonNullable<typeof ruleId>): Promise<void> => {
    if ((await state.dropDays(id)) !== null) onDone();
  };
  const defaultButton =
    ruleId === null ? null : (
      <Button variant="subtle" color="gray" size="sm" mr="auto" disabled={state.busy} onClick={() => void dropDays(ruleId)}>
        Use Default Days
      </Button>
    );
  return (
    <Box p="md">
      <CardForm form={form} label="Alert days" incomplete={form.values.days.length === 0} extra={defaultButton} onCancel={onDone}>
        <DayChoice chosen={form.values.days} onChange={(chosen) => form.set({ days: chosen })} />
      </CardForm>
    </Box>
  );
}
