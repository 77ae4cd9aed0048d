import type { CertificateId } from '@notafter/domain';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '../../api/trpc.ts';
import { showError, showSuccess } from '../../ui/toasts/show-toast.ts';
import { deletedText } from './certificate-words.ts';
import { failureText } from './failure-text.ts';
import type { SelectionInput } from './types.ts';

/** Ends the monitoring of one certificate or of a selection. Answers whether it did; the toasts are shown here. */
export function useRemoval() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const one = useMutation(trpc.certificates.remove.mutationOptions());
  const many = useMutation(trpc.certificates.removeMany.mutationOptions());

  const remove = async (removal: Promise<string>, documented: string): Promise<boolean> => {
    try {
      showSuccess(await removal);
    } catch (error) {
      showError(failureText(error, documented));
      return false;
    }
    // Not the removed certificate's own answers: asked for again, they would be 404.
    const { list, stats, widgets } = trpc.certificates;
    await Promise.all([list, stats, widgets].map((procedure) => queries.invalidateQueries(procedure.pathFilter())));
    return true;
  };

  return {
    busy: one.isPending || many.isPending,
    removeOne: (id: CertificateId) =>
      remove(
        one.mutateAsync({ id }).then(() => deletedText(1)),
        'Failed to delete certificate',
      ),
    removeMany: (selection: SelectionInput) =>
      remove(
        many.mutateAsync(selection).then(({ deleted }) => deletedText(deleted)),
        'Failed to delete certificates',
      ),
  };
}
