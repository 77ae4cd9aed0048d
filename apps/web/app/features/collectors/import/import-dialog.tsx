import { Button, Stack, Text } from '@mantine/core';
import { countText } from '@notafter/domain';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Note } from '../../../ui/note/note.tsx';
import { ProgressLine } from '../../../ui/progress/progress-line.tsx';
import { DropFiles } from './drop-files.tsx';
import { ImportResult } from './import-result.tsx';
import { useImport } from './use-import.ts';

/** Imports bundles that people carried, and hands out the receipts to carry back. */
export default function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const { result, progress, start } = useImport();
  return (
    <Dialog
      title="Import Bundles"
      size={720}
      busy={progress !== null}
      onClose={onClose}
      foot={
        <Button variant="default" disabled={progress !== null} onClick={onClose}>
          Done
        </Button>
      }
    >
      <Stack gap="md">
        <Note>
          Bundles are the files that notafter-collector export writes. Each is stored or refused by itself. Importing one twice changes
          nothing.
        </Note>
        <DropFiles label="Bundles" disabled={progress !== null} onFiles={(files) => void start(files)} />
        {progress === null ? null : (
          <>
            <Text size="sm" role="status">
              Importing {countText(progress.done)} of {countText(progress.total)}
            </Text>
            <ProgressLine label="Importing bundles" value={progress.done} max={progress.total} />
          </>
        )}
        {result === null || result.bundles.length === 0 ? null : <ImportResult result={result} />}
      </Stack>
    </Dialog>
  );
}
