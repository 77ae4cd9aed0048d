import { Button } from '@mantine/core';
import { Icon } from '../../ui/icons.tsx';

interface ExportButtonProps {
  readonly href: string;
  /** Its name for screen readers, if the screen has another one. */
  readonly label?: string;
}

export function ExportButton({ href, label }: ExportButtonProps) {
  return (
    <Button component="a" href={href} download variant="default" size="xs" leftSection={<Icon name="download" small />} aria-label={label}>
      Export CSV
    </Button>
  );
}
