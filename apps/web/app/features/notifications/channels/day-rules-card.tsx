import { ActionIcon, Button, NativeSelect } from '@mantine/core';
import { plural } from '@notafter/domain';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTRPC } from '../../../api/trpc.ts';
import { useMay } from '../../../shell/session.ts';
import { Banner } from '../../../ui/banner/banner.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { showError } from '../../../ui/toasts/show-toast.ts';
import { failureText } from '../failure-text.ts';
import type { DayRule } from '../types.ts';
import { DayChoice } from './day-choice.tsx';
import css from './day-rules.module.css';

/** Certificates that alert earlier or later than the rest: by tag here, individually on their screens. */
export function DayRulesCard() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const mayEdit = useMay('notifications/save-day-rule');
  const rules = useQuery(trpc.notifications.dayRules.queryOptions()).data?.rules;
  const remove = useMutation(trpc.notifications.removeDayRule.mutationOptions());
  const [adding, setAdding] = useState(false);
  if (rules === undefined || (rules.length === 0 && !mayEdit)) return null;
  const removeRule = async ({ id }: DayRule): Promise<void> => {
    try {
      await remove.mutateAsync({ id });
    } catch (error) {
      showError(failureText(error, 'Failed to remove'));
    }
    await queries.invalidateQueries(trpc.notifications.dayRules.pathFilter());
  };
  return (
    <Panel title="Other days">
      <div className={css.body}>
        {rules.length === 0 ? (
          <p className={css.none}>Certificates with a certain tag can have separate days.</p>
        ) : (
          <ul className={css.list}>
            {rules.map((rule) => (
              <li key={rule.id}>
                <span className={css.subject}>{rule.tag ?? rule.domain}</span>
                <span className={css.days}>{rule.days.map((day) => plural(day, 'day')).join(', ')}</span>
                {mayEdit ? (
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size={28}
                    aria-label={`Remove the days of ${rule.tag ?? rule.domain}`}
                    disabled={remove.isPending}
                    onClick={() => void removeRule(rule)}
                  >
                    <Icon name="trash" small />
                  </ActionIcon>
                ) : null}
              </li>
            ))}
          </ul>
        )}
        {!mayEdit ? null : adding ? (
          <TagRuleForm onDone={() => setAdding(false)} />
        ) : (
          <Button variant="default" size="sm" leftSection={<Icon name="plus" small />} onClick={() => setAdding(true)}>
            Days for a Tag
          </Button>
        )}
      </div>
    </Panel>
  );
}

function TagRuleForm({ onDone }: { readonly onDone: () => void }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const tags = useQuery(trpc.certificates.facets.queryOptions()).data?.tags;
  const save = useMutation(trpc.notifications.saveDayRule.mutationOptions());
  const [tag, setTag] = useState('');
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const ready = tag !== '' && chosen.length > 0 && !save.isPending;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!ready) return;
    try {
      await save.mutateAsync({ tag, days: [...chosen] });
      await queries.invalidateQueries(trpc.notifications.dayRules.pathFilter());
      onDone();
    } catch {
      // The alert above the button says why.
    }
  };
  if (tags?.length === 0) return <p className={css.none}>No certificate has a tag yet. Tags are set on a certificate's own screen.</p>;
  return (
    <form className={css.form} aria-label="Days for a tag" onSubmit={(event) => void submit(event)}>
      <NativeSelect
        label="Tag"
        value={tag}
        onChange={(event) => setTag(event.currentTarget.value)}
        data={[{ value: '', label: 'Choose a tag' }, ...(tags ?? []).map((known) => ({ value: known.tag, label: known.tag }))]}
      />
      <DayChoice chosen={chosen} onChange={setChosen} />
      {save.error === null ? null : (
        <Banner tone="expired" role="alert">
          {failureText(save.error, 'Failed to save')}
        </Banner>
      )}
      <div className={css.foot}>
        <Button variant="subtle" color="gray" size="sm" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" size="sm" disabled={!ready}>
          {save.isPending ? 'Saving...' : 'Save'}
        </Button>
      </div>
    </form>
  );
}
