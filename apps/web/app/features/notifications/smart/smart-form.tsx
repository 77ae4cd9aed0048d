import { Button } from '@mantine/core';
import type { FormEvent } from 'react';
import { useMay } from '../../../shell/session.ts';
import { Banner } from '../../../ui/banner/banner.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import type { SmartSettings } from '../types.ts';
import css from './smart.module.css';
import { EscalationSection, GroupingSection, QuietHoursSection } from './smart-sections.tsx';
import { StatusPageSection } from './status-page-section.tsx';
import { TemplateSection } from './template-section.tsx';
import { useSmartForm } from './use-smart-form.ts';

interface SmartFormProps {
  readonly saved: SmartSettings;
  readonly defaultTemplate: string;
}

export function SmartForm({ saved, defaultTemplate }: SmartFormProps) {
  const form = useSmartForm(saved);
  const mayEdit = useMay('notifications/save-notification-settings');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!form.busy) form.save();
  };
  return (
    <Panel title="Smart Notifications">
      <form onSubmit={submit} aria-label="Smart Notifications" noValidate>
        <fieldset className={css.fields} disabled={!mayEdit}>
          <EscalationSection form={form} />
          <GroupingSection form={form} />
          <QuietHoursSection form={form} />
          <TemplateSection form={form} defaultTemplate={defaultTemplate} />
          <StatusPageSection form={form} />
        </fieldset>
        {form.failure === null ? null : (
          <div className={css.failure}>
            <Banner tone="expired" role="alert">
              {form.failure}
            </Banner>
          </div>
        )}
        {mayEdit ? (
          <div className={css.foot}>
            <Button type="submit" disabled={form.busy}>
              {form.busy ? 'Saving...' : 'Save Settings'}
            </Button>
          </div>
        ) : null}
      </form>
    </Panel>
  );
}
