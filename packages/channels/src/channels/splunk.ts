import { type AlertSeverity, type ChannelMessage, cleanText, linksOf, summaryOf, titleOf } from '@notafter/domain';
import { broken, type HttpChannel, jsonRequest, setting } from '../channel.ts';
import { withoutSlash } from '../endpoints.ts';
import { incidentItem, incidentKeyOf } from '../incident.ts';
import { brokenBy, readObject, readStatus } from '../read-answer.ts';

const PATH = '/integrations/generic/20131114/alert';
const raised = { critical: 'CRITICAL', warning: 'WARNING', info: 'INFO' } as const satisfies Record<AlertSeverity, string>;

const messageTypeOf = ({ kind, severity }: ChannelMessage): string => {
  if (kind === 'acknowledged') return 'ACKNOWLEDGEMENT';
  if (kind === 'resolved') return 'RECOVERY';
  return kind === 'test' ? 'INFO' : raised[severity];
};

const endpointOf = (baseUrl: string): string => {
  const url = withoutSlash(baseUrl);
  return url.includes('/integrations/generic/') ? url : `${url}${PATH}`;
};

/**
 * The key as Splunk shows it: alone, with a routing key after a slash, or in the whole URL, of which only these two
 * matter. `$routing_key` is the placeholder on their page. Null if a part could lead elsewhere.
 */
const pathOf = (apiKey: string): string | null => {
  const parts = (apiKey.split('/alert/').at(-1) ?? '').split('/').filter((part) => part !== '' && part !== '$routing_key');
  return parts.length >= 1 && parts.length <= 2 && parts.every((part) => /^[\w.~-]+$/.test(part) && !/^\.+$/.test(part))
    ? parts.join('/')
    : null;
};

/** The generic REST endpoint of Splunk On-Call, formerly VictorOps: https://help.victorops.com/knowledge-base/rest-endpoint-integration-guide */
export const splunk = (baseUrl: string): HttpChannel => ({
  render: (outgoing) => {
    const { message } = outgoing;
    const path = pathOf(setting(outgoing, 'api_key'));
    if (path === null) return broken('This is not an API key.');
    const incident = incidentItem(message);
    if ('problem' in incident) return incident;
    const { item } = incident;
    return jsonRequest(`${endpointOf(baseUrl)}/${path}`, {
      message_type: messageTypeOf(message),
      entity_id: incidentKeyOf(message, item),
      entity_display_name: item === null ? titleOf(message, 500) : summaryOf(item, 500),
      state_message: cleanText(message.text, 4000),
      state_start_time: Math.floor((item?.raisedAt ?? message.at).getTime() / 1000),
      monitoring_tool: 'Notafter',
      ...Object.fromEntries(linksOf(message).map(({ label, url }) => [`vo_annotate.u.${label}`, url])),
    });
  },
  read: (answer, now) => {
    const outcome = readStatus(answer, now);
    return outcome.kind === 'delivered' && readObject(answer).result === 'failure' ? brokenBy(answer, '') : outcome;
  },
});
