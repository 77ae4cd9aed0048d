import { NativeSelect, SimpleGrid, Stack, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { problemOfCall } from '../../../api/problem.ts';
import { useTRPC } from '../../../api/trpc.ts';
import { useSessionView } from '../../../shell/session.ts';
import { Banner } from '../../../ui/banner/banner.tsx';
import { Field } from '../../../ui/form/form.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useForm } from '../../../ui/form/use-form.tsx';
import { Note } from '../../../ui/note/note.tsx';
import { showSuccess } from '../../../ui/toasts/show-toast.ts';
import { failureText } from '../failure-text.ts';
import type { CertificateView } from '../types.ts';
import { useRefreshCertificates } from '../use-refresh.ts';
import { OwnerField } from './owner-field.tsx';
import { TagChips } from './tag-chips.tsx';
import { fieldLabels, fieldsOf, type Rebased, rebase, type TagFields, tagsWith } from './tag-fields.ts';

/** As the server has it. */
const VALUE_MAX = 256;

interface EditTagsDialogProps {
  readonly certificate: CertificateView;
  readonly onClose: () => void;
}

/** Spec 1 section 2: the environment, four tags by fields, and what will be saved as chips. */
export default function EditTagsDialog({ certificate, onClose }: EditTagsDialogProps) {
  const { form, preview, clashes } = useTagEdit(certificate, () => {
    showSuccess(`Tags of ${certificate.domain} saved`);
    onClose();
  });
  const { options, locked } = useEnvironmentOptions(certificate);
  const { environmentId, owner } = form.values;
  const nameOf = (id: string | null): string | null => options.find(({ value }) => value === id)?.label ?? null;
  const text = (name: 'env' | 'source' | 'team') => <Field {...form.field(name)} label={fieldLabels[name]} maxLength={VALUE_MAX} />;
  return (
    <FormDialog form={form} title="Edit Certificate Tags & Environment" size={560} action="Save" busyAction="Saving..." onClose={onClose}>
      <Note>{certificate.domain}</Note>
      {clashes === null ? null : <ConflictNotice clashes={clashes} nameOf={nameOf} />}
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NativeSelect
          label={fieldLabels.environmentId}
          {...(locked === null ? {} : { description: locked, inputWrapperOrder: ['label', 'input', 'description'] })}
          value={environmentId ?? ''}
          onChange={(event) => {
            const chosen = event.currentTarget.value;
            form.set({ environmentId: options.find(({ value }) => value === chosen)?.value ?? null });
          }}
        >
          <option value="">No Environment</option>
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </NativeSelect>
        {text('env')}
        <OwnerField owner={owner} onChange={(next) => form.set({ owner: next })} />
        {text('source')}
        {text('team')}
      </SimpleGrid>
      <Stack component="section" gap="xs" mih={58} aria-label="Preview">
        <Title order={3} size="sm" fw={500}>
          Preview
        </Title>
        {nameOf(environmentId) === null && Object.keys(preview).length === 0 ? (
          <Note>No tags and no environment.</Note>
        ) : (
          <TagChips environmentName={nameOf(environmentId)} tags={preview} />
        )}
      </Stack>
    </FormDialog>
  );
}

interface ConflictNoticeProps extends Pick<Rebased, 'clashes'> {
  readonly nameOf: (environmentId: string | null) => string | null;
}

function ConflictNotice({ clashes, nameOf }: ConflictNoticeProps) {
  return (
    <Banner tone="critical" role="alert">
      Changed by somebody else while you edited. Their changes are taken over, yours stay; save again to keep both.
      {clashes.length === 0 ? null : (
        <ul>
          {clashes.map(({ field, theirs }) => (
            <li key={field}>
              Both changed {fieldLabels[field]}: theirs is{' '}
              {field === 'environmentId' ? (nameOf(theirs) ?? 'No Environment') : theirs === '' ? 'empty' : `\u201c${theirs}\u201d`}.
            </li>
          ))}
        </ul>
      )}
    </Banner>
  );
}

/** The environments to choose from, with the present one even where the list does not come. */
function useEnvironmentOptions({ environmentId, environmentName }: CertificateView) {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.environments.list.queryOptions());
  const session = useSessionView();
  const present = environmentId === null ? [] : [{ value: environmentId, label: environmentName ?? '' }];
  return {
    options: data === undefined ? present : data.environments.map(({ id, name }) => ({ value: id, label: name })),
    locked: session?.entitlements.environmentLimit === 0 ? 'Environment management is available on Team and Enterprise plans.' : null,
  };
}

const FAILED = 'Failed to save tags';

/**
 * The form of one certificate's tags. The later save is reported, gets the others' changes, and
 * saves again on top of them: nothing typed is lost, and nothing saved is undone unseen.
 */
function useTagEdit(certificate: CertificateView, onSaved: () => void) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const refresh = useRefreshCertificates();
  const { mutateAsync } = useMutation(trpc.certificates.updateTags.mutationOptions());
  const [base, setBase] = useState<CertificateView>(certificate);
  const [clashes, setClashes] = useState<Rebased['clashes'] | null>(null);

  const save = async (fields: TagFields): Promise<void> => {
    const { id, version } = base;
    const { environmentId } = fields;
    const change = environmentId === base.environmentId ? {} : { environmentId };
    setClashes(null);
    try {
      await mutateAsync({ id, version, tags: tagsWith(base.tags, fields), ...change });
    } catch (error) {
      if (problemOfCall(error).code !== 'conflict') throw error;
      return takeOver(fields);
    }
    onSaved();
    await refresh();
  };
  const takeOver = async (fields: TagFields): Promise<void> => {
    const { certificate: latest } = await queries.fetchQuery({ ...trpc.certificates.get.queryOptions({ id: base.id }), staleTime: 0 });
    const rebased = rebase(fieldsOf(base), fields, fieldsOf(latest));
    setBase(latest);
    form.set(rebased.fields);
    setClashes(rebased.clashes);
  };

  const form = useForm({
    initial: { ...fieldsOf(certificate) },
    failed: FAILED,
    submit: save,
    problems: (error) => ({ form: failureText(error, FAILED) }),
  });
  return {
    form,
    /** The tags as they would be saved now. */
    preview: tagsWith(base.tags, form.values),
    /** Of a save that somebody else came before; null without one. */
    clashes,
  };
}
