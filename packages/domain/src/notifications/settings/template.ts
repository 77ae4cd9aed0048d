/** Variables of a template, in the order the screen lists them. */
export const TEMPLATE_VARIABLES = ['domain', 'days', 'expiry_date'] as const;
export type TemplateVariable = (typeof TEMPLATE_VARIABLES)[number];

export const DEFAULT_TEMPLATE = '⚠️ SSL Certificate Alert: {{domain}} expires in {{days}} days ({{expiry_date}})';
export const TEMPLATE_MAX_LENGTH = 2000;
