import { Group, Modal } from '@mantine/core';
import { useFocusBack } from '../ui/dialog/use-focus-back.ts';
import { Note } from '../ui/note/note.tsx';
import { useShownShortcuts } from './shortcuts.ts';
import css from './shortcuts-dialog.module.css';

interface ShortcutsDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

export default function ShortcutsDialog({ opened, onClose }: ShortcutsDialogProps) {
  useFocusBack(opened);
  return (
    <Modal opened={opened} onClose={onClose} title="Keyboard Shortcuts" closeButtonProps={{ 'aria-label': 'Close' }}>
      <dl>
        {useShownShortcuts().map(({ key, label }) => (
          <div key={key} className={css.row}>
            <dt>{label}</dt>
            <Group component="dd" gap="xs" fz="xs" c="dimmed">
              <kbd className={css.key}>Ctrl+{key.toUpperCase()}</kbd>
              <span>or</span>
              <kbd className={css.key}>g</kbd>
              <kbd className={css.key}>{key}</kbd>
            </Group>
          </div>
        ))}
        <div className={css.row}>
          <dt>Search the screen</dt>
          <Group component="dd" gap="xs" fz="xs" c="dimmed">
            <kbd className={css.key}>/</kbd>
          </Group>
        </div>
        <div className={css.row}>
          <dt>Keyboard Shortcuts</dt>
          <Group component="dd" gap="xs" fz="xs" c="dimmed">
            <kbd className={css.key}>?</kbd>
          </Group>
        </div>
      </dl>
      <Note small mt="sm">
        The Meta key works in place of Ctrl. Some browsers keep a few Ctrl combinations for themselves: there the two keys in turn work.
        Shortcuts do nothing while a text field has the focus.
      </Note>
    </Modal>
  );
}
