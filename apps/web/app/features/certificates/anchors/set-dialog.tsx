import { Button, Group, Textarea, VisuallyHidden } from '@mantine/core';
import { ANCHOR_SET_NAME_MAX_LENGTH, countText, plural } from '@notafter/domain';
import { useRef, useState } from 'react';
import { Field } from '../../../ui/form/form.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useForm } from '../../../ui/form/use-form.tsx';
import { fieldError } from '../../../ui/forms/field-error.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { Note } from '../../../ui/note/note.tsx';
import { FILE_MAX_BYTES, readPemFile } from './read-pem-file.ts';
import type { AnchorSet } from './types.ts';
import type { AnchorActions } from './use-anchors.ts';

interface SetDialogProps {
  /** Null: a new one. */
  readonly set: AnchorSet | null;
  readonly actions: Pick<AnchorActions, 'add' | 'update'>;
  readonly onClose: () => void;
}

const PLACEHOLDER = '-----BEGIN CERTIFICATE-----\n...\n-----END CERTIFICATE-----';

/** Uploads CA certificates under a name, or replaces those of a set. */
export default function SetDialog({ set, actions, onClose }: SetDialogProps) {
  const [tooLarge, setTooLarge] = useState<string | null>(null);
  const picker = useRef<HTMLInputElement>(null);
  const form = useForm({
    initial: { name: set?.name ?? '', pem: '' },
    failed: 'Failed to save trust anchors',
    submit: async ({ name, pem }) => {
      const named = { name: name.trim() };
      if (set === null) await actions.add.send({ ...named, pem });
      else await actions.update.send({ id: set.id, ...named, ...(pem.trim() === '' ? {} : { pem }) });
      onClose();
    },
  });
  const { values } = form;
  const field = form.field('pem');
  const take = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    const fits = file.size <= FILE_MAX_BYTES;
    setTooLarge(fits ? null : `${file.name} is too large. A file can have ${countText(FILE_MAX_BYTES / 1000)} KB.`);
    if (fits) form.set({ pem: await readPemFile(file) });
  };
  return (
    <FormDialog
      form={form}
      title={set === null ? 'Add Trust Anchors' : `Edit ${set.name}`}
      size={620}
      action={set === null ? 'Add' : 'Save'}
      busyAction="Saving..."
      incomplete={values.name.trim() === '' || (set === null && values.pem.trim() === '')}
      onClose={onClose}
    >
      <Field {...form.field('name')} label="Name" placeholder="Corp PKI" maxLength={ANCHOR_SET_NAME_MAX_LENGTH} data-autofocus />
      <Textarea
        {...field}
        label="CA certificates (PEM)"
        description={
          set === null
            ? 'The roots that issue your certificates, one after another. Never paste a private key.'
            : `Leave empty to keep ${plural(set.anchorCount, 'certificate')}. New ones replace them.`
        }
        placeholder={PLACEHOLDER}
        minRows={6}
        maxRows={14}
        autosize
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => {
          setTooLarge(null);
          field.onChange(event);
        }}
        error={tooLarge === null ? field.error : fieldError(tooLarge)}
        styles={{ input: { fontFamily: 'var(--na-mono)' } }}
      />
      <Group gap="sm">
        <VisuallyHidden>
          <input
            ref={picker}
            type="file"
            accept=".pem,.crt,.cer,.der,application/x-x509-ca-cert,application/x-pem-file"
            aria-label="File with certificates"
            tabIndex={-1}
            onChange={(event) => {
              void take(event.currentTarget.files?.[0]);
              event.currentTarget.value = '';
            }}
          />
        </VisuallyHidden>
        <Button variant="default" size="sm" leftSection={<Icon name="upload" small />} onClick={() => picker.current?.click()}>
          Choose File
        </Button>
      </Group>
      {set === null || set.trustedCount === 0 || values.pem.trim() === '' ? null : (
        <Note>
          {plural(set.trustedCount, 'certificate ends', 'certificates end')} at this set now. If the new text lacks their root, they become
          untrusted and alert. To replace a root, keep the old one until all servers have changed.
        </Note>
      )}
    </FormDialog>
  );
}
