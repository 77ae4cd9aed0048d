import { Button, Group, Stack, Textarea, Title } from '@mantine/core';
import { type CertificateFacts, statusOf } from '@notafter/domain';
import { CopyButton } from '../../../ui/copy/copy-button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { FactList } from '../../../ui/fact-list/fact-list.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { Lifeline } from '../../../ui/lifeline/lifeline.tsx';
import { useNow } from '../../../ui/time/now.tsx';
import { subjectName } from './chain-path.ts';
import { dateFacts, identityFacts } from './facts-card.tsx';
import { keyText } from './verdicts.ts';

interface X509DialogProps {
  /** Its place in the chain, or when it was served. */
  readonly role: string;
  readonly facts: CertificateFacts;
  readonly onClose: () => void;
}

/** All fields of one certificate of a chain, and the certificate to download. */
export default function X509Dialog({ role, facts, onClose }: X509DialogProps) {
  const now = useNow();
  const { notBefore, notAfter, pem } = facts;
  const name = subjectName(facts);
  return (
    <Dialog title={`${role}: ${name}`} size={620} onClose={onClose}>
      <Stack>
        <Lifeline life={{ notBefore, notAfter, now }} tone={statusOf(notAfter, now)} dates />
        <FactList
          names={92}
          facts={[
            ['Subject', facts.subject],
            ['Issuer', facts.issuer],
            ...dateFacts(facts),
            ['Key', keyText(facts)],
            ['Signature', facts.signatureAlgorithm],
            ...identityFacts(facts, true),
          ]}
        />
        {pem === '' ? null : <Pem name={name} pem={pem} />}
      </Stack>
    </Dialog>
  );
}

/** A name that every file system takes: `wildcard.example.com.pem` */
const fileName = (name: string): string =>
  `${name
    .replace('*', 'wildcard')
    .replace(/[^\w.-]+/g, '-')
    .slice(0, 100)}.pem`;

function Pem({ name, pem }: { readonly name: string; readonly pem: string }) {
  return (
    <section aria-label="PEM">
      <Group gap="xs" mb={6}>
        <Title order={3} size="h4" mr="auto">
          PEM
        </Title>
        <CopyButton value={pem} label="Copy PEM" />
        <Button
          component="a"
          href={`data:application/x-pem-file,${encodeURIComponent(pem)}`}
          download={fileName(name)}
          size="sm"
          variant="default"
          leftSection={<Icon name="download" small />}
        >
          Download
        </Button>
      </Group>
      <Textarea
        styles={{ input: { fontFamily: 'var(--na-mono)', height: 'auto', resize: 'vertical' } }}
        size="xs"
        readOnly
        rows={8}
        spellCheck={false}
        wrap="off"
        aria-label="Certificate in PEM form"
        value={pem}
      />
    </section>
  );
}
