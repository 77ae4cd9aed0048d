import { type CertificateId, dateText, statusOf } from '@notafter/domain';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC } from '../../../api/trpc.ts';
import { Count } from '../../../ui/badge/badge.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import { useNow } from '../../../ui/time/now.tsx';
import type { Renewal } from '../types.ts';
import { type RenewalLine, renewalAxis, replacedText, type Stretch } from './renewal-shape.ts';
import css from './renewals-panel.module.css';

const COLLAPSED = 5;

/** What the endpoint has served over time, on one axis: when each was issued, how long it served, how late it was replaced. */
export function RenewalsPanel({ id }: { readonly id: CertificateId }) {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.certificates.renewals.queryOptions({ id }));
  const now = useNow();
  const [all, setAll] = useState(false);
  // One certificate alone has no rhythm to show; a failed answer leaves the rest of the screen as it is.
  if (data === undefined || data.renewals.length < 2) return null;
  const { renewals } = data;
  const shown = all ? renewals : renewals.slice(0, COLLAPSED);
  const { from, to, nowAt, lines } = renewalAxis(shown, now);
  return (
    <Panel
      title="Renewals"
      count={<Count>{renewals.length - 1}</Count>}
      aside={<span className={css.hint}>From issue to notAfter; thick while it was served</span>}
    >
      <ol className={css.list}>
        {shown.map((renewal, index) => (
          <RenewalRow key={renewal.entryId} renewal={renewal} line={lines[index]} nowAt={nowAt} now={now} />
        ))}
      </ol>
      <div className={css.axis} aria-hidden="true">
        <span>{dateText(from)}</span>
        <span>{dateText(to)}</span>
      </div>
      {renewals.length > COLLAPSED ? (
        <button type="button" className={css.toggle} aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'View Less' : `View All (${renewals.length})`}
        </button>
      ) : null}
    </Panel>
  );
}

interface RenewalRowProps {
  readonly renewal: Renewal;
  readonly line: RenewalLine | undefined;
  readonly nowAt: number;
  readonly now: Date;
}

const place = ({ at, width }: Stretch) => ({ left: `${at}%`, width: `${width}%` });

function RenewalRow({ renewal, line, nowAt, now }: RenewalRowProps) {
  const { issuer, servedFrom, notAfter, servedUntil } = renewal;
  const tone = servedUntil === null ? statusOf(notAfter, now) : undefined;
  return (
    <li className={css.row} data-tone={tone} data-late={servedUntil !== null && servedUntil > notAfter}>
      <span className={css.who}>
        <strong>
          <AbsoluteTime value={servedFrom} />
        </strong>
        <span title={issuer}>{issuer}</span>
      </span>
      <span className={css.line} aria-hidden="true">
        {line === undefined ? null : (
          <>
            <span className={css.life} style={place(line.life)} />
            <span className={css.served} style={place(line.served)} />
            {line.left === null ? null : <span className={css.left} style={place(line.left)} />}
            {line.overrun === null ? null : <span className={css.overrun} style={place(line.overrun)} />}
            <span className={css.end} style={{ left: `${line.life.at + line.life.width}%` }} />
          </>
        )}
        <span className={css.now} style={{ left: `${nowAt}%` }} />
      </span>
      <span className={css.ends}>
        <span>{replacedText(renewal)}</span>
        <span>
          ends <AbsoluteTime value={notAfter} />
        </span>
      </span>
    </li>
  );
}
