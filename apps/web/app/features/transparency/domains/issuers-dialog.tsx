import { Textarea } from '@mantine/core';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { problemsOfEntries } from '../../../ui/form/text-entries.ts';
import { useForm } from '../../../ui/form/use-form.tsx';
import type { WatchedDomain } from '../types.ts';
import type { TransparencyActions } from '../use-transparency.ts';

interface IssuersDialogProps {
  readonly domain: WatchedDomain;
  readonly update: TransparencyActions['update'];
  readonly onClose: () => void;
}

/** One a line: names of organizations have blanks and commas. */
const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Says who may issue certificates below a domain. */
export default function IssuersDialog({ domain: { id, domain, allowedIssuers }, update, onClose }: IssuersDialogProps) {
  const form = useForm({
    initial: { allowedIssuers: allowedIssuers.join('\n') },
    failed: 'Failed to save the allowed issuers',
    problems: (error) => problemsOfEntries(error, 'allowedIssuers'),
    submit: async (values) => {
      await update.send({ id, allowedIssuers: linesOf(values.allowedIssuers) });
      onClose();
    },
  });
  return (
    <FormDialog form={form} title={`Allowed issuers of ${domain}`} action="Save" busyAction="Saving..." onClose={onClose}>
      <Textarea
        {...form.field('allowedIssuers')}
        label="Allowed issuers"
        description="One organization a line, as in the issuer of its certificates. Certificates of all others are unknown. Leave it empty to allow any issuer."
        placeholder={'Let’s Encrypt\nDigiCert Inc'}
        autosize
        minRows={3}
        maxRows={10}
        data-autofocus
      />
    </FormDialog>
  );
}
