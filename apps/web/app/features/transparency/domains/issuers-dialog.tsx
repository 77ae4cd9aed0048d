import { Button, Group, Textarea } from '@mantine/core';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { problemsOfEntries } from '../../../ui/form/text-entries.ts';
import { useForm } from '../../../ui/form/use-form.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { Note } from '../../../ui/note/note.tsx';
import type { WatchedDomain } from '../types.ts';
import type { TransparencyActions } from '../use-transparency.ts';

interface IssuersDialogProps {
  readonly domain: WatchedDomain;
  /** Those of certificates that were found. */
  readonly issuers: readonly string[];
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
export default function IssuersDialog({ domain: { id, domain, allowedIssuers }, issuers, update, onClose }: IssuersDialogProps) {
  const form = useForm({
    initial: { allowedIssuers: allowedIssuers.join('\n') },
    failed: 'Failed to save the allowed issuers',
    problems: (error) => problemsOfEntries(error, 'allowedIssuers'),
    submit: async (values) => {
      await update.send({ id, allowedIssuers: linesOf(values.allowedIssuers) });
      onClose();
    },
  });
  const listed = linesOf(form.values.allowedIssuers);
  return (
    <FormDialog form={form} title={`Allowed issuers of ${domain}`} action="Save" busyAction="Saving..." onClose={onClose}>
      <Textarea
        {...form.field('allowedIssuers')}
        label="Allowed issuers"
        description="One organization a line, as in the issuer of its certificates. Certificates of all others are unknown. Leave it empty to allow any issuer."
        placeholder={"Let's Encrypt\nDigiCert Inc"}
        autosize
        minRows={3}
        maxRows={10}
        data-autofocus
      />
      <FoundIssuers
        issuers={issuers.filter((issuer) => !listed.includes(issuer))}
        onAdd={(issuer) => form.set({ allowedIssuers: [...listed, issuer].join('\n') })}
      />
    </FormDialog>
  );
}

interface FoundIssuersProps {
  readonly issuers: readonly string[];
  readonly onAdd: (issuer: string) => void;
}

/** Names as certificates have them, so that nobody needs to look them up. */
function FoundIssuers({ issuers, onAdd }: FoundIssuersProps) {
  if (issuers.length === 0) return null;
  return (
    <Group gap="xs">
      <Note>From your certificates:</Note>
      {issuers.map((issuer) => (
        <Button
          key={issuer}
          size="compact-sm"
          variant="default"
          leftSection={<Icon name="plus" small />}
          aria-label={`Allow ${issuer}`}
          onClick={() => onAdd(issuer)}
        >
          {issuer}
        </Button>
      ))}
    </Group>
  );
}
