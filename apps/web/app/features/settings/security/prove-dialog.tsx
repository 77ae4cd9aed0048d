import { Button } from '@mantine/core';
import { type FormEvent, type ReactNode, useId } from 'react';
import { Banner } from '../../../ui/banner/banner.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { ProofField } from './proof-field.tsx';
import css from './security.module.css';
import type { Proof, TwoFactor } from './types.ts';
import { useProof } from './use-proof.ts';

interface ProveDialogProps {
  /** Names the object, e.g. `Remove Laptop`. */
  readonly title: string;
  /** What comes of it. */
  readonly children: ReactNode;
  readonly action: string;
  readonly busyAction: string;
  /** Something is lost by it. */
  readonly danger?: boolean;
  /** What is said where the server says nothing. */
  readonly documented: string;
  readonly view: TwoFactor;
  /** Closes the dialog itself, once it went through. */
  readonly onConfirm: (proof: Proof) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks before something of how a person signs in changes, and who they are. */
export default function ProveDialog({
  title,
  children,
  action,
  busyAction,
  danger = false,
  documented,
  view,
  onConfirm,
  onClose,
}: ProveDialogProps) {
  const formId = useId();
  const proof = useProof(view, documented);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (await proof.submit(onConfirm)) onClose();
  };
  return (
    <Dialog
      title={title}
      busy={proof.busy}
      onClose={onClose}
      foot={
        <>
          <Button variant="default" onClick={onClose} disabled={proof.busy}>
            Cancel
          </Button>
          <Button type="submit" form={formId} disabled={proof.busy} {...(danger ? { color: 'red' } : {})}>
            {proof.busy ? busyAction : action}
          </Button>
        </>
      }
    >
      <form id={formId} className={css.form} noValidate onSubmit={(event) => void submit(event)}>
        {proof.problems.form === undefined ? null : (
          <Banner tone="expired" role="alert">
            {proof.problems.form}
          </Banner>
        )}
        <p>{children}</p>
        <ProofField proof={proof} />
      </form>
    </Dialog>
  );
}
