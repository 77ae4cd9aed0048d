import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { problemOfCall } from '../../../api/problem.ts';
import { useTRPC } from '../../../api/trpc.ts';
import { useForm } from '../../../ui/form/use-form.tsx';
import { failureText } from '../failure-text.ts';
import type { CertificateView } from '../types.ts';
import { useRefreshCertificates } from '../use-refresh.ts';
import { fieldsOf, type Rebased, rebase, type TagFields, tagsWith } from './tag-fields.ts';

const FAILED = 'Failed to save tags';

/**
 * The form of one certificate's tags. The later save is reported, gets the others' changes, and
 * saves again on top of them: nothing typed is lost, and nothing saved is undone unseen.
 */
export function useTagEdit(certificate: CertificateView, onSaved: () => void) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const refresh = useRefreshCertificates();
  const { mutateAsync } = useMutation(trpc.certificates.updateTags.mutationOptions());
  const [base, setBase] = useState<CertificateView>(certificate);
  const [clashes, setClashes] = useState<Rebased['clashes'] | null>(null);

  const save = async (fields: TagFields): Promise<void> => {
    const { id, version } = base;
    const { environmentId } = fields;
    const change = environmentId === base.environmentId ? {} : { environmentId };
    setClashes(null);
    try {
      await mutateAsync({ id, version, tags: tagsWith(base.tags, fields), ...change });
    } catch (error) {
      if (problemOfCall(error).code !== 'conflict') throw error;
      return takeOver(fields);
    }
    onSaved();
    await refresh();
  };
  const takeOver = async (fields: TagFields): Promise<void> => {
    const { certificate: latest } = await queries.fetchQuery({ ...trpc.certificates.get.queryOptions({ id: base.id }), staleTime: 0 });
    const rebased = rebase(fieldsOf(base), fields, fieldsOf(latest));
    setBase(latest);
    form.set(rebased.fields);
    setClashes(rebased.clashes);
  };

  const form = useForm({
    initial: { ...fieldsOf(certificate) },
    failed: FAILED,
    submit: save,
    problems: (error) => ({ form: failureText(error, FAILED) }),
  });
  return {
    form,
    /** The tags as they would be saved now. */
    preview: tagsWith(base.tags, form.values),
    /** Of a save that somebody else came before; null without one. */
    clashes,
  };
}
