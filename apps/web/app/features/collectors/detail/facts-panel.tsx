import { dateTimeText } from '@notafter/domain';
import { CopyText } from '../../../ui/copy/copy-text.tsx';
import { FactRow, FactTable } from '../../../ui/fact-table/fact-table.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import { Age } from '../age.tsx';
import { allowListText, wayText } from '../collector-texts.ts';
import type { Collector } from '../types.ts';

/** Shows what the collector said of itself, and when it was heard. */
export function FactsPanel({ collector }: { readonly collector: Collector }) {
  const { about, state, lastReportAt, lastSeenAt, silentFrom, publicKey, enrolledAt, revokedAt, tokenExpiresAt, waitingBundles } =
    collector;
  return (
    <Panel title="Facts">
      <FactTable label="Facts">
        {state === 'waiting' ? (
          <FactRow name="Token">{tokenExpiresAt === null ? 'None' : <>Works once, until {dateTimeText(tokenExpiresAt)}</>}</FactRow>
        ) : null}
        <FactRow name="Last report">
          <Age at={lastReportAt} />
          {lastReportAt === null ? null : `, ${dateTimeText(lastReportAt)}`}
        </FactRow>
        <Dated name="Last call" at={lastSeenAt} />
        {state === 'active' ? <Dated name="Silent from" at={silentFrom} /> : null}
        <FactRow name="Reports">{wayText(collector)}</FactRow>
        {about === null ? null : (
          <>
            <FactRow name="Host">{about.host}</FactRow>
            <FactRow name="Version">{about.version}</FactRow>
            <FactRow name="May probe">{allowListText(about)}</FactRow>
          </>
        )}
        {publicKey === null ? null : (
          <FactRow name="Key" code>
            <CopyText value={publicKey} label="Copy key" />
          </FactRow>
        )}
        {waitingBundles === 0 ? null : <FactRow name="Waiting bundles">{waitingBundles}</FactRow>}
        <Dated name="Enrolled" at={enrolledAt} />
        <Dated name="Revoked" at={revokedAt} />
      </FactTable>
    </Panel>
  );
}

const Dated = ({ name, at }: { readonly name: string; readonly at: Date | null }) =>
  at === null ? null : (
    <FactRow name={name}>
      <AbsoluteTime value={at} form="datetime" />
    </FactRow>
  );
