import { DEFAULT_TEMPLATE, DomainError } from '@notafter/domain';
import { previewTemplateInput } from '@notafter/domain/inputs';
import { useCase } from '../../use-case.ts';
import { fillTemplate, sample, templateProblem } from './internal/template.ts';

/** Returns a template with sample values; a blank one is the default. Throws `invalid_input` for one that cannot be saved. */
export const previewTemplate = useCase({
  name: 'notifications/preview-template',
  access: 'member',
  input: previewTemplateInput,
})((_ctx, { template }): { text: string } => {
  if (template.trim() === '') return { text: fillTemplate(DEFAULT_TEMPLATE, sample) };
  const message = templateProblem(template);
  if (message !== null) throw new DomainError('invalid_input', { details: [{ path: 'template', message }] });
  return { text: fillTemplate(template, sample) };
});
