import type { CertificateId } from '@notafter/domain';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '../../api/trpc.ts';
import { showError, showSuccess } from '../../ui/toasts/show-toast.ts';
import { deletedText } from './certificate-words.ts';
import { failureText } from './failure-text.ts';
import type { SelectionInput } from './types.ts';

/** Removes one certificate or a selection, and shows the toasts. The promise is false after a failure. */
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
    // Not the queries of the removed certificate: they would be 404.
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
