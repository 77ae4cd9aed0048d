import { useRevalidator } from '@remix-run/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '../../../api/trpc.ts';
import { useShowInShell } from '../../../shell/shown-session.ts';
import { showSuccess } from '../../../ui/toasts/show-toast.ts';
import { texts } from './profile-texts.ts';
import type { NewProfile, Profile } from './types.ts';

/** Saving the profile. The shell shows the name at once, and the old one again where the server refuses. */
export function useSaveProfile() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { revalidate } = useRevalidator();
  const showInShell = useShowInShell();
  const { mutateAsync, isPending, error } = useMutation(trpc.profile.update.mutationOptions());
  const save = async (profile: NewProfile): Promise<Profile | null> => {
    showInShell({ firstName: profile.firstName, lastName: profile.lastName });
    try {
      const saved = await mutateAsync(profile);
      queries.setQueryData(trpc.profile.get.queryKey(), saved);
      showSuccess(texts.saved);
      revalidate();
      return saved;
    } catch {
      // `error` says why, on the form.
      showInShell(null);
      return null;
    }
  };
  return { save, busy: isPending, error };
}
