import { Button, Group, Textarea, VisuallyHidden } from '@mantine/core';
import { certificatesOnly, countText, textOfFile } from '@notafter/domain';
import { useRef, useState } from 'react';
import type { useForm } from '../../../ui/form/use-form.tsx';
import { fieldError } from '../../../ui/forms/field-error.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { Note } from '../../../ui/note/note.tsx';
import { FILE_MAX_BYTES } from '../anchors/read-pem-file.ts';

const PLACEHOLDER = '-----BEGIN CERTIFICATE-----\n...\n-----END CERTIFICATE-----';
const NO_CERTIFICATE = 'No certificate found. Paste PEM, or choose a file in PEM, DER or PKCS #7 (.p7b).';

interface CertificateFieldProps {
  readonly field: ReturnType<ReturnType<typeof useForm<Record<string, string>>>['field']>;
  readonly onText: (text: string) => void;
}

/** A certificate with its chain, pasted or from a file. A private key is left out before anything is sent. */
export function CertificateField({ field, onText }: CertificateFieldProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const [leftOutKey, setLeftOutKey] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const takeFile = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    if (file.size > FILE_MAX_BYTES) {
      setProblem(`${file.name} is too large. A file can have ${countText(FILE_MAX_BYTES / 1000)} KB.`);
      return;
    }
    const { text, leftOutKey: hasKey } = certificatesOnly(textOfFile(new Uint8Array(await file.arrayBuffer())));
    setProblem(text === '' ? NO_CERTIFICATE : null);
    setLeftOutKey(hasKey);
    onText(text);
  };
  return (
    <>
      <Textarea
        {...field}
        label="Certificate"
        description="With its chain, if you have it. PEM here, or a file in PEM, DER or PKCS #7."
        placeholder={PLACEHOLDER}
        minRows={6}
        maxRows={12}
        autosize
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => {
          setProblem(null);
          const { text, leftOutKey: hasKey } = certificatesOnly(event.currentTarget.value);
          setLeftOutKey(hasKey);
          // Only what has a key is replaced: anything else may still be typed.
          if (hasKey) onText(text);
          else field.onChange(event);
        }}
        error={problem === null ? field.error : fieldError(problem)}
        styles={{ input: { fontFamily: 'var(--na-mono)' } }}
      />
      <Group gap="sm">
        <VisuallyHidden>
          <input
            ref={picker}
            type="file"
            accept=".pem,.crt,.cer,.der,.p7b,.p7c"
            aria-label="Certificate file"
            tabIndex={-1}
            onChange={(event) => {
              void takeFile(event.currentTarget.files?.[0]);
              event.currentTarget.value = '';
            }}
          />
        </VisuallyHidden>
        <Button variant="default" size="sm" leftSection={<Icon name="upload" small />} onClick={() => picker.current?.click()}>
          Choose File
        </Button>
        <div role="status">{leftOutKey ? <Note>We left a private key out. It does not leave your browser.</Note> : null}</div>
      </Group>
    </>
  );
}

/** The problem of a text without a certificate; null if there is one. Nothing else is ever sent. */
export const certificateProblem = (typed: string): string | undefined => (certificatesOnly(typed).text === '' ? NO_CERTIFICATE : undefined);
