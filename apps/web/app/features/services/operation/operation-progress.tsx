import { Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '../../../api/trpc.ts';
import { useMay } from '../../../shell/session.ts';
import { Note } from '../../../ui/note/note.tsx';
import { ProgressLine } from '../../../ui/progress/progress-line.tsx';
import { StatusLine } from '../../../ui/status-line/status-line.tsx';
import { useCancelJob } from '../../certificates/use-cancel-job.ts';
import type { ServiceOperation } from '../types.ts';
import { slowText } from './slow-text.ts';

/** How far an operation is: the bar, its step, and while it waits the last answer. */
export function OperationProgress({ operation, label }: { readonly operation: ServiceOperation; readonly label: string }) {
  const { label: step, percent, isSlow, lastAnswer } = operation;
  return (
    <Stack gap="xs">
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text span size="sm" fw={500} c="var(--na-text)">
          {step}
        </Text>
        <Note span>{Math.floor(percent)}%</Note>
        <VisuallyHidden role="status">{step}</VisuallyHidden>
      </Group>
      <ProgressLine label={label} value={percent} max={100} />
      {isSlow ? <StatusLine tone="warning">{slowText(operation)}</StatusLine> : null}
      {!isSlow && lastAnswer !== null ? <Note>{lastAnswer}</Note> : null}
    </Stack>
  );
}

/** For admins. A deletion goes on, and so does what takes a cancelled operation back. */
export function CancelOperation({ operation: { id, kind, isUndoing } }: { readonly operation: ServiceOperation }) {
  const { services } = useTRPC();
  const queries = useQueryClient();
  const mayCancel = useMay('long-work/cancel-job');
  const cancel = useCancelJob(id, 'Failed to cancel', () => queries.invalidateQueries(services.pathFilter()));
  if (!mayCancel || kind === 'service_deletion') return null;
  const busy = cancel.busy || isUndoing;
  return (
    <Button variant="default" onClick={cancel.start} disabled={busy}>
      {busy ? 'Cancelling...' : 'Cancel'}
    </Button>
  );
}
