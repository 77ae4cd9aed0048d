import { Button } from '@mantine/core';
import { Link } from '@remix-run/react';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import css from './billing-screen.module.css';
import { downgradeTexts } from './billing-texts.ts';
import type { Downgrade } from './types.ts';

interface DowngradeDialogProps {
  readonly plan: string;
  readonly downgrade: Downgrade;
  readonly onClose: () => void;
}

/** Stands before the checkout of a plan into which the certificates do not fit. */
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
      <div className={css.sentences}>
        {downgradeTexts(downgrade, plan).map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
    </Dialog>
  );
}
