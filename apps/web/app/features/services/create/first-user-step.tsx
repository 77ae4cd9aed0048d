import { Box } from '@mantine/core';
import { deploymentProblems, type SolutionSlug, solutions } from '@notafter/domain';
import { Field, Form } from '../../../ui/form/form.tsx';
import { useForm } from '../../../ui/form/use-form.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { Step } from '../../../ui/step/step.tsx';

/** Whether people define the first user of a solution. */
export const asksForUser = (solution: SolutionSlug | null): boolean => solution !== null && solutions[solution].defaultUser === null;

const texts = { user: 'Enter the email address of the first user.', password: 'Use at least 8 characters.' } as const;

/** The fields of the first user. `onSubmit` gets them when they can be right. */
export const useFirstUser = (onSubmit: (user: { readonly user: string; readonly password: string }) => void) =>
  useForm({
    initial: { user: '', password: '' },
    check: (fields) => {
      const problems = deploymentProblems({ cloud: 'local', region: 'local', plan: 'hobbyist', database: 'metabase', ...trimmed(fields) });
      return Object.fromEntries(problems.flatMap(({ path }) => (path === 'user' || path === 'password' ? [[path, texts[path]]] : [])));
    },
    failed: 'Deployment failed.',
    submit: async (fields) => onSubmit(trimmed(fields)),
  });

const trimmed = ({ user, password }: { readonly user: string; readonly password: string }) => ({ user: user.trim(), password });

interface FirstUserStepProps {
  readonly solution: SolutionSlug;
  readonly form: ReturnType<typeof useFirstUser>;
}

/** For solutions without a user of the product's choice. */
export function FirstUserStep({ solution, form }: FirstUserStepProps) {
  return (
    <Step id="first-user" number={5} title="First user" note={`Signs in to ${solutions[solution].name}`}>
      <Panel label="First user">
        <Box p="md" maw={480}>
          <Form form={form} label="First user">
            <Field {...form.field('user')} kind="email" autoComplete="off" label="Email" maxLength={254} />
            <Field
              {...form.field('password')}
              kind="password"
              autoComplete="new-password"
              label="Password"
              description={texts.password}
              maxLength={128}
            />
          </Form>
        </Box>
      </Panel>
    </Step>
  );
}
