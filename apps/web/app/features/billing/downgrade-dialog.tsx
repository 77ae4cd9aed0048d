import { Button, Stack } from '@mantine/core';
import { Link } from '@remix-run/react';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { downgradeTexts } from './billing-texts.ts';
import type { Downgrade } from './types.ts';

interface DowngradeDialogProps {
  readonly plan: string;
  readonly downgrade: Downgrade;
  readonly onClose: () => void;
}

/** Shown before the checkout of a plan that is too small for the certificates. */
export default function DowngradeDialog({ plan, downgrade, onClose }: DowngradeDialogProps) {
  return (
    <Dialog
      title="Plan Downgrade Warning"
      onClose={onClose}
      foot={
        <>
          <Button component={Link} to="/certificates" variant="default">
            Go to Certificates
          </Button>
          <Button onClick={onClose} data-autofocus>
            I Understand
          </Button>
        </>
      }
    >
      <Stack gap="xs">
        {downgradeTexts(downgrade, plan).map((text) => (
          <p key={text}>{text}</p>
        ))}
      </Stack>
    </Dialog>
  );
}
