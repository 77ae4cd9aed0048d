import { CardForm } from '../../ui/card-form/card-form.tsx';
import { Field } from '../../ui/form/form.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { useForm } from '../../ui/form/use-form.tsx';
import { SAVE_FAILED } from './environment-texts.ts';
import type { Environment } from './types.ts';
import type { Environments } from './use-environments.ts';

/** As the server has them. */
const NAME_MAX = 100;
const DESCRIPTION_MAX = 500;

interface EnvironmentFormProps {
  /** Null for a new one. */
  readonly edited: Environment | null;
  readonly environments: Environments;
  /** Called after saving and on Cancel. */
  readonly onClose: () => void;
}

export default function EnvironmentDialog(props: EnvironmentFormProps) {
  const { form, blank, ...action } = useEnvironmentForm(props);
  const title = props.edited === null ? 'Create Environment' : 'Edit Environment';
  return (
    <FormDialog form={form} title={title} {...action} incomplete={blank} onClose={props.onClose}>
      <Fields form={form} />
    </FormDialog>
  );
}

/** The same form inside a dialog. */
export function InlineEnvironmentForm(props: EnvironmentFormProps) {
  const { form, blank, action } = useEnvironmentForm(props);
  return (
    <CardForm
      form={form}
      label={props.edited === null ? 'New environment' : `Edit ${props.edited.name}`}
      action={action}
      incomplete={blank}
      onCancel={props.onClose}
    >
      <Fields form={form} />
    </CardForm>
  );
}

function Fields({ form }: Pick<ReturnType<typeof useEnvironmentForm>, 'form'>) {
  return (
    <>
      <Field {...form.field('name')} label="Environment Name" maxLength={NAME_MAX} data-autofocus autoFocus />
      <Field {...form.field('description')} label="Description (optional)" maxLength={DESCRIPTION_MAX} />
    </>
  );
}

function useEnvironmentForm({ edited, environments, onClose }: EnvironmentFormProps) {
  const form = useForm({
    initial: { name: edited?.name ?? '', description: edited?.description ?? '' },
    failed: SAVE_FAILED,
    submit: (fields) => environments.save(fields, edited).then(onClose),
  });
  return { form, blank: form.values.name.trim() === '', action: edited === null ? 'Create' : 'Update', busyAction: 'Saving...' };
}
