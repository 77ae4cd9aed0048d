import { Code, Group, Text } from '@mantine/core';
import { CopyButton } from '../../../ui/copy/copy-button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';

interface SupportDialogProps {
  readonly resourceId: string;
  readonly onClose: () => void;
}

/** Support is with the people who run the installation: nothing is sent from here. */
export default function SupportDialog({ resourceId, onClose }: SupportDialogProps) {
  return (
    <Dialog title="Support" onClose={onClose}>
      <Text mb="sm">
        The administrator of this installation answers questions about its services. Send them the resource ID and what you see under
        Events.
      </Text>
      <Group gap="xxs">
        <Code>{resourceId}</Code>
        <CopyButton value={resourceId} label="Copy resource ID" />
      </Group>
    </Dialog>
  );
}
