import { Button, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useTRPC } from '../../../api/trpc.ts';
import { fieldError } from '../../../ui/forms/field-error.tsx';
import { fieldProblem } from '../failure-text.ts';
import { Section } from './section.tsx';
import css from './smart.module.css';
import type { SmartFormState } from './use-smart-form.ts';

const TEMPLATE_MAX = 2000;

interface TemplateSectionProps {
  readonly form: SmartFormState;
  readonly defaultTemplate: string;
}

/** The organization's own words, with what they come out as beside them: the server fills them in, as it will. */
export function TemplateSection({ form: { fields, set, problemOf }, defaultTemplate }: TemplateSectionProps) {
  const trpc = useTRPC();
  const template = useDeferredValue(fields.customTemplate ?? defaultTemplate);
  const preview = useQuery(
    trpc.notifications.previewTemplate.queryOptions({ template }, { retry: false, placeholderData: (last) => last }),
  );
  const problem = problemOf('customTemplate') ?? fieldProblem(preview.error, 'template');
  return (
    <Section title="Custom template" text="The text of messages about an end to come. Variables: {{domain}}, {{days}}, {{expiry_date}}.">
      <Textarea
        aria-label="Template"
        minRows={2}
        maxRows={8}
        autosize
        maxLength={TEMPLATE_MAX}
        spellCheck={false}
        value={fields.customTemplate ?? defaultTemplate}
        onChange={(event) => {
          const { value } = event.currentTarget;
          set({ customTemplate: value === defaultTemplate ? null : value });
        }}
        error={fieldError(problem)}
        classNames={{ input: css.mono ?? '' }}
      />
      <div className={css.preview}>
        <span>Reads</span>
        <p>{problem === undefined && preview.data !== undefined ? preview.data.text : '…'}</p>
        {fields.customTemplate === null ? null : (
          <Button variant="subtle" color="gray" size="sm" onClick={() => set({ customTemplate: null })}>
            Use Default
          </Button>
        )}
      </div>
    </Section>
  );
}
