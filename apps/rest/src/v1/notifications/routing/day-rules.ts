import { createRoute, z } from '@hono/zod-openapi';
import { TAG_NAME_MAX_LENGTH, TAG_VALUE_MAX_LENGTH } from '@notafter/domain';
import { type DayRule, listDayRules, removeDayRule, saveDayRule } from '@notafter/features';
import { adminErrors, bodyErrors, errorResponses, memberErrors } from '../../../errors/error-responses.ts';
import { refuseBadInputOr } from '../../../errors/input-problems.ts';
import { type RestRouter, signedIn } from '../../../rest-environment.ts';
import { lineField, rowId, savedBody } from '../../../wire/fields.ts';
import { answers, takes } from '../../../wire/media.ts';
import { saysMessage } from '../../../wire/message.ts';
import { mapperTo } from '../../../wire/names.ts';
import { pageOf, pageParameters, pageShape } from '../../../wire/page.ts';
import { idParameter, wireId } from '../../../wire/parameters.ts';
import { alertDaysField } from '../settings/alert-settings-wire.ts';

const path = '/v1/notifications/day-rules';
const REMOVED = 'Alert day rule removed';

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

const mapRule = mapperTo(wireRule);
const toWireRule = ({ days, ...rule }: DayRule) => mapRule({ ...rule, alertDays: days });

const listRoute = createRoute({
  method: 'get',
  path,
  operationId: 'listDayRules',
  tags: ['Alerts'],
  summary: 'List alert day rules',
  description: 'Those of certificates first, by domain, then those of tags.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: { query: z.object(pageParameters('Rules')) },
  responses: {
    200: answers('One page.', z.object({ day_rules: z.array(wireRule), ...pageShape }).openapi('AlertDayRuleList')),
    ...errorResponses('invalid_input', ...memberErrors),
  },
});

const saveRoute = createRoute({
  method: 'post',
  path,
  operationId: 'saveDayRule',
  tags: ['Alerts'],
  summary: 'Save an alert day rule',
  description:
    "For one certificate, or for every certificate with a tag, in place of the organization's days. Name either `certificate_id` or `tag`; a rule that exists for it is replaced.",
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: {
    body: takes(
      savedBody(wireRule, {
        certificate_id: wireId<'certificate'>('must be a text').nullish().openapi({ format: 'uuid' }),
        tag: lineField(TAG_NAME_MAX_LENGTH + TAG_VALUE_MAX_LENGTH + 1)
          .regex(/^[^=]+=.+$/, 'Enter a tag as name=value.')
          .nullish()
          .openapi({ example: 'team=web' }),
        alert_days: alertDaysField(),
      })
        .refine((rule) => isGiven(rule.certificate_id) !== isGiven(rule.tag), {
          path: ['tag'],
          message: 'Name a certificate or a tag.',
        })
        .openapi('AlertDayRuleToSave'),
      { tag: 'team=web', alert_days: [30, 7] },
    ),
  },
  responses: {
    200: answers('Saved.', z.object({ day_rule: wireRule }).openapi('AlertDayRuleAnswer')),
    ...errorResponses(...bodyErrors, ...adminErrors, 'alert_days_plan', 'certificate_not_found', 'day_rule_limit'),
  },
});

const removeRoute = createRoute({
  method: 'delete',
  path: `${path}/{id}`,
  operationId: 'removeDayRule',
  tags: ['Alerts'],
  summary: 'Remove an alert day rule',
  description: "The organization's days apply again.",
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: { params: z.object({ id: idParameter<'alert-day-rule'>('The rule.') }) },
  responses: { 200: saysMessage(REMOVED), ...errorResponses(...adminErrors, 'day_rule_not_found') },
});

export const serveDayRules = (app: RestRouter): void => {
  app.openapi(listRoute, async (c) => {
    const { rules } = await listDayRules(c.get('org'));
    const { rows, ...page } = pageOf(rules, c.req.valid('query'), ({ id }) => id);
    return c.json({ day_rules: rows.map(toWireRule), ...page }, 200);
  });
  app.openapi(saveRoute, async (c) => {
    const { certificate_id: certificateId, tag, alert_days: days } = c.req.valid('json');
    const rule = await saveDayRule(c.get('org'), { certificateId: certificateId ?? undefined, tag: tag ?? undefined, days });
    return c.json({ day_rule: toWireRule(rule) }, 200);
  });
  app.openapi(
    removeRoute,
    async (c) => {
      await removeDayRule(c.get('org'), c.req.valid('param'));
      return c.json({ message: REMOVED }, 200);
    },
    refuseBadInputOr('day_rule_not_found'),
  );
};
