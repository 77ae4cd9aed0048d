import { Button } from '@mantine/core';
import { Icon } from '../../ui/icons.tsx';

interface ExportButtonProps {
  readonly href: string;
  /** Its name for screen readers, if the screen has another one. */
  readonly label?: string;
  readonly text?: string;
}

export function ExportButton({ href, label, text = 'Export CSV' }: ExportButtonProps) {
  return (
    <Button component="a" href={href} download variant="default" size="xs" leftSection={<Icon name="download" small />} aria-label={label}>
      {text}
    </Button>
  );
}
