import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../../api/trpc.ts';
import { Field } from '../../../ui/form/form.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useForm } from '../../../ui/form/use-form.tsx';
import { subjectOf } from './anchor-texts.ts';
import { choiceOf, optionsOf, PUBLIC } from './choices.ts';
import type { AnchorAssignment, AnchorSet, AssignInput } from './types.ts';

interface AssignmentDialogProps {
  /** Null: of another tag. */
  readonly assignment: AnchorAssignment | null;
  readonly sets: readonly AnchorSet[];
  /** Rejects with its error. */
  readonly onSave: (input: AssignInput) => Promise<unknown>;
  readonly onClose: () => void;
}

/** One dialog is open at a time. */
const SUGGESTIONS = 'anchor-tags';

/** Chooses what the certificates with a tag, or all others, trust. */
export default function AssignmentDialog({ assignment, sets, onSave, onClose }: AssignmentDialogProps) {
  const tags = useQuery(useTRPC().certificates.facets.queryOptions()).data?.tags ?? [];
  const isDefault = assignment !== null && assignment.tag === null;
  const form = useForm({
    initial: { tag: assignment?.tag ?? '', anchors: assignment === null ? '' : (assignment.set?.id ?? PUBLIC) },
    failed: 'Failed to assign trust anchors',
    submit: async ({ tag, anchors }) => {
      const chosen = choiceOf(anchors);
      // Without a choice, the organization trusts the public roots alone.
      await onSave(isDefault ? { anchors: chosen === 'public' ? null : chosen } : { tag: tag.trim(), anchors: chosen });
      onClose();
    },
  });
  const { values } = form;
  return (
    <FormDialog
      form={form}
      title={assignment === null ? 'Add Assignment' : `Edit ${isDefault ? 'the default' : subjectOf(assignment).toLowerCase()}`}
      action={assignment === null ? 'Add Assignment' : 'Save'}
      busyAction="Saving..."
      incomplete={values.anchors === '' || (!isDefault && values.tag.trim() === '')}
      onClose={onClose}
    >
      {assignment === null ? (
        <>
          <Field {...form.field('tag')} label="Tag" placeholder="env=internal" list={SUGGESTIONS} maxLength={321} data-autofocus />
          <datalist id={SUGGESTIONS}>
            {tags.map(({ tag }) => (
              <option key={tag} value={tag} />
            ))}
          </datalist>
        </>
      ) : null}
      <NativeSelect
        {...form.field('anchors')}
        label="Trust anchors"
        data={[...(assignment === null ? [{ value: '', label: 'Choose' }] : []), ...optionsOf(sets)]}
      />
    </FormDialog>
  );
}
