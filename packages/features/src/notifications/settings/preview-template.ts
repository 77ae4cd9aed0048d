import { DEFAULT_TEMPLATE, DomainError } from '@notafter/domain';
import type { PreviewTemplateInput } from '@notafter/domain/inputs';
import { type OrgContext, requirePermission } from '../../context.ts';
import { fillTemplate, sample, templateProblem } from './internal/template.ts';

/** Returns a template with sample values; a blank one is the default. Throws `invalid_input` for one that cannot be saved. */
export const previewTemplate = (ctx: OrgContext, { template }: PreviewTemplateInput): { text: string } => {
  requirePermission(ctx, 'notifications/preview-template');
  if (template.trim() === '') return { text: fillTemplate(DEFAULT_TEMPLATE, sample) };
  const message = templateProblem(template);
  if (message !== null) throw new DomainError('invalid_input', { details: [{ path: 'template', message }] });
  return { text: fillTemplate(template, sample) };
};
