import { Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { type DragEvent, useRef, useState } from 'react';
import { Icon } from '../../../ui/icons.tsx';

interface DropFilesProps {
  readonly label: string;
  readonly disabled: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

/** Takes several files, chosen or dropped. */
export function DropFiles({ label, disabled, onFiles }: DropFilesProps) {
  const [over, setOver] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const take = (files: FileList | null): void => {
    if (files !== null && files.length > 0 && !disabled) onFiles([...files]);
  };
  const drag = (event: DragEvent, isOver: boolean): void => {
    event.preventDefault();
    setOver(isOver);
  };
  return (
    <Group
      gap="sm"
      p="md"
      bg={over ? 'var(--na-accent-tint)' : 'var(--na-sunken)'}
      bd="1px dashed var(--na-border-strong)"
      onDragOver={(event) => drag(event, true)}
      onDragLeave={(event) => drag(event, false)}
      onDrop={(event) => {
        drag(event, false);
        take(event.dataTransfer.files);
      }}
    >
      <VisuallyHidden>
        <input
          ref={picker}
          type="file"
          multiple
          aria-label={label}
          tabIndex={-1}
          onChange={(event) => {
            take(event.currentTarget.files);
            event.currentTarget.value = '';
          }}
        />
      </VisuallyHidden>
      <Button leftSection={<Icon name="upload" small />} disabled={disabled} data-autofocus onClick={() => picker.current?.click()}>
        Choose Files
      </Button>
      <Text span size="sm" c="dimmed" visibleFrom="sm">
        or drop the files of a folder here
      </Text>
    </Group>
  );
}
