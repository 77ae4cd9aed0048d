import { Button, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { problemOfCall } from '../../../api/problem.ts';
import { useTRPC } from '../../../api/trpc.ts';
import { Banner } from '../../../ui/banner/banner.tsx';
import { CopyButton } from '../../../ui/copy/copy-button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Bone, ErrorState } from '../../../ui/states/states.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import { failureText } from '../failure-text.ts';
import type { CalendarLink } from '../types.ts';
import css from './calendar-dialog.module.css';

/** The secret address under which calendars find every expiry; a new one ends the old one at once. */
export default function CalendarDialog({ onClose }: { readonly onClose: () => void }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  // Each read writes an audit row: once per opening, not whenever the window gets the focus.
  const answer = useQuery(trpc.certificates.calendarLink.queryOptions(undefined, { staleTime: Number.POSITIVE_INFINITY }));
  const [asking, setAsking] = useState(false);
  const rotate = useMutation(
    trpc.certificates.rotateCalendarLink.mutationOptions({
      onSuccess: (link) => {
        queries.setQueryData(trpc.certificates.calendarLink.queryKey(), link);
        setAsking(false);
      },
    }),
  );
  const link = answer.data;
  return (
    <Dialog title="Calendar feed" size={560} busy={rotate.isPending} onClose={onClose}>
      <p className={css.text}>
        Every expiry as an event, for any calendar that subscribes to an address. A renewal moves its event. Anyone with the address can
        read the domains and their dates.
      </p>
      {rotate.isError ? (
        <div className={css.failure}>
          <Banner tone="expired" role="alert">
            {failureText(rotate.error, 'Failed to make a new address')}
          </Banner>
        </div>
      ) : null}
      {link === undefined ? (
        answer.isError ? (
          <ErrorState
            title="The address did not load"
            text={problemOfCall(answer.error).message}
            onRetry={() => void answer.refetch()}
            retrying={answer.isFetching}
          />
        ) : (
          <Bone width={80} />
        )
      ) : link.url === null ? (
        <Button onClick={() => rotate.mutate()} disabled={rotate.isPending}>
          {rotate.isPending ? 'Making...' : 'Make Feed Address'}
        </Button>
      ) : (
        <Address
          url={link.url}
          rotatedAt={link.rotatedAt}
          asking={asking}
          busy={rotate.isPending}
          onAsk={setAsking}
          onRotate={() => rotate.mutate()}
        />
      )}
    </Dialog>
  );
}

interface AddressProps {
  readonly url: string;
  readonly rotatedAt: CalendarLink['rotatedAt'];
  readonly asking: boolean;
  readonly busy: boolean;
  readonly onAsk: (asking: boolean) => void;
  readonly onRotate: () => void;
}

function Address({ url, rotatedAt, asking, busy, onAsk, onRotate }: AddressProps) {
  return (
    <>
      <Textarea
        label="Feed address"
        readOnly
        autosize
        spellCheck={false}
        value={url}
        onFocus={(event) => event.currentTarget.select()}
        classNames={{ input: css.address ?? '' }}
        rightSection={<CopyButton value={url} label="Copy feed address" />}
      />
      {asking ? (
        <fieldset className={css.question} aria-label="New address">
          <p>The present address stops working at once. Calendars that use it stay as they are until they have the new one.</p>
          <div className={css.foot}>
            <Button variant="default" size="sm" onClick={() => onAsk(false)} disabled={busy} autoFocus>
              Cancel
            </Button>
            <Button color="red" size="sm" onClick={onRotate} disabled={busy}>
              {busy ? 'Replacing...' : 'Replace Address'}
            </Button>
          </div>
        </fieldset>
      ) : (
        <div className={css.state}>
          {rotatedAt === null ? null : (
            <span>
              Made <AbsoluteTime value={rotatedAt} form="datetime" />
            </span>
          )}
          <Button variant="default" size="sm" onClick={() => onAsk(true)}>
            New Address
          </Button>
        </div>
      )}
    </>
  );
}
