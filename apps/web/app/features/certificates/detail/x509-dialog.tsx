import { Button } from '@mantine/core';
import { type CertificateFacts, statusOf } from '@notafter/domain';
import type { ReactNode } from 'react';
import { CopyButton } from '../../../ui/copy/copy-button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { Lifeline } from '../../../ui/lifeline/lifeline.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import { useNow } from '../../../ui/time/now.tsx';
import { subjectName } from './chain-path.ts';
import { keyText } from './verdicts.ts';
import css from './x509-dialog.module.css';

interface X509DialogProps {
  /** Its place in the chain, or when it was served. */
  readonly role: string;
  readonly facts: CertificateFacts;
  readonly onClose: () => void;
}

/** Everything that one certificate of a chain says about itself, and the certificate itself to take along. */
export default function X509Dialog({ role, facts, onClose }: X509DialogProps) {
  const now = useNow();
  const { notBefore, notAfter, pem } = facts;
  const name = subjectName(facts);
  return (
    <Dialog title={`${role}: ${name}`} size={620} onClose={onClose}>
      <div className={css.line}>
        <Lifeline life={{ notBefore, notAfter, now }} tone={statusOf(notAfter, now)} />
        <div className={css.dates} aria-hidden="true">
          <AbsoluteTime value={notBefore} />
          <AbsoluteTime value={notAfter} />
        </div>
      </div>
      <dl className={css.facts}>
        <Plain term="Subject">{facts.subject}</Plain>
        <Plain term="Issuer">{facts.issuer}</Plain>
        <Plain term="Valid from">
          <AbsoluteTime value={notBefore} form="datetime" />
        </Plain>
        <Plain term="Expires">
          <AbsoluteTime value={notAfter} form="datetime" />
        </Plain>
        <Plain term="Key">{keyText(facts)}</Plain>
        {facts.signatureAlgorithm === null ? null : <Plain term="Signature">{facts.signatureAlgorithm}</Plain>}
        <Code term="Serial" value={facts.serialNumber} copyLabel="Copy serial number" />
        <Code term="SHA-256" value={facts.fingerprint256} copyLabel="Copy SHA-256 fingerprint" />
        <Code term="SHA-1" value={facts.fingerprint} copyLabel="Copy SHA-1 fingerprint" />
      </dl>
      {pem === '' ? null : <Pem name={name} pem={pem} />}
    </Dialog>
  );
}

function Plain({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{term}</dt>
      <dd className={css.plain}>{children}</dd>
    </>
  );
}

function Code({ term, value, copyLabel }: { readonly term: string; readonly value: string; readonly copyLabel: string }) {
  return (
    <>
      <dt>{term}</dt>
      <dd className={css.mono}>{value}</dd>
      <dd>
        <CopyButton value={value} label={copyLabel} />
      </dd>
    </>
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
      <div className={css.pemHead}>
        <h3>PEM</h3>
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
      </div>
      <textarea className={css.pem} readOnly rows={8} spellCheck={false} wrap="off" aria-label="Certificate in PEM form" value={pem} />
    </section>
  );
}
