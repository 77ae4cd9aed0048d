import { Button, Group, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useTRPC } from '../../../api/trpc.ts';
import { fieldError } from '../../../ui/forms/field-error.tsx';
import { Note } from '../../../ui/note/note.tsx';
import { fieldProblem } from '../field-problem.ts';
import { Section } from './section.tsx';
import type { SmartFormState } from './use-smart-form.ts';

const TEMPLATE_MAX = 2000;

interface TemplateSectionProps {
  readonly form: SmartFormState;
  readonly defaultTemplate: string;
}

/** The organization's own text, with the server's preview below it. */
export function TemplateSection({ form, defaultTemplate }: TemplateSectionProps) {
  const { set } = form;
  const { customTemplate } = form.values;
  const field = form.field('customTemplate');
  const trpc = useTRPC();
  const template = useDeferredValue(customTemplate ?? defaultTemplate);
  const preview = useQuery(
    trpc.notifications.previewTemplate.queryOptions({ template }, { retry: false, placeholderData: (last) => last }),
  );
  const problem = field.error ?? fieldError(fieldProblem(preview.error, 'template'));
  return (
    <Section
      title="Custom template"
      text="The text of messages about a certificate that will expire. Variables: {{domain}}, {{days}}, {{expiry_date}}."
    >
      <Textarea
        aria-label="Template"
        minRows={2}
        maxRows={8}
        autosize
        maxLength={TEMPLATE_MAX}
        spellCheck={false}
        name={field.name}
        value={customTemplate ?? defaultTemplate}
        onChange={(event) => {
          const { value } = event.currentTarget;
          set({ customTemplate: value === defaultTemplate ? null : value });
        }}
        error={problem}
        styles={{ input: { fontFamily: 'var(--na-mono)' } }}
      />
      <Group gap="sm" align="baseline">
        <Note>Preview</Note>
        <Text size="sm" c="var(--na-text)" flex="1 1 240px" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {problem === undefined && preview.data !== undefined ? preview.data.text : '…'}
        </Text>
        {customTemplate === null ? null : (
          <Button variant="subtle" color="gray" size="sm" onClick={() => set({ customTemplate: null })}>
            Use Default
          </Button>
        )}
      </Group>
    </Section>
  );
}
