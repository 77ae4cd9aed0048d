import { NativeSelect, SimpleGrid, Switch, Textarea } from '@mantine/core';
import { REPORT_RECIPIENTS_MAX, type ReportFrequency, reportFrequencies } from '@notafter/domain';
import { useTRPC } from '../../api/trpc.ts';
import { useAction } from '../../ui/action/use-action.ts';
import { Form } from '../../ui/form/form.tsx';
import { entriesOf, problemsOfEntries } from '../../ui/form/text-entries.ts';
import { useForm } from '../../ui/form/use-form.tsx';
import { useTimeZones } from '../../ui/time/time-zones.ts';
import { frequencyTexts, hourText } from './schedule-text.ts';
import type { ReportSettings } from './types.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourText(hour) }));
const FAILED = 'Failed to save the report';

/** Of this browser: for the first time that the report is switched on. */
const ownTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** For admins: when the report is due, and who gets it. */
export default function SettingsForm({ settings }: { readonly settings: ReportSettings }) {
  const { reports } = useTRPC();
  const save = useAction(reports.save.mutationOptions(), {
    done: 'Report saved',
    failed: FAILED,
    refresh: [reports.settings.queryFilter()],
  });
  const { enabled, frequency, hour, timeZone, recipients, updatedAt } = settings;
  const form = useForm({
    initial: { enabled, frequency, hour: String(hour), timeZone, recipients: recipients.join('\n') },
    failed: FAILED,
    problems: (error) => problemsOfEntries(error, 'recipients'),
    submit: async ({ recipients: typed, hour: chosen, ...values }) => {
      const saved = await save.send({ ...values, hour: Number(chosen), recipients: entriesOf(typed) });
      // Each address once, in the order of the list below.
      form.set({ recipients: saved.recipients.join('\n') });
    },
  });
  const zones = useTimeZones(form.values.timeZone);
  const frequencies = reportFrequencies.map((value: ReportFrequency) => ({ value, label: frequencyTexts[value] }));
  return (
    <Form form={form} label="Report by mail" action="Save">
      <Switch
        name="enabled"
        checked={form.values.enabled}
        onChange={({ currentTarget: { checked } }) =>
          form.set({ enabled: checked, ...(checked && updatedAt === null ? { timeZone: ownTimeZone() } : {}) })
        }
        label="Send the report"
      />
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
        <NativeSelect {...form.field('frequency')} label="Frequency" data={frequencies} />
        <NativeSelect {...form.field('hour')} label="Hour" data={HOURS} />
        <NativeSelect {...form.field('timeZone')} label="Time zone" data={[...zones]} />
      </SimpleGrid>
      <Textarea
        {...form.field('recipients')}
        label="Recipients"
        description={`One address per line, at most ${REPORT_RECIPIENTS_MAX}. Members with a confirmed mailbox get the report at once. Everyone else gets a link to confirm first.`}
        autosize
        minRows={3}
        maxRows={REPORT_RECIPIENTS_MAX}
        spellCheck={false}
      />
    </Form>
  );
}
