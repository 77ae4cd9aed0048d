import { Anchor, Box, Text } from '@mantine/core';
import { type CertificateId, dateText, statusOf } from '@notafter/domain';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC } from '../../../api/trpc.ts';
import { Note } from '../../../ui/note/note.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import { useNow } from '../../../ui/time/now.tsx';
import type { Renewal } from '../types.ts';
import { type RenewalLine, renewalAxis, replacedText, type Stretch } from './renewal-shape.ts';
import css from './renewals-panel.module.css';

const COLLAPSED = 5;

/** The certificates that the endpoint has served, on one axis: issue date, time served, and how early it was replaced. */
export function RenewalsPanel({ id }: { readonly id: CertificateId }) {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.certificates.renewals.queryOptions({ id }));
  const now = useNow();
  const [all, setAll] = useState(false);
  // A single certificate was never renewed. A failed query does not disturb the rest of the screen.
  if (data === undefined || data.renewals.length < 2) return null;
  const { renewals } = data;
  const shown = all ? renewals : renewals.slice(0, COLLAPSED);
  const { from, to, nowAt, lines } = renewalAxis(shown, now);
  return (
    <Panel
      title="Renewals"
      count={renewals.length - 1}
      aside={<Box visibleFrom="sm">Issue date to expiry. The thick part is when we saw it served.</Box>}
    >
      <Box component="ol" pt={6}>
        {shown.map((renewal, index) => (
          <RenewalRow key={renewal.entryId} renewal={renewal} line={lines[index]} nowAt={nowAt} now={now} />
        ))}
      </Box>
      <Text component="div" size="xxs" fw={500} c="dimmed" className={css.axis ?? ''} aria-hidden="true">
        <span>{dateText(from)}</span>
        <span>{dateText(to)}</span>
      </Text>
      {renewals.length > COLLAPSED ? (
        <Anchor component="button" type="button" size="sm" mx="md" mb="sm" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'View Less' : `View All (${renewals.length})`}
        </Anchor>
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
    <li className={css.row} data-tone={tone}>
      <Box miw={0} py={5}>
        <Text size="sm" fw={500} c="var(--na-text)">
          <AbsoluteTime value={servedFrom} />
        </Text>
        <Text size="xs" c="dimmed" truncate title={issuer}>
          {issuer}
        </Text>
      </Box>
      <span className={css.line} aria-hidden="true">
        {line === undefined ? null : (
          <>
            <span className={css.life} style={place(line.life)} />
            <span className={css.served} style={place(line.served)} />
            {line.left === null ? null : <span className={css.left} style={place(line.left)} />}
            {line.overrun === null ? null : <span className={css.overrun} data-tone="expired" style={place(line.overrun)} />}
            <span className={css.end} style={{ left: `${line.life.at + line.life.width}%` }} />
          </>
        )}
        <span className={css.now} style={{ left: `${nowAt}%` }} />
      </span>
      <div>
        <Text size="sm" {...(servedUntil !== null && servedUntil > notAfter ? { c: 'var(--na-expired-fg)' } : {})}>
          {replacedText(renewal)}
        </Text>
        <Note small>
          expires <AbsoluteTime value={notAfter} />
        </Note>
      </div>
    </li>
  );
}
