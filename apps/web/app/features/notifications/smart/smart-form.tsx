import { useMay } from '../../../shell/session.ts';
import { Form } from '../../../ui/form/form.tsx';
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
  return (
    <Panel title="Smart Notifications">
      <Form form={form} label="Smart Notifications" action={mayEdit ? 'Save Settings' : undefined}>
        <fieldset className={css.fields} disabled={!mayEdit}>
          <EscalationSection form={form} />
          <GroupingSection form={form} />
          <QuietHoursSection form={form} />
          <TemplateSection form={form} defaultTemplate={defaultTemplate} />
          <StatusPageSection form={form} />
        </fieldset>
      </Form>
    </Panel>
  );
}
