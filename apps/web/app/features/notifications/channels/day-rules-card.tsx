import { Button, NativeSelect, Text } from '@mantine/core';
import { plural } from '@notafter/domain';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC } from '../../../api/trpc.ts';
import { useMay } from '../../../shell/session.ts';
import { useAction } from '../../../ui/action/use-action.ts';
import { IconButton } from '../../../ui/buttons/buttons.tsx';
import { CardForm } from '../../../ui/card-form/card-form.tsx';
import { useForm } from '../../../ui/form/use-form.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { Item, ItemList } from '../../../ui/item-list/item-list.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { DayChoice } from './day-choice.tsx';

/** Certificates that alert earlier or later than the rest: those with a tag, and those with days set on their own screen. */
export function DayRulesCard() {
  const trpc = useTRPC();
  const mayEdit = useMay('notifications/save-day-rule');
  const rules = useQuery(trpc.notifications.dayRules.queryOptions()).data?.rules;
  const remove = useAction(trpc.notifications.removeDayRule.mutationOptions(), {
    failed: 'Failed to remove the days',
    refresh: [trpc.notifications.dayRules.queryFilter()],
  });
  const [adding, setAdding] = useState(false);
  if (rules === undefined || (rules.length === 0 && !mayEdit)) return null;
  const addition = adding ? (
    <TagRuleForm onDone={() => setAdding(false)} />
  ) : (
    <Button variant="default" size="sm" fullWidth leftSection={<Icon name="plus" small />} onClick={() => setAdding(true)}>
      Days for a Tag
    </Button>
  );
  return (
    <Panel title="Custom Alert Days" foot={mayEdit ? addition : undefined}>
      <ItemList>
        {rules.length === 0 ? <Item>Choose a tag to alert earlier or later for its certificates.</Item> : null}
        {rules.map(({ id, tag, domain, days }) => (
          <Item
            key={id}
            title={tag ?? domain}
            action={
              mayEdit ? (
                <IconButton
                  icon="trash"
                  label={`Remove the days of ${tag ?? domain}`}
                  disabled={remove.pending}
                  onClick={() => void remove.run({ id })}
                />
              ) : null
            }
          >
            {days.map((day) => plural(day, 'day')).join(', ')}
          </Item>
        ))}
      </ItemList>
    </Panel>
  );
}

function TagRuleForm({ onDone }: { readonly onDone: () => void }) {
  const trpc = useTRPC();
  const tags = useQuery(trpc.certificates.facets.queryOptions()).data?.tags;
  const save = useAction(trpc.notifications.saveDayRule.mutationOptions(), {
    failed: 'Failed to save the days',
    refresh: [trpc.notifications.dayRules.queryFilter()],
  });
  const initial: { tag: string; chosen: readonly number[] } = { tag: '', chosen: [] };
  const form = useForm({
    initial,
    failed: 'Failed to save the days',
    submit: async ({ tag, chosen }) => {
      await save.send({ tag, days: [...chosen] });
      onDone();
    },
  });
  const { tag, chosen } = form.values;
  if (tags?.length === 0) return <Text c="dimmed">No certificate has a tag yet. Add tags on a certificate's page.</Text>;
  return (
    <CardForm form={form} label="Days for a tag" incomplete={tag === '' || chosen.length === 0} onCancel={onDone}>
      <NativeSelect
        {...form.field('tag')}
        label="Tag"
        data={[{ value: '', label: 'Choose a tag' }, ...(tags ?? []).map((known) => ({ value: known.tag, label: known.tag }))]}
      />
      <DayChoice chosen={chosen} onChange={(days) => form.set({ chosen: days })} />
    </CardForm>
  );
}
