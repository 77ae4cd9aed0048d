import { NativeSelect } from '@mantine/core';
import { addMs, dateTimeText, HOUR_MS, OVERLAP_HOURS_DEFAULT } from '@notafter/domain';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useForm } from '../../../ui/form/use-form.tsx';
import { useNow } from '../../../ui/time/now.tsx';
import type { ApiKey } from '../types.ts';

const overlaps = [
  [0, 'End the old key now'],
  [1, '1 hour'],
  [OVERLAP_HOURS_DEFAULT, '24 hours'],
  [7 * 24, '7 days'],
  [30 * 24, '30 days'],
] as const;

interface RotateKeyDialogProps {
  readonly apiKey: ApiKey;
  /** Rejects with the call's error. */
  readonly onRotate: (overlapHours: number) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks how long the old secret still works beside the new one. */
export default function RotateKeyDialog({ apiKey, onRotate, onClose }: RotateKeyDialogProps) {
  const now = useNow();
  const form = useForm({
    initial: { overlap: String(OVERLAP_HOURS_DEFAULT) },
    failed: 'Failed to rotate API key',
    submit: ({ overlap }) => onRotate(Number(overlap)),
  });
  const hours = Number(form.values.overlap);
  return (
    <FormDialog form={form} title={`Rotate ${apiKey.name}`} action="Rotate" busyAction="Rotating..." onClose={onClose}>
      <p>You get a new key with the same name, permissions and limits.</p>
      <NativeSelect
        {...form.field('overlap')}
        label="Old key keeps working for"
        description={
          hours === 0
            ? 'Programs with the old key stop working at once.'
            : `The old key ends ${dateTimeText(addMs(now, hours * HOUR_MS))}, or when it expires.`
        }
        data={overlaps.map(([value, label]) => ({ value: String(value), label }))}
      />
    </FormDialog>
  );
}
