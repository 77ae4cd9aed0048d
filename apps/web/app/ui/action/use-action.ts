import { type QueryFilters, type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { failureText } from '../form/failure-text.ts';
import { showError, showSuccess } from '../toasts/show-toast.ts';

interface ActionOptions<Output> {
  /** The toast of success; none without it. */
  readonly done?: string | ((output: Output) => string);
  /** The toast of a failure, for when the server did not say why. */
  readonly failed: string;
  /** Queries that the action changes. They are loaded again after a failure too, and the action is pending until they are. */
  readonly refresh?: readonly QueryFilters[];
}

/**
 * A change on the server, with its toasts and the queries that show it. `run` never rejects and answers null after a failure;
 * `send` rejects without a toast, for forms.
 */
export function useAction<Output, Failure, Input>(
  mutation: UseMutationOptions<Output, Failure, Input>,
  { done, failed, refresh = [] }: ActionOptions<Output>,
) {
  const queries = useQueryClient();
  const {
    mutateAsync: send,
    isPending,
    variables,
  } = useMutation({
    ...mutation,
    onSuccess: (output) => {
      if (done !== undefined) showSuccess(typeof done === 'string' ? done : done(output));
    },
    onSettled: () => Promise.all(refresh.map((filter) => queries.invalidateQueries(filter))),
  });
  const run = async (...input: Parameters<typeof send>): Promise<Output | null> => {
    try {
      return await send(...input);
    } catch (error) {
      showError(failureText(error, failed));
      return null;
    }
  };
  return {
    pending: isPending,
    /** The input of the call under way. */
    sent: isPending ? variables : undefined,
    send,
    run,
  };
}
