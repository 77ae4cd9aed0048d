import { NativeSelect } from '@mantine/core';
import { assignablePlans, entitlementsOf, isPlanName } from '@notafter/domain';
import { useTRPC } from '../../api/trpc.ts';
import { useSessionView } from '../../shell/session.ts';
import { useAction } from '../../ui/action/use-action.ts';
import { Field } from '../../ui/form/form.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { useForm } from '../../ui/form/use-form.tsx';
import { failedWith } from './failed-with.ts';
import type { AdminOrganization } from './types.ts';

interface PlanDialogProps {
  readonly organization: AdminOrganization;
  readonly onClose: () => void;
}

const attempt = 'Failed to update plan';
const WHOLE_NUMBER = 'Enter a whole number, or nothing for the limit of the plan.';

const limitOf = (text: string): number | null => (text.trim() === '' ? null : Number(text));
const problemOf = (text: string): string | undefined => (/^\s*\d{0,9}\s*$/.test(text) ? undefined : WHOLE_NUMBER);
const shown = (limit: number | null): string => (limit === null ? 'unlimited' : String(limit));

/** Plan and limits of one organization. An empty limit is the plan's own. */
export default function PlanDialog({ organization, onClose }: PlanDialogProps) {
  const { id, name, plan, certificateLimit, userLimit } = organization;
  const { admin } = useTRPC();
  const update = useAction(admin.updatePlan.mutationOptions(), {
    ...{ done: 'Plan updated successfully!', failed: attempt, refresh: [admin.pathFilter()] },
  });
  const form = useForm({
    initial: {
      plan: isPlanName(plan) ? plan : assignablePlans[0],
      certificateLimit: certificateLimit?.toString() ?? '',
      userLimit: userLimit?.toString() ?? '',
    },
    failed: attempt,
    check: (values) => ({ certificateLimit: problemOf(values.certificateLimit), userLimit: problemOf(values.userLimit) }),
    problems: failedWith(attempt),
    submit: async (values) => {
      const limits = { certificateLimit: limitOf(values.certificateLimit), userLimit: limitOf(values.userLimit) };
      await update.send({ id, plan: values.plan, ...limits });
      onClose();
    },
  });
  const isSelfHosted = useSessionView()?.plan === 'Self-hosted';
  const own = entitlementsOf(form.values.plan);
  return (
    <FormDialog form={form} title={`Edit Organization Plan: ${name}`} action="Save" busyAction="Saving..." onClose={onClose}>
      <NativeSelect
        {...form.field('plan')}
        label="Plan"
        data={[...assignablePlans]}
        description={isSelfHosted ? 'DEFAULT_PLAN is Self-hosted: every organization has that plan, whatever you choose here.' : undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
      <Field
        {...form.field('certificateLimit')}
        label="Certificate Limit"
        inputMode="numeric"
        placeholder={shown(own.certificateLimit)}
        description={`Empty: the limit of the plan, ${shown(own.certificateLimit)}.`}
      />
      <Field
        {...form.field('userLimit')}
        label="User Limit"
        inputMode="numeric"
        placeholder={shown(own.memberLimit)}
        description={`Empty: the limit of the plan, ${shown(own.memberLimit)}.`}
      />
    </FormDialog>
  );
}
