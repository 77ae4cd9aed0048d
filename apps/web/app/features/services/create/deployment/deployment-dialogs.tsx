import { Anchor, Button, Text } from '@mantine/core';
import { clouds, monthlyUsd, solutionName, usdText } from '@notafter/domain';
import { Link, useNavigate } from '@remix-run/react';
import { Bar } from '../../../../ui/bar/bar.tsx';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { FactList } from '../../../../ui/fact-list/fact-list.tsx';
import { FormDialog } from '../../../../ui/form/form-dialog.tsx';
import { useForm } from '../../../../ui/form/use-form.tsx';
import { StatusLine } from '../../../../ui/status-line/status-line.tsx';
import { sizeText, smallerSizeText } from '../../service-texts.ts';
import { ProgressDialog } from './progress-dialog.tsx';
import type { Deployable, Deployment } from './use-deployment.ts';

interface DeploymentDialogsProps {
  readonly deployment: Deployment;
  readonly onClose: () => void;
}

/** The dialog of each stage of a deployment. */
export default function DeploymentDialogs({ deployment, onClose }: DeploymentDialogsProps) {
  const { stage, confirm, end } = deployment;
  switch (stage?.name) {
    case 'asking':
      return <AskDialog of={stage.of} onConfirm={() => void confirm(stage.of)} onClose={onClose} />;
    case 'deploying':
      return <ProgressDialog resourceId={stage.resourceId} onEnd={end} />;
    case 'complete':
      return <CompleteDialog resourceId={stage.resourceId} />;
    case 'failed':
      return (
        <Dialog
          title="Deployment Error"
          onClose={onClose}
          foot={
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
          }
        >
          <StatusLine tone="failed" alert>
            {stage.message}
          </StatusLine>
        </Dialog>
      );
    case undefined:
      return null;
  }
}

interface AskDialogProps {
  readonly of: Deployable;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

function AskDialog({ of: { solution, offer, account, region, plan, firstUser }, onConfirm, onClose }: AskDialogProps) {
  const form = useForm({ initial: {}, failed: '', submit: async () => onConfirm() });
  const support = offer.solutions[solution];
  const smaller = smallerSizeText(plan, offer.sizes[plan.name]);
  return (
    <FormDialog form={form} title="Confirm Deployment" action="Confirm" busyAction="Deploying..." onClose={onClose}>
      <FactList
        facts={[
          ['Solution', solutionName(solution, support.runs ? support.version : null)],
          ['Cloud', clouds[offer.cloud].name],
          ['Account', offer.accounts.find(({ id }) => id === account)?.name ?? null],
          ['Region', region.name === clouds[offer.cloud].name ? region.name : `${region.name} (${region.code})`],
          ['Plan', plan.name],
          ['Size of the plan', sizeText(plan)],
          ['In force here', smaller],
          ['First user', firstUser?.user ?? null],
          ['Monthly price', usdText(monthlyUsd(plan.hourlyUsd))],
        ]}
      />
      {smaller === null ? null : <Text size="sm">This machine is smaller than the plan, so the service gets the size in force.</Text>}
    </FormDialog>
  );
}

function CompleteDialog({ resourceId }: { readonly resourceId: string }) {
  const navigate = useNavigate();
  const leave = (): void => navigate('/services');
  return (
    <Dialog
      title="The deploy is complete"
      onClose={leave}
      foot={
        <Button data-autofocus onClick={leave}>
          Close
        </Button>
      }
    >
      <Bar percent={100} label="Deployment" />
      <Text component="div" mt="sm">
        <StatusLine tone="valid" plain>
          <Anchor component={Link} to={`/services/${resourceId}`} underline="always" inherit>
            {resourceId}
          </Anchor>{' '}
          is running. Its password was sent to you by email.
        </StatusLine>
      </Text>
    </Dialog>
  );
}
