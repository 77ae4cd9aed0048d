import { Button, Group, Text } from '@mantine/core';
import { countText } from '@notafter/domain';
import { ProgressLine } from '../../../ui/progress/progress-line.tsx';

interface RunProgressProps {
  readonly done: number;
  readonly total: number;
  /** The work, and its past participle. */
  readonly label?: string;
  readonly verb?: string;
  /** Null for people who may not cancel; absent if the work cannot be canceled here. */
  readonly cancel?: { readonly start: () => void; readonly busy: boolean; readonly label?: string } | null;
}

/** How far a bulk check or an import is. */
export function RunProgress({ done, total, label = 'Checking certificates', verb = 'Checked', cancel = null }: RunProgressProps) {
  return (
    <Group gap="md" px="md" py="xs">
      <Text span size="sm" role="status">
        {verb} {countText(done)} of {countText(total)}
      </Text>
      <ProgressLine label={label} value={done} max={total} />
      {cancel === null ? null : (
        <Button size="xs" variant="subtle" color="gray" onClick={cancel.start} disabled={cancel.busy}>
          {cancel.busy ? 'Cancelling...' : (cancel.label ?? 'Cancel')}
        </Button>
      )}
    </Group>
  );
}
