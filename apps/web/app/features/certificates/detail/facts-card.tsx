import { Anchor, Box, Text } from '@mantine/core';
import { andList, type CertificateFacts, countText, type RevocationStatus } from '@notafter/domain';
import { Link } from '@remix-run/react';
import { Fragment, type ReactNode } from 'react';
import { CopyText } from '../../../ui/copy/copy-text.tsx';
import { FactList } from '../../../ui/fact-list/fact-list.tsx';
import { Note } from '../../../ui/note/note.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { StatusLine } from '../../../ui/status-line/status-line.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import type { CertificateDetail } from '../types.ts';
import { keyText } from './verdicts.ts';

/** An unknown status is never shown as good. */
const revocationTexts = {
  good: 'Not revoked',
  revoked: 'Revoked',
  unknown: 'Not known',
  not_checked: 'Not checked',
} as const satisfies Record<RevocationStatus, string>;

type Fact = readonly [name: string, value: ReactNode];

/** The issue and expiry dates of a certificate, as far as they are known. */
export const dateFacts = ({ notBefore, notAfter }: Pick<CertificateDetail, 'notBefore' | 'notAfter'>): Fact[] => [
  ['Valid from', notBefore === null ? null : <AbsoluteTime key="from" value={notBefore} form="datetime" />],
  ['Expires', notAfter === null ? null : <AbsoluteTime key="to" value={notAfter} form="datetime" />],
];

type Identity = { readonly [Name in 'serialNumber' | 'fingerprint256' | 'fingerprint']: CertificateFacts[Name] | null };

/** The values that people compare with other tools. `wrap` shows them whole. */
export const identityFacts = ({ serialNumber, fingerprint256, fingerprint }: Identity, wrap = false): Fact[] => {
  const copied = (value: string | null, label: string) => (value === null ? null : <CopyText value={value} label={label} wrap={wrap} />);
  return [
    ['Serial', copied(serialNumber, 'Copy serial number')],
    ['SHA-256', copied(fingerprint256, 'Copy SHA-256 fingerprint')],
    ['SHA-1', copied(fingerprint, 'Copy SHA-1 fingerprint')],
  ];
};

export function FactsCard({ certificate }: { readonly certificate: CertificateDetail }) {
  const { issuer, address, chain, revocation, keyExchange } = certificate;
  const [leaf] = chain;
  const issuerWhole = leaf?.issuerCommonName ?? null;
  return (
    <Panel title="Facts">
      <Box p="md">
        <FactList
          names={84}
          facts={[
            ['Issuer', <Noted key="issuer" text={issuer} note={issuerWhole === issuer ? null : issuerWhole} />],
            // The leaf's own dates: the endpoint's are those of the certificate that expires first.
            ...dateFacts(leaf ?? certificate),
            ['Key', leaf === undefined ? null : <Key key="key" text={keyText(leaf)} of={certificate} />],
            ['Key exchange', keyExchange === null ? null : <Noted key="exchange" text={keyExchange} note={keyExchangeNote(keyExchange)} />],
            ['Revocation', revocation === null ? null : <Revocation {...revocation} />],
            ['Address', address === null ? null : <Text key="address" size="sm" ff="monospace" children={address} />],
            ...identityFacts(certificate),
          ]}
        />
      </Box>
    </Panel>
  );
}

/** One leaked key ends every certificate that has it. */
function Key({ text, of: { key } }: { readonly text: string; readonly of: CertificateDetail }) {
  if (key === null || key.total === 0) return text;
  const { alsoUsedBy, environments, total } = key;
  return (
    <>
      {text}
      {environments.length === 0 ? null : <StatusLine tone="warning">{andList(environments)} share this key</StatusLine>}
      <Note small>
        Also used by{' '}
        {alsoUsedBy.slice(0, KEY_USERS_SHOWN).map(({ id, domain, environmentName }, place) => (
          <Fragment key={id}>
            {place === 0 ? null : ', '}
            <Anchor component={Link} to={`/certificates/${id}`} inherit underline="always" style={wrapsAnywhere}>
              {domain}
            </Anchor>
            {environmentName === null ? null : ` (${environmentName})`}
          </Fragment>
        ))}
        {total > KEY_USERS_SHOWN ? ` and ${countText(total - KEY_USERS_SHOWN)} more` : null}
      </Note>
    </>
  );
}

const KEY_USERS_SHOWN = 3;
const wrapsAnywhere = { overflowWrap: 'anywhere' } as const;

/** Hybrids with ML-KEM; traffic recorded today stays secret from a later quantum computer. */
const keyExchangeNote = (group: string): string | null => (group.includes('MLKEM') ? 'Post-quantum' : null);

const Revocation = ({ status, detail }: NonNullable<CertificateDetail['revocation']>) => (
  <Noted text={revocationTexts[status]} note={status === 'good' ? null : detail} />
);

function Noted({ text, note }: { readonly text: ReactNode; readonly note: string | null }) {
  return (
    <>
      {text}
      {note === null ? null : <Note small>{note}</Note>}
    </>
  );
}
