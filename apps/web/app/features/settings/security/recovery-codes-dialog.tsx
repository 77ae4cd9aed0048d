import { Button, Group, Paper, SimpleGrid } from '@mantine/core';
import { useCopied } from '../../../ui/copy/use-copied.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Icon } from '../../../ui/icons.tsx';

interface RecoveryCodesDialogProps {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

const fileOf = (codes: readonly string[]): string =>
  `data:text/plain;charset=utf-8,${encodeURIComponent(`Recovery codes for Notafter. Each code works once.\n\n${codes.join('\n')}\n`)}`;

/** Shows the codes once. */
export default function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const { copied, copy } = useCopied();
  return (
    <Dialog title="Recovery codes" size={560} onlyByButton onClose={onClose} foot={<Button onClick={onClose}>I Saved Them</Button>}>
      <p>
        Each code works once if you do not have your app. We store only hashes, so we cannot show the codes again. Keep them with your
        passwords.
      </p>
      <Paper bg="var(--na-sunken)" c="var(--na-text)" ff="monospace" px="md" py="sm" my="sm">
        <SimpleGrid component="ul" aria-label="Recovery codes" cols={{ base: 1, sm: 2 }} spacing="lg" verticalSpacing="xs">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </SimpleGrid>
      </Paper>
      <Group gap="xs">
        <Button
          variant="default"
          data-autofocus
          leftSection={<Icon name={copied ? 'check' : 'copy'} small />}
          onClick={() => copy(codes.join('\n'))}
        >
          {copied ? 'Copied' : 'Copy'}
        </Button>
        <Button
          component="a"
          variant="default"
          href={fileOf(codes)}
          download="notafter-recovery-codes.txt"
          leftSection={<Icon name="download" small />}
        >
          Download
        </Button>
      </Group>
    </Dialog>
  );
}
