import { z } from '@hono/zod-openapi';
import { TAG_NAME_MAX_LENGTH, TAG_VALUE_MAX_LENGTH } from '@notafter/domain';
import { type DayRule, listDayRules, removeDayRule, saveDayRule } from '@notafter/features';
import { type Operation, operation } from '../../../operation.ts';
import { lineField, rowId, savedBody } from '../../../wire/fields.ts';
import { answers, takes } from '../../../wire/media.ts';
import { says } from '../../../wire/message.ts';
import { pageOf, pageShape } from '../../../wire/page.ts';
import { idParameter, pageParameters, wireId } from '../../../wire/parameters.ts';
import { alertDaysField } from '../settings/alert-settings.ts';

const tag = 'Alerts';
const path = '/v1/notifications/day-rules';

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

const wireRule = z
  .object({
    id: rowId(),
    certificate_id: rowId().nullable().openapi({ description: 'Null for the rule of a tag.', example: null }),
    domain: z.string().nullable().openapi({ description: "The certificate's domain.", example: null }),
    tag: z
      .string()
      .nullable()
      .openapi({ description: '`name=value` in lower case; null for the rule of a certificate.', example: 'team=web' }),
    alert_days: z.array(z.int()).openapi({ description: 'Days before expiry that the plan includes.', example: [30, 7] }),
  })
  .openapi('AlertDayRule');

const ruleToSave = savedBody(wireRule, {
  certificate_id: wireId<'certificate'>('must be a text').nullish().openapi({ format: 'uuid' }),
  tag: lineField(TAG_NAME_MAX_LENGTH + TAG_VALUE_MAX_LENGTH + 1)
    .regex(/^[^=]+=.+$/, 'Enter a tag as name=value.')
    .nullish()
    .openapi({ example: 'team=web' }),
  alert_days: alertDaysField(),
})
  .refine((rule) => isGiven(rule.certificate_id) !== isGiven(rule.tag), { path: ['tag'], message: 'Name a certificate or a tag.' })
  .openapi('AlertDayRuleToSave');

const ruleOf = ({ days, ...rule }: DayRule) => ({ ...rule, alertDays: days });

export const dayRuleOperations: readonly Operation[] = [
  operation(listDayRules, {
    method: 'get',
    path,
    tag,
    summary: 'List alert day rules',
    description: 'Those of certificates first, by domain, then those of tags.',
    query: z.object(pageParameters('Rules')),
    answers: answers('One page.', z.object({ day_rules: z.array(wireRule), ...pageShape }).openapi('AlertDayRuleList')),
    view: ({ rules }, given) => {
      const { rows, ...page } = pageOf(rules, given, ({ id }) => id);
      return { dayRules: rows.map(ruleOf), ...page };
    },
  }),
  operation(saveDayRule, {
    method: 'post',
    path,
    tag,
    summary: 'Save an alert day rule',
    description:
      "For one certificate, or for every certificate with a tag, in place of the organization's days. Name either `certificate_id` or `tag`; a rule that exists for it is replaced.",
    body: takes(ruleToSave, { tag: 'team=web', alert_days: [30, 7] }),
    input: ({ certificateId, tag: ofTag, alertDays }) => ({
      certificateId: certificateId ?? undefined,
      tag: ofTag ?? undefined,
      days: alertDays,
    }),
    answers: answers('Saved.', z.object({ day_rule: wireRule }).openapi('AlertDayRuleAnswer')),
    view: (rule) => ({ dayRule: ruleOf(rule) }),
    errors: ['alert_days_plan', 'certificate_not_found', 'day_rule_limit'],
  }),
  operation(removeDayRule, {
    method: 'delete',
    path: `${path}/{id}`,
    tag,
    summary: 'Remove an alert day rule',
    description: "The organization's days apply again.",
    params: z.object({ id: idParameter<'alert-day-rule'>('The rule.') }),
    answers: says('Alert day rule removed'),
    missing: 'day_rule_not_found',
  }),
];
