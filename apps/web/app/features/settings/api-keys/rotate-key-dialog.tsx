import { Button, NativeSelect } from '@mantine/core';
import { addMs, dateTimeText, HOUR_MS, OVERLAP_HOURS_DEFAULT } from '@notafter/domain';
import { useState } from 'react';
import { Banner } from '../../../ui/banner/banner.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { useNow } from '../../../ui/time/now.tsx';
import css from '../credentials/credentials.module.css';
import { failureText } from '../credentials/failure-text.ts';
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
  readonly busy: boolean;
  /** Rejects with what it failed with. */
  readonly onRotate: (overlapHours: number) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks how long the old secret still works beside the new one. */
export default function RotateKeyDialog({ apiKey, busy, onRotate, onClose }: RotateKeyDialogProps) {
  const now = useNow();
  const [hours, setHours] = useState<number>(OVERLAP_HOURS_DEFAULT);
  const [failure, setFailure] = useState<string | null>(null);
  const rotate = async (): Promise<void> => {
    setFailure(null);
    try {
      await onRotate(hours);
    } catch (error) {
      setFailure(failureText(error, 'Failed to rotate API key'));
    }
  };
  return (
    <Dialog
      title={`Rotate ${apiKey.name}`}
      busy={busy}
      onClose={onClose}
      foot={
        <>
          <Button variant="default" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button onClick={() => void rotate()} disabled={busy}>
            {busy ? 'Rotating...' : 'Rotate'}
          </Button>
        </>
      }
    >
      {failure === null ? null : (
        <div className={css.failure}>
          <Banner tone="expired" role="alert">
            {failure}
          </Banner>
        </div>
      )}
      <div className={css.form}>
        <p>You get a new key with the same name, permissions and limits.</p>
        <NativeSelect
          label="Old key keeps working for"
          description={
            hours === 0
              ? 'Programs with the old key stop working at once.'
              : `The old key ends ${dateTimeText(addMs(now, hours * HOUR_MS))}, or when it expires.`
          }
          inputWrapperOrder={['label', 'input', 'description']}
          value={String(hours)}
          onChange={(event) => setHours(Number(event.currentTarget.value))}
          data={overlaps.map(([value, label]) => ({ value: String(value), label }))}
        />
      </div>
    </Dialog>
  );
}
