import { Code, Group, Stack } from '@mantine/core';
import { encode } from 'uqr';
import { problemOfCall } from '../../../api/problem.ts';
import { CopyButton } from '../../../ui/copy/copy-button.tsx';
import { Field } from '../../../ui/form/form.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useForm } from '../../../ui/form/use-form.tsx';
import type { TotpSetUp } from './two-factor.ts';

interface SetUpAppDialogProps {
  readonly setUp: TotpSetUp;
  /** Rejects with the call's error. Closes the dialog itself. */
  readonly onConfirm: (code: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Groups of four are easy to read and type. */
const grouped = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ');

/** Shows the secret to an app and takes the app's first code. */
export default function SetUpAppDialog({ setUp: { secret, uri }, onConfirm, onClose }: SetUpAppDialogProps) {
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => (code.trim() === '' ? { code: 'Enter the code that the app shows.' } : {}),
    failed: 'Failed to turn the app on',
    submit: ({ code }) => onConfirm(code),
    problems: (error) => {
      const { code, message } = problemOfCall(error);
      return code === 'second_factor_invalid' ? { code: message } : {};
    },
    focus: 'code',
  });
  return (
    <FormDialog
      form={form}
      title="Set up an authenticator app"
      action="Turn On"
      busyAction="Turning on..."
      size={560}
      onlyByButton
      onClose={onClose}
    >
      <Group gap="md" justify="center">
        <QrCode text={uri} label="QR code for your authenticator app" />
        <Stack gap="xs" flex="1 1 220px">
          <p>Scan this with an authenticator app. If you cannot scan it, enter this key in the app:</p>
          <Group gap="xxs" wrap="nowrap" align="flex-start">
            <Code>{grouped(secret)}</Code>
            <CopyButton value={secret} label="Copy key" />
          </Group>
        </Stack>
      </Group>
      <Field
        {...form.field('code')}
        kind="code"
        label="Code"
        description="The six digits that the app shows for Notafter now."
        inputMode="numeric"
        size="lg"
        maxLength={20}
        data-autofocus
      />
    </FormDialog>
  );
}

/** Modules of light around the code, which readers need to find it (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/** A text as a QR code: dark on light in both schemes, as cameras want it. */
function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg width={200} height={200} role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="white" />
      <path d={path} fill="black" />
    </svg>
  );
}
