import { Anchor, Group, Stack, Switch, Text } from '@mantine/core';
import { STATUS_TITLE_MAX_LENGTH } from '@notafter/domain';
import { useQuery } from '@tanstack/react-query';
import type { Outputs } from '../../api/trpc.ts';
import { useTRPC } from '../../api/trpc.ts';
import { useAction } from '../../ui/action/use-action.ts';
import { CopyButton } from '../../ui/copy/copy-button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { Field } from '../../ui/form/form.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { useForm } from '../../ui/form/use-form.tsx';
import { Note } from '../../ui/note/note.tsx';
import { QueryPanel } from '../../ui/query-panel/query-panel.tsx';

type Page = NonNullable<Outputs['publicStatus']['page']['page']>;

const TITLE = 'Public status page';
const ADDRESS_MAX = 40;

/** The settings of the page that strangers see: on or off, its title, its address, and the tag of the endpoints on it. */
export default function StatusPageDialog({ onClose }: { readonly onClose: () => void }) {
  const { publicStatus } = useTRPC();
  const query = useQuery(publicStatus.page.queryOptions());
  if (query.data !== undefined) return <Settings page={query.data.page} onClose={onClose} />;
  return (
    <Dialog title={TITLE} onClose={onClose}>
      <QueryPanel query={query} failed="The settings did not load">
        {() => null}
      </QueryPanel>
    </Dialog>
  );
}

function Settings({ page, onClose }: { readonly page: Page | null; readonly onClose: () => void }) {
  const { publicStatus } = useTRPC();
  const save = useAction(publicStatus.save.mutationOptions(), {
    failed: 'Failed to save the status page',
    refresh: [publicStatus.page.pathFilter()],
  });
  const form = useForm({
    initial: { enabled: page?.enabled ?? true, title: page?.title ?? '', address: page?.address ?? '', tag: page?.tag ?? '' },
    failed: 'Failed to save the status page',
    submit: async ({ enabled, title, address, tag }) => {
      await save.send({ enabled, title, address: address.trim() === '' ? null : address.trim(), tag });
      onClose();
    },
  });
  const { values, field, box } = form;
  return (
    <FormDialog
      form={form}
      title={TITLE}
      action="Save"
      busyAction="Saving..."
      incomplete={values.title.trim() === '' || values.tag.trim() === ''}
      onClose={onClose}
    >
      <Note>
        A page without sign-in: names, expiry dates and the last problems of endpoints with one tag, for your customers or colleagues.
        Changes show within a minute.
      </Note>
      <Switch {...box('enabled')} label="Anyone with the address can see it" />
      <Field {...field('title')} label="Title" maxLength={STATUS_TITLE_MAX_LENGTH} data-autofocus />
      <Field {...field('tag')} label="Tag" description="As name=value. Endpoints with this tag are shown." placeholder="public=yes" />
      <Field
        {...field('address')}
        label="Address"
        description="3 to 40 of a to z, 0 to 9 and -. Leave empty for one that can't be guessed."
        maxLength={ADDRESS_MAX}
      />
      {page === null ? null : <Links page={page} />}
    </FormDialog>
  );
}

function Links({ page: { url, enabled, address, title } }: { readonly page: Page }) {
  const badge = `[![${title}](${new URL(`/v1/status/${address}/badge.svg`, url).href})](${url})`;
  return (
    <Stack gap="xs">
      <Group gap="xxs" wrap="nowrap">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {enabled ? <Anchor href={url}>{url}</Anchor> : url}
        </Text>
        <CopyButton value={url} label="Copy address" />
      </Group>
      <Group gap="xxs" wrap="nowrap">
        <Text size="sm">Badge for a README</Text>
        <CopyButton value={badge} label="Copy badge" />
      </Group>
    </Stack>
  );
}
