import { Anchor, Box, Text } from '@mantine/core';
import { statusOf } from '@notafter/domain';
import { useState } from 'react';
import { lazyDialog } from '../../../ui/lazy/lazy.tsx';
import { Lifeline } from '../../../ui/lifeline/lifeline.tsx';
import { Note } from '../../../ui/note/note.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { useNow } from '../../../ui/time/now.tsx';
import { trustedByText } from '../anchors/anchor-texts.ts';
import type { CertificateDetail } from '../types.ts';
import css from './certificate-chain.module.css';
import { type ChainLink, chainPath, isSelfIssued } from './chain-path.ts';
import { isTrusted, keyText } from './verdicts.ts';

const X509Dialog = lazyDialog(() => import('./x509-dialog.tsx'));

/** From the root down to the leaf, each with its lifeline. A row opens all fields of its certificate. */
export function CertificateChain({ certificate }: { readonly certificate: CertificateDetail }) {
  const links = chainPath({ ...certificate, anchor: certificate.anchors.anchor });
  const trustedBy = trustedByText(certificate.anchors)?.replace('T', 't') ?? null;
  const [opened, setOpened] = useState<ChainLink | null>(null);
  return (
    <Panel title="Certificate Chain" aside={<Box visibleFrom="sm">Issue date to expiry</Box>}>
      <ol>
        {links.map((link) => (
          <ChainRow
            key={link.facts?.fingerprint256 ?? 'missing'}
            link={link}
            trusted={isTrusted(certificate)}
            words={certificate.source === 'endpoint' ? ofServer : ofFile}
            trustedBy={link.facts !== null && link.facts.fingerprint256 === certificate.anchors.anchor ? trustedBy : null}
            onOpen={setOpened}
          />
        ))}
      </ol>
      {opened === null || opened.facts === null ? null : (
        <X509Dialog role={opened.role} facts={opened.facts} onClose={() => setOpened(null)} />
      )}
    </Panel>
  );
}

interface ChainRowProps {
  readonly link: ChainLink;
  readonly trusted: boolean;
  readonly words: ChainWords;
  /** `trusted by Corp PKI`, if this certificate is an anchor that ends the chain. */
  readonly trustedBy: string | null;
  readonly onOpen: (link: ChainLink) => void;
}

function ChainRow({ link, trusted, words, trustedBy, onOpen }: ChainRowProps) {
  const now = useNow();
  const { role, name, facts, url } = link;
  const tone = facts === null ? 'unreachable' : statusOf(facts.notAfter, now);
  return (
    <li className={css.link} data-role={role} data-tone={tone} data-missing={facts === null}>
      <span className={css.node} aria-hidden="true" />
      <Note>{role}</Note>
      <Box miw={0}>
        {facts === null ? (
          <Text fw={500} c="var(--na-text)" truncate title={name}>
            {name}
          </Text>
        ) : (
          <Anchor
            component="button"
            type="button"
            className={css.open ?? ''}
            underline="never"
            c="var(--na-text)"
            fw={500}
            maw="100%"
            truncate
            title={name}
            aria-haspopup="dialog"
            onClick={() => onOpen(link)}
          >
            {name}
          </Anchor>
        )}
        <Note small>
          {facts === null ? absence(url, words) : `${keyText(facts)} \u00b7 ${trustedBy ?? standing(link, trusted, words)}`}
        </Note>
      </Box>
      {facts === null ? null : <Lifeline life={{ notBefore: facts.notBefore, notAfter: facts.notAfter, now }} tone={tone} dates />}
    </li>
  );
}

interface ChainWords {
  readonly present: string;
  readonly absent: string;
}

const ofServer: ChainWords = { present: 'sent by server', absent: 'not sent by the server' };
const ofFile: ChainWords = { present: 'in the file', absent: 'not in the file' };

const absence = (url: string | null, { absent }: ChainWords): string =>
  url === null ? `Not in the trust store, ${absent}` : `N${absent.slice(1)}. Download it from ${url}`;

function standing({ role, facts, source }: ChainLink, trusted: boolean, { present }: ChainWords): string {
  if (role === 'Root CA') return trusted ? 'trusted' : 'not trusted';
  if (role === 'Leaf' && facts !== null && isSelfIssued(facts)) return 'self-signed';
  if (role === 'Unrelated') return `${present}, not part of this chain`;
  return source === 'server' ? present : source;
}
