import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC } from '../../../api/trpc.ts';
import { CopyButton } from '../../../ui/copy/copy-button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Form, SubmitButton } from '../../../ui/form/form.tsx';
import { InlineQuestion } from '../../../ui/form/inline-question.tsx';
import { useForm } from '../../../ui/form/use-form.tsx';
import { Note } from '../../../ui/note/note.tsx';
import { QueryPanel } from '../../../ui/query-panel/query-panel.tsx';
import { Bone } from '../../../ui/states/states.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import type { CalendarLink } from '../types.ts';

const FAILED = 'Failed to make a new address';

/** The secret address under which calendars find every expiry; a new one ends the old one at once. */
export default function CalendarDialog({ onClose }: { readonly onClose: () => void }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  // Each read writes an audit row: once per opening, not whenever the window gets the focus.
  const answer = useQuery(trpc.certificates.calendarLink.queryOptions(undefined, { staleTime: Number.POSITIVE_INFINITY }));
  const { isPending, mutateAsync } = useMutation(
    trpc.certificates.rotateCalendarLink.mutationOptions({
      onSuccess: (link) => {
        queries.setQueryData(trpc.certificates.calendarLink.queryKey(), link);
      },
    }),
  );
  const rotate = (): Promise<unknown> => mutateAsync();
  return (
    <Dialog title="Calendar feed" size={560} busy={isPending} onClose={onClose}>
      <Stack gap="md">
        <p>
          Every expiry as an event, for any calendar that subscribes to an address. A renewal moves its event. Anyone with the address can
          read the domains and their dates.
        </p>
        <QueryPanel query={answer} failed="The address did not load" skeleton={<Bone width={80} />}>
          {({ url, rotatedAt }) =>
            url === null ? <FirstAddress onRotate={rotate} /> : <Address url={url} rotatedAt={rotatedAt} onRotate={rotate} />
          }
        </QueryPanel>
      </Stack>
    </Dialog>
  );
}

interface FirstAddressProps {
  readonly onRotate: () => Promise<unknown>;
}

function FirstAddress({ onRotate }: FirstAddressProps) {
  const form = useForm({ initial: {}, failed: FAILED, submit: onRotate });
  return (
    <Form form={form}>
      <Group>
        <SubmitButton form={form} busyText="Making...">
          Make Feed Address
        </SubmitButton>
      </Group>
    </Form>
  );
}

interface AddressProps extends FirstAddressProps {
  readonly url: string;
  readonly rotatedAt: CalendarLink['rotatedAt'];
}

function Address({ url, rotatedAt, onRotate }: AddressProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Textarea
        label="Feed address"
        readOnly
        autosize
        spellCheck={false}
        value={url}
        onFocus={(event) => event.currentTarget.select()}
        styles={{ input: { fontFamily: 'var(--na-mono)', fontSize: 'var(--mantine-font-size-xs)', overflowWrap: 'anywhere' } }}
        rightSection={<CopyButton value={url} label="Copy feed address" />}
      />
      {asking ? (
        <InlineQuestion
          label="New address"
          action="Replace Address"
          busyAction="Replacing..."
          failed={FAILED}
          onConfirm={() => onRotate().then(() => setAsking(false))}
          onCancel={() => setAsking(false)}
        >
          The present address stops working at once. Calendars that use it stay as they are until they have the new one.
        </InlineQuestion>
      ) : (
        <Group justify="space-between" gap="xs">
          {rotatedAt === null ? null : (
            <Note>
              Made <AbsoluteTime value={rotatedAt} form="datetime" />
            </Note>
          )}
          <Button variant="default" size="sm" onClick={() => setAsking(true)}>
            New Address
          </Button>
        </Group>
      )}
    </>
  );
}
