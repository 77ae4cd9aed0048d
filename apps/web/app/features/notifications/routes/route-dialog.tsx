import { Checkbox, NativeSelect, Stack } from '@mantine/core';
import { brandId, channelTraits } from '@notafter/domain';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../../api/trpc.ts';
import { Field } from '../../../ui/form/form.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useForm } from '../../../ui/form/use-form.tsx';
import type { AlertRoute, Channel, RouteInput } from '../types.ts';
import { subjectText } from './route-texts.ts';

interface RouteDialogProps {
  /** Null: a new one. */
  readonly route: AlertRoute | null;
  /** The saved ones. */
  readonly channels: readonly Channel[];
  /** Rejects with its error. */
  readonly onSave: (input: RouteInput) => Promise<unknown>;
  readonly onClose: () => void;
}

const kinds = [
  { value: 'tag', label: 'Tag' },
  { value: 'owner', label: 'Owner' },
  { value: 'environmentId', label: 'Environment' },
] as const;
type Kind = (typeof kinds)[number]['value'];

const OWNER = /^owner=/i;
/** One dialog is open at a time. */
const SUGGESTIONS = 'route-suggestions';

/** The certificates of a route, as `saveRoute` takes them. */
const subjectOf = (kind: Kind, value: string): Pick<RouteInput, 'tag' | 'owner' | 'environmentId'> =>
  kind === 'environmentId' ? { environmentId: brandId(value) } : { [kind]: value.trim() };

/** Chooses the channels of a tag, an owner or an environment. */
export default function RouteDialog({ route, channels, onSave, onClose }: RouteDialogProps) {
  const facets = useQuery(useTRPC().certificates.facets.queryOptions()).data;
  const channelIds: readonly string[] = route?.channels.map(({ id }) => id) ?? [];
  const initial: { kind: Kind; tag: string; owner: string; environmentId: string; channelIds: readonly string[] } = {
    kind: route === null || route.environment === null ? 'tag' : 'environmentId',
    tag: route?.tag ?? '',
    owner: '',
    environmentId: route?.environment?.id ?? '',
    channelIds,
  };
  const form = useForm({
    initial,
    failed: 'Failed to save the route',
    submit: async (values) => {
      const chosen = channels.flatMap(({ id }) => (id !== null && values.channelIds.includes(id) ? [id] : []));
      await onSave({ ...subjectOf(values.kind, values[values.kind]), channelIds: chosen });
      onClose();
    },
  });
  const { values } = form;
  const tags = facets?.tags.map(({ tag }) => tag) ?? [];
  const owners = tags.filter((tag) => OWNER.test(tag)).map((tag) => tag.replace(OWNER, ''));
  return (
    <FormDialog
      form={form}
      title={route === null ? 'Add Route' : `Edit the route of ${subjectText(route)}`}
      action={route === null ? 'Add Route' : 'Save'}
      busyAction="Saving..."
      incomplete={values[values.kind].trim() === '' || values.channelIds.length === 0}
      onClose={onClose}
    >
      {route === null ? (
        <>
          <NativeSelect
            label="Certificates with"
            value={values.kind}
            data={kinds}
            onChange={({ currentTarget: { value } }) => form.set({ kind: kinds.find((each) => each.value === value)?.value ?? 'tag' })}
          />
          {values.kind === 'environmentId' ? (
            <NativeSelect
              {...form.field('environmentId')}
              label="Environment"
              data={[
                { value: '', label: 'Choose an environment' },
                ...(facets?.environments ?? []).map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          ) : (
            <Field
              key={values.kind}
              {...form.field(values.kind)}
              label={values.kind === 'tag' ? 'Tag' : 'Owner'}
              placeholder={values.kind === 'tag' ? 'customer=a' : 'Ada Lovelace'}
              list={SUGGESTIONS}
              maxLength={321}
            />
          )}
          <datalist id={SUGGESTIONS}>
            {(values.kind === 'tag' ? tags : owners).map((text) => (
              <option key={text} value={text} />
            ))}
          </datalist>
        </>
      ) : null}
      <Checkbox.Group label="Channels" value={[...values.channelIds]} onChange={(chosen) => form.set({ channelIds: chosen })}>
        <Stack gap="xs" mt="xs">
          {channels.map(({ id, type, name }) => (
            <Checkbox
              key={id}
              value={id ?? ''}
              label={name === channelTraits[type].name ? name : `${name} (${channelTraits[type].name})`}
            />
          ))}
        </Stack>
      </Checkbox.Group>
    </FormDialog>
  );
}
