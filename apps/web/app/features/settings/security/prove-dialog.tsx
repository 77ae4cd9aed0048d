import type { ReactNode } from 'react';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { ProofField } from './proof-field.tsx';
import type { Proof, TwoFactor } from './types.ts';
import { useProof } from './use-proof.ts';

interface ProveDialogProps {
  /** Names the object, e.g. `Remove Laptop`. */
  readonly title: string;
  /** The change. */
  readonly children: ReactNode;
  readonly action: string;
  readonly busyAction: string;
  /** Something is lost by it. */
  readonly danger?: boolean;
  /** The documented text of a failure. */
  readonly failed: string;
  readonly view: TwoFactor;
  /** Closes the dialog when it resolves. */
  readonly onConfirm: (proof: Proof) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks before a change of how the person signs in, and who they are. */
export default function ProveDialog({ children, failed, view, onConfirm, ...dialog }: ProveDialogProps) {
  const proof = useProof({ view, failed, submit: (given) => onConfirm(given).then(dialog.onClose) });
  return (
    <FormDialog {...dialog} form={proof.form}>
      <p>{children}</p>
      <ProofField proof={proof} />
    </FormDialog>
  );
}
