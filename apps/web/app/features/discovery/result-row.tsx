import { daysLeft, discoveryExpiryOf, plural, statusOf } from '@notafter/domain';
import { useId, useState } from 'react';
import { Badge, Tag } from '../../ui/badge/badge.tsx';
import { SelectBox } from '../../ui/data-table/select-box.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Horizon } from '../../ui/lifeline/horizon.tsx';
import { toneOf } from '../../ui/lifeline/tone.ts';
import { StatusMark } from '../../ui/status/status-mark.tsx';
import { AbsoluteTime } from '../../ui/time/absolute-time.tsx';
import { signed } from '../../ui/time/format.ts';
import { AddButton, MonitoredMark } from './add-button.tsx';
import { expiryWords, sourceLabels } from './discovery-texts.ts';
import { ResultDetails } from './result-details.tsx';
import css from './result-row.module.css';
import type { RunResult } from './types.ts';
import type { Adding } from './use-adding.ts';

/** Null for those who add nothing, and for what is there no more. */
export interface RowChoice {
  readonly adding: Adding;
  readonly selected: ReadonlySet<string>;
  readonly onToggle: (domain: string) => void;
}

interface ResultRowProps {
  readonly result: RunResult;
  readonly now: Date;
  /** Hosts that were not looked at yet may still be. */
  readonly running: boolean;
  readonly columns: number;
  readonly choice: RowChoice | null;
}

/** One name with its certificate, and what more is known of it on demand. */
export function ResultRow({ result, now, running, columns, choice }: ResultRowProps) {
  const { domain, expirationDate, certificateId, reachable } = result;
  const detailsId = useId();
  const [opened, setOpened] = useState(false);
  const days = expirationDate === null ? null : daysLeft(expirationDate, now);
  const status = expirationDate === null ? null : statusOf(expirationDate, now);
  const isMonitored = certificateId !== null || choice?.adding.added.has(domain) === true;
  const selected = choice?.selected.has(domain) === true && !isMonitored;
  return (
    <>
      <tr className={css.row} data-urgency={status ?? 'unknown'} data-selected={selected}>
        {choice === null ? null : (
          <td data-col="select">
            {isMonitored ? null : (
              <SelectBox label={`Select ${domain}`} share={selected ? 'all' : 'none'} onChange={() => choice.onToggle(domain)} />
            )}
          </td>
        )}
        <td data-col="domain">
          <span className={css.domain} title={domain}>
            {domain}
          </span>
          <Known result={result} running={running} opened={opened} detailsId={detailsId} onToggle={() => setOpened(!opened)} />
        </td>
        <td data-col="days">
          {days === null ? (
            '\u2013'
          ) : (
            <>
              {signed(days)}
              <small> d</small>
            </>
          )}
        </td>
        <td data-col="horizon">
          <Horizon life={lifeOf(result, now)} tone={toneOf(status, reachable === false)} />
        </td>
        <td data-col="date">{expirationDate === null ? null : <AbsoluteTime value={expirationDate} />}</td>
        <td data-col="status">
          {days === null || status === null ? (
            <Badge tone="pending">Not known</Badge>
          ) : (
            <Badge tone={status}>{expiryWords[discoveryExpiryOf(days)]}</Badge>
          )}
        </td>
        <td data-col="source">
          <span className={css.tags}>
            {result.sources.map((source) => (
              <Tag key={source}>{sourceLabels[source]}</Tag>
            ))}
          </span>
        </td>
        <td data-col="actions">
          {choice !== null ? (
            <AddButton domain={domain} certificateId={certificateId} adding={choice.adding} />
          ) : certificateId === null ? null : (
            <MonitoredMark domain={domain} certificateId={certificateId} />
          )}
        </td>
      </tr>
      {opened ? (
        <tr className={css.details} id={detailsId}>
          <td colSpan={columns} className={css.detailsCell}>
            <ResultDetails result={result} />
          </td>
        </tr>
      ) : null}
    </>
  );
}

/** Where only the end is known the line begins at now, or where the certificate ended. */
const lifeOf = ({ notBefore, expirationDate: notAfter }: RunResult, now: Date) =>
  notAfter === null ? null : { notBefore: notBefore ?? (notAfter < now ? notAfter : now), notAfter, now };

interface KnownProps {
  readonly result: RunResult;
  readonly running: boolean;
  readonly opened: boolean;
  readonly detailsId: string;
  readonly onToggle: () => void;
}

/** Under the domain: its issuer, what sets it apart, and the way to its names. */
function Known({ result, running, opened, detailsId, onToggle }: KnownProps) {
  const { domain, issuer, reachable, san, isNew, detail } = result;
  const shown = san.length > 0 ? plural(san.length, 'name') : detail === null ? null : 'Details';
  const awaited = reachable === null && running;
  return (
    <span className={css.known}>
      {issuer === null ? null : (
        <span className={css.issuer} title={issuer}>
          {issuer}
        </span>
      )}
      {reachable === false ? (
        <span className={css.mark}>
          <StatusMark tone="unreachable" />
          Not reachable
        </span>
      ) : null}
      {reachable === null ? (
        <span className={css.mark}>
          <StatusMark tone="pending" />
          {awaited ? 'Not looked at yet' : 'Not looked at'}
        </span>
      ) : null}
      {isNew === true ? <span className={css.fresh}>New</span> : null}
      {shown === null ? null : (
        <button
          type="button"
          className={css.names}
          aria-expanded={opened}
          {...(opened ? { 'aria-controls': detailsId } : {})}
          aria-label={`${shown} of ${domain}`}
          onClick={onToggle}
        >
          {shown}
          <Icon name="chevronDown" small />
        </button>
      )}
    </span>
  );
}
