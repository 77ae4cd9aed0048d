import { NativeSelect } from '@mantine/core';
import { useTRPC } from '../../../api/trpc.ts';
import { useAction } from '../../../ui/action/use-action.ts';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useForm } from '../../../ui/form/use-form.tsx';
import { Note } from '../../../ui/note/note.tsx';
import type { CertificateDetail } from '../types.ts';
import { useCheckOne } from '../use-check-one.ts';
import { choiceOf, optionsOf } from './choices.ts';
import { useAnchorSets } from './use-anchors.ts';

interface ChooseAnchorsDialogProps {
  readonly certificate: CertificateDetail;
  readonly onClose: () => void;
}

/** Chooses what one certificate trusts, and checks it again. */
export default function ChooseAnchorsDialog({ certificate, onClose }: ChooseAnchorsDialogProps) {
  const { id, domain, anchors } = certificate;
  const trpc = useTRPC();
  const sets = useAnchorSets().data?.sets ?? anchors.sets;
  const { check } = useCheckOne();
  const failed = 'Failed to assign trust anchors';
  const assign = useAction(trpc.anchors.assignToCertificate.mutationOptions(), {
    failed,
    refresh: [trpc.anchors.pathFilter(), trpc.certificates.get.queryFilter({ id })],
  });
  const form = useForm({
    initial: { anchors: anchors.assigned ?? '' },
    failed,
    submit: async (values) => {
      await assign.send({ id, anchors: choiceOf(values.anchors) });
      onClose();
      check(id);
    },
  });
  return (
    <FormDialog form={form} title="Choose Trust Anchors" action="Save and Check" busyAction="Saving..." onClose={onClose}>
      <Note>{domain}</Note>
      <NativeSelect
        {...form.field('anchors')}
        label="Trust anchors"
        data={[{ value: '', label: 'As its tags and the organization' }, ...optionsOf(sets)]}
      />
    </FormDialog>
  );
}
