import { TEMPLATE_VARIABLES, type TemplateVariable } from '@notafter/domain';
import mustache from 'mustache';

/** The library's own cache never evicts; templates are short and are parsed each time instead. */
const writer = Object.assign(new mustache.Writer(), { templateCache: undefined });

const isVariable = (name: string): boolean => TEMPLATE_VARIABLES.some((variable) => variable === name);
const known = TEMPLATE_VARIABLES.map((name) => `{{${name}}}`).join(', ');

/** Returns the template with its values, as plain text: each channel escapes it for its own format. */
export const fillTemplate = (template: string, values: Readonly<Record<TemplateVariable, string>>): string =>
  writer.render(template, values, undefined, { escape: String });

/** Values of a preview. */
export const sample = { domain: 'shop.example.com', days: '7', expiry_date: '2027-03-01' } as const satisfies Record<
  TemplateVariable,
  string
>;

/** Returns the problem of a template, as a text for people; null if it is valid. Allows only variables by name. */
export const templateProblem = (template: string): string | null => {
  try {
    for (const [kind, name] of writer.parse(template)) {
      if (kind === 'text' || kind === '!') continue;
      if (kind !== 'name' && kind !== '&') return `uses {{${kind}${name}}}, but can only fill in ${known}`;
      if (!isVariable(name)) return `names {{${name}}}, but can only fill in ${known}`;
    }
    return fillTemplate(template, sample).trim() === '' ? 'says nothing' : null;
  } catch (error) {
    return `cannot be read: ${error instanceof Error ? error.message : 'it is malformed'}`;
  }
};
