import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { problemOfCall } from '../../../api/problem.ts';
import { useTRPC } from '../../../api/trpc.ts';
import { failureText } from '../failure-text.ts';
import type { CertificateView } from '../types.ts';
import { useRefreshCertificates } from '../use-refresh.ts';
import { fieldsOf, type Rebased, rebase, type TagFields, tagsWith } from './tag-fields.ts';

const FAILED = 'Failed to save tags';

/** Message after a refused save. */
export type Trouble =
  | { readonly kind: 'failure'; readonly text: string }
  | { readonly kind: 'conflict'; readonly clashes: Rebased['clashes'] };

/**
 * The fields of one certificate and their save. The later save is reported, gets the others' changes, and
 * saves again on top of them: nothing typed is lost, and nothing saved is undone unseen.
 */
export function useTagEdit(certificate: CertificateView, onSaved: () => void) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const refresh = useRefreshCertificates();
  const { mutateAsync, isPending } = useMutation(trpc.certificates.updateTags.mutationOptions());
  const [base, setBase] = useState<CertificateView>(certificate);
  const [fields, setFields] = useState<TagFields>(() => fieldsOf(certificate));
  const [trouble, setTrouble] = useState<Trouble | null>(null);

  const takeOver = async (): Promise<void> => {
    const { certificate: latest } = await queries.fetchQuery({ ...trpc.certificates.get.queryOptions({ id: base.id }), staleTime: 0 });
    const rebased = rebase(fieldsOf(base), fields, fieldsOf(latest));
    setBase(latest);
    setFields(rebased.fields);
    setTrouble({ kind: 'conflict', clashes: rebased.clashes });
  };

  const save = async (): Promise<void> => {
    const { id, version } = base;
    const { environmentId } = fields;
    const change = environmentId === base.environmentId ? {} : { environmentId };
    try {
      await mutateAsync({ id, version, tags: tagsWith(base.tags, fields), ...change });
      onSaved();
      await refresh();
    } catch (error) {
      try {
        if (problemOfCall(error).code === 'conflict') return await takeOver();
        setTrouble({ kind: 'failure', text: failureText(error, FAILED) });
      } catch (second) {
        setTrouble({ kind: 'failure', text: failureText(second, FAILED) });
      }
    }
  };

  return {
    fields,
    set: (change: Partial<TagFields>) => setFields({ ...fields, ...change }),
    /** The tags as they would be saved now. */
    preview: tagsWith(base.tags, fields),
    trouble,
    busy: isPending,
    save: () => void save(),
  };
}
