import { type ChannelMessage, cleanLine, cleanText, factsOf, linksOf, summaryOf, titleOf } from '@notafter/domain';
import { type HttpChannel, jsonRequest, setting } from '../channel.ts';
import { incidentItem, incidentKeyOf } from '../incident.ts';
import { brokenBy, readStatus } from '../read-answer.ts';

const SUMMARY_MAX_LENGTH = 1024;

const actions = {
  alert: 'trigger',
  escalation: 'trigger',
  digest: 'trigger',
  test: 'trigger',
  acknowledged: 'acknowledge',
  resolved: 'resolve',
} as const satisfies Record<ChannelMessage['kind'], string>;

/** Events API v2: https://developer.pagerduty.com/docs/events-api-v2-overview */
export const pagerduty = (endpoint: string): HttpChannel => ({
  render: (outgoing) => {
    const { message } = outgoing;
    const incident = incidentItem(message);
    if ('problem' in incident) return incident;
    const { item } = incident;
    const event = {
      routing_key: setting(outgoing, 'integration_key'),
      event_action: actions[message.kind],
      dedup_key: incidentKeyOf(message, item),
    };
    if (event.event_action !== 'trigger') return jsonRequest(endpoint, event);
    return jsonRequest(endpoint, {
      ...event,
      payload: {
        summary: item === null ? titleOf(message, SUMMARY_MAX_LENGTH) : summaryOf(item, SUMMARY_MAX_LENGTH),
        source: cleanLine(item?.domain ?? message.organization, 200) || 'Notafter',
        severity: message.severity,
        timestamp: (item?.raisedAt ?? message.at).toISOString(),
        component: 'certificate',
        group: cleanLine(message.organization, 200),
        class: item?.rule ?? 'test',
        custom_details: {
          message: cleanText(message.text, 2000),
          ...Object.fromEntries((item === null ? [] : factsOf(item)).map(({ label, value }) => [label, value])),
        },
      },
      links: linksOf(message).map(({ label, url }) => ({ href: url, text: label })),
      client: 'Notafter',
      client_url: message.notificationsUrl,
    });
  },
  // A wrong key gets the same status as a wrong event; only the text differs.
  read: (answer, now) => (answer.status === 400 && /routing.?key/i.test(answer.body) ? brokenBy(answer, '') : readStatus(answer, now)),
});
