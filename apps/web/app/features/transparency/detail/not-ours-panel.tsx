import { Anchor } from '@mantine/core';
import { Link } from '@remix-run/react';
import { CodeBlock } from '../../../ui/code-block/code-block.tsx';
import { Item, ItemList } from '../../../ui/item-list/item-list.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { issuerText } from '../transparency-texts.ts';
import type { IssuanceDetail } from '../types.ts';

/** The database of the root programs; it has the list of problem-report addresses. */
const CCADB = 'https://www.ccadb.org/resources';

/** The next steps for a certificate that nobody ordered, with the text for its CA. */
export function NotOursPanel({ issuance }: { readonly issuance: IssuanceDetail }) {
  return (
    <Panel title="What to do now" tone="failed">
      <ItemList label="Steps">
        <Item title={`Ask ${issuerText(issuance)} to revoke it`}>
          <ReportTo address={issuance.report.address} /> Sign it with your full name: some CAs require that. The CA must investigate within
          24 hours.
        </Item>
        <Item title="Check your DNS">
          Find out who can change the records of {issuance.domain}, and whether all of them point to your servers.
        </Item>
        <Item title="Limit who may issue">
          Add CAA records that allow only your CAs, and set the{' '}
          <Anchor component={Link} to="/transparency?tab=domains" inherit underline="always">
            allowed issuers
          </Anchor>{' '}
          of the domain.
        </Item>
      </ItemList>
      <CodeBlock plain label="Report for the CA" text={issuance.report.text} copyLabel="Copy Report" />
    </Panel>
  );
}

function ReportTo({ address }: { readonly address: string | null }) {
  if (address !== null && URL.canParse(address))
    return (
      <>
        Send the report below by the form at{' '}
        <Anchor href={address} target="_blank" rel="noreferrer" inherit underline="always">
          {new URL(address).host}
        </Anchor>
        .
      </>
    );
  if (address !== null)
    return (
      <>
        Send the report below to{' '}
        <Anchor href={`mailto:${address}`} inherit underline="always">
          {address}
        </Anchor>
        .
      </>
    );
  return (
    <>
      Send the report below to its problem-report address. The CA names the address in its CPS, and{' '}
      <Anchor href={CCADB} target="_blank" rel="noreferrer" inherit underline="always">
        CCADB
      </Anchor>{' '}
      lists the addresses of all public CAs.
    </>
  );
}
