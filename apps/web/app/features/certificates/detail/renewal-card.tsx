import { Anchor, Divider, Group } from '@mantine/core';
import type { CertificateId, RenewalSeverity } from '@notafter/domain';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC } from '../../../api/trpc.ts';
import { useMay } from '../../../shell/session.ts';
import { useAction } from '../../../ui/action/use-action.ts';
import { RowButton } from '../../../ui/buttons/buttons.tsx';
import { Item, ItemList } from '../../../ui/item-list/item-list.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { QueryPanel } from '../../../ui/query-panel/query-panel.tsx';
import { type MarkTone, StatusMark } from '../../../ui/status/status-mark.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import { WholeDates } from '../../../ui/time/whole-dates.tsx';
import type { CertificateDetail, RenewalCheck } from '../types.ts';

type RenewalInfo = NonNullable<CertificateDetail['renewalInfo']>;

const POLL_MS = 2_000;
/** Jobs are late, or the look takes long: the card shows it when it is opened again. */
const POLLS_MAX = 60;

const tones = { blocking: 'critical', warning: 'warning', notice: 'info' } as const satisfies Record<RenewalSeverity, MarkTone>;
const words = { blocking: 'Blocks the renewal', warning: 'May block the renewal', notice: 'Notice' } as const satisfies Record<
  RenewalSeverity,
  string
>;

interface RenewalCardProps {
  readonly id: CertificateId;
  /** Null if the CA publishes none. */
  readonly info: RenewalInfo | null;
}

/** When the CA wants the renewal, and possible obstacles to it, as the last look at the domain found them. */
export function RenewalCard({ id: certificateId, info }: RenewalCardProps) {
  const { certificates } = useTRPC();
  const mayLook = useMay('certificates/request-renewal-look');
  /** The last look when another was requested; undefined while none is awaited. */
  const [lookedBefore, setLookedBefore] = useState<number | null>();
  const isAwaited = (data: RenewalCheck | undefined): boolean =>
    lookedBefore !== undefined && (data?.lookedAt?.getTime() ?? null) === lookedBefore;
  const check = useQuery({
    ...certificates.renewalCheck.queryOptions({ certificateId }),
    refetchInterval: ({ state }) => (isAwaited(state.data) && state.dataUpdateCount <= POLLS_MAX ? POLL_MS : false),
  });
  const look = useAction(certificates.requestRenewalLook.mutationOptions(), {
    done: ({ isDue }) => (isDue ? 'Renewal check requested' : 'The last look is less than a minute old'),
    failed: 'Failed to request a renewal check',
  });
  const { data } = check;
  const waiting = look.pending || isAwaited(data);
  const lookAgain = async (): Promise<void> => {
    const requested = await look.run({ certificateId });
    if (requested?.isDue === true) setLookedBefore(requested.lookedAt?.getTime() ?? null);
  };
  // An address has no domain whose renewal could be looked at.
  const hasDomain = data?.domain !== null;
  if (!hasDomain && info === null) return null;
  const again = <RowButton quiet label={waiting ? 'Looking…' : 'Look Again'} disabled={waiting} onClick={() => void lookAgain()} />;
  return (
    <Panel title="Renewal" aside={mayLook && hasDomain && data !== undefined ? again : undefined}>
      {info === null ? null : <CaWindow info={info} />}
      {info !== null && hasDomain ? <Divider /> : null}
      {hasDomain ? (
        <QueryPanel query={check} failed="The renewal check did not load">
          {(found) => <Findings check={found} />}
        </QueryPanel>
      ) : null}
    </Panel>
  );
}

/** The window of the CA, or why it is not known. */
function CaWindow({ info: { ca, window, explanationUrl, asksNow, readAt, nextAskAt, problem } }: { readonly info: RenewalInfo }) {
  return (
    <ItemList label="Renewal window of the CA">
      {window === null ? null : (
        <Item
          title={<WindowTitle ca={ca} window={window} asksNow={asksNow} />}
          action={
            explanationUrl === null ? null : (
              <Anchor href={explanationUrl} target="_blank" rel="noreferrer" size="sm" aria-label={`Explanation by ${ca}`}>
                Explanation
              </Anchor>
            )
          }
        >
          {asksNow ? 'It may be revoked soon. ' : ''}
          ACME Renewal Information
          {readAt === null ? null : (
            <>
              , read <AbsoluteTime value={readAt} form="datetime" />
            </>
          )}
        </Item>
      )}
      {problem === null ? null : <Item>{problem}</Item>}
      {window === null && problem === null ? (
        <Item>
          We ask {ca} for its renewal window at <AbsoluteTime value={nextAskAt} form="datetime" />.
        </Item>
      ) : null}
    </ItemList>
  );
}

function WindowTitle({
  ca,
  window,
  asksNow,
}: Pick<RenewalInfo, 'ca' | 'asksNow'> & { readonly window: NonNullable<RenewalInfo['window']> }) {
  if (asksNow) {
    return (
      <Group component="span" gap="xs" wrap="nowrap" align="baseline">
        <StatusMark tone="critical" />
        <span>{ca} asks to renew this certificate now</span>
      </Group>
    );
  }
  return (
    <>
      {ca} asks to renew it from <AbsoluteTime value={window.start} form="datetime" /> to{' '}
      <AbsoluteTime value={window.end} form="datetime" />
    </>
  );
}

function Findings({ check: { findings, skipped, lookedAt, registrationEndsAt } }: { readonly check: RenewalCheck }) {
  if (lookedAt === null) {
    return (
      <ItemList>
        <Item>Not looked at yet. The first look follows within two hours.</Item>
      </ItemList>
    );
  }
  return (
    <ItemList label="Renewal findings">
      {findings.length === 0 && skipped.length === 0 ? <Item>Nothing stops the next renewal.</Item> : null}
      {findings.map(({ code, severity, text, names, firstSeenAt }) => (
        <Item
          key={`${code} ${text}`}
          title={
            <Group component="span" gap="xs" wrap="nowrap" align="baseline">
              <StatusMark tone={tones[severity]} />
              <span>
                <WholeDates text={text} />
              </span>
            </Group>
          }
        >
          {words[severity]}
          {names.length > 1 ? `, ${names.length} names` : ''}, since <AbsoluteTime value={firstSeenAt} form="datetime" />
        </Item>
      ))}
      {skipped.map(({ name, reason }) => (
        <Item key={name}>{reason}</Item>
      ))}
      <Item>
        Looked at <AbsoluteTime value={lookedAt} form="datetime" />
        {registrationEndsAt === null ? null : (
          <>
            . The registration ends on <AbsoluteTime value={registrationEndsAt} />
          </>
        )}
      </Item>
    </ItemList>
  );
}
