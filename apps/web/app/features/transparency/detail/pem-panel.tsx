import { Button } from '@mantine/core';
import { CodeBlock } from '../../../ui/code-block/code-block.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { Note } from '../../../ui/note/note.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import type { IssuanceDetail } from '../types.ts';

/** The certificate to copy and to download. */
export function PemPanel({ issuance: { pem, serialNumber, isPrecertificate } }: { readonly issuance: IssuanceDetail }) {
  const title = isPrecertificate ? 'Precertificate in PEM form' : 'Certificate in PEM form';
  if (pem === null)
    return (
      <Panel title={title}>
        <Note p="md">The source named the certificate but did not have the file.</Note>
      </Panel>
    );
  return (
    <Panel
      title={title}
      aside={
        <Button
          component="a"
          href={`data:application/x-pem-file,${encodeURIComponent(pem)}`}
          download={`${serialNumber}.pem`}
          size="sm"
          variant="default"
          leftSection={<Icon name="download" small />}
        >
          Download
        </Button>
      }
    >
      <CodeBlock plain label="PEM" text={pem} copyLabel="Copy PEM" />
    </Panel>
  );
}
