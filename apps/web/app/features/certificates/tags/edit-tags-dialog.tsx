import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTRPC } from '../../../api/trpc.ts';
import { useSessionView } from '../../../shell/session.ts';
import { Banner } from '../../../ui/banner/banner.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { showSuccess } from '../../../ui/toasts/show-toast.ts';
import type { CertificateView } from '../types.ts';
import { OwnerField } from './owner-field.tsx';
import { TagChips } from './tag-chips.tsx';
import { fieldLabels } from './tag-fields.ts';
import css from './tags.module.css';
import { type Trouble, useTagEdit } from './use-tag-edit.ts';

/** As the server has it. */
const VALUE_MAX = 256;

interface EditTagsDialogProps {
  readonly certificate: CertificateView;
  readonly onClose: () => void;
}

/** Spec 1 section 2: the environment, four tags by fields, and what will be saved as chips. */
export default function EditTagsDialog({ certificate, onClose }: EditTagsDialogProps) {
  const formId = useId();
  const { fields, set, preview, trouble, busy, save } = useTagEdit(certificate, () => {
    showSuccess(`Tags of ${certificate.domain} saved`);
    onClose();
  });
  const environments = useEnvironmentOptions(certificate);
  const text = (name: 'env' | 'source' | 'team') => (
    <TextInput
      label={fieldLabels[name]}
      autoComplete="off"
      maxLength={VALUE_MAX}
      value={fields[name]}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
    />
  );
  const environmentName = environments.options.find(({ value }) => value === fields.environmentId)?.label ?? null;
  return (
    <Dialog
      title="Edit Certificate Tags & Environment"
      size={560}
      busy={busy}
      onClose={onClose}
      foot={
        <>
          <Button variant="default" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" form={formId} disabled={busy}>
            {busy ? 'Saving...' : 'Save'}
          </Button>
        </>
      }
    >
      <p className={css.domain}>{certificate.domain}</p>
      {trouble === null ? null : (
        <TroubleNotice trouble={trouble} nameOf={(id) => environments.options.find(({ value }) => value === id)?.label} />
      )}
      <form
        id={formId}
        className={css.fields}
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) save();
        }}
      >
        <NativeSelect
          label={fieldLabels.environmentId}
          {...(environments.locked === null
            ? {}
            : { description: environments.locked, inputWrapperOrder: ['label', 'input', 'description'] })}
          value={fields.environmentId ?? ''}
          onChange={(event) => {
            const chosen = event.currentTarget.value;
            set({ environmentId: environments.options.find(({ value }) => value === chosen)?.value ?? null });
          }}
        >
          <option value="">No Environment</option>
          {environments.options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </NativeSelect>
        {text('env')}
        <OwnerField owner={fields.owner} onChange={(owner) => set({ owner })} />
        {text('source')}
        {text('team')}
      </form>
      <section className={css.preview} aria-label="Preview">
        <h3>Preview</h3>
        {environmentName === null && Object.keys(preview).length === 0 ? (
          <p>No tags and no environment.</p>
        ) : (
          <TagChips environmentName={environmentName} tags={preview} />
        )}
      </section>
    </Dialog>
  );
}

interface TroubleNoticeProps {
  readonly trouble: Trouble;
  readonly nameOf: (environmentId: string | null) => string | undefined;
}

function TroubleNotice({ trouble, nameOf }: TroubleNoticeProps) {
  if (trouble.kind === 'failure') {
    return (
      <div className={css.notice}>
        <Banner tone="expired" role="alert">
          {trouble.text}
        </Banner>
      </div>
    );
  }
  return (
    <div className={css.notice}>
      <Banner tone="critical" role="alert">
        Changed by somebody else while you edited. Their changes are taken over, yours stay; save again to keep both.
        {trouble.clashes.length === 0 ? null : (
          <ul>
            {trouble.clashes.map(({ field, theirs }) => (
              <li key={field}>
                Both changed {fieldLabels[field]}: theirs is{' '}
                {field === 'environmentId' ? (nameOf(theirs) ?? 'No Environment') : theirs === '' ? 'empty' : `\u201c${theirs}\u201d`}.
              </li>
            ))}
          </ul>
        )}
      </Banner>
    </div>
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
