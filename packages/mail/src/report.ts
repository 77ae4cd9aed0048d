import {
  cleanLine,
  countText,
  dateText,
  dateTimeText,
  escapeHtml,
  type Mail,
  plural,
  REPORT_EXPIRING_DAYS,
  REPORT_FILE_DAYS,
  type Report,
  type ReportEndpoint,
  type ReportFigures,
  type ReportList,
} from '@notafter/domain';
import { button, link, PRODUCT, page, paragraph, type RenderedMail } from './layout.ts';

type ReportMail = Extract<Mail, { kind: 'report' }>;

/** Names come from certificates, DNS and people: bounded, in one line, without signs that turn text around. */
const NAME_MAX_LENGTH = 100;
const clean = (text: string): string => cleanLine(text, NAME_MAX_LENGTH);

const figureNames = [
  ['total', 'Certificates'],
  ['expired', 'Expired'],
  ['critical', 'Critical (7 days or less)'],
  ['warning', 'Warning (8 to 30 days)'],
  ['valid', 'Valid (more than 30 days)'],
  ['unreachable', 'Unreachable'],
  ['late', 'Late renewals'],
  ['healthScore', 'SSL Health Score'],
  ['riskScore', 'Security Risk Score'],
] as const satisfies readonly (readonly [keyof ReportFigures, string])[];

const frequencyWords = { weekly: 'Weekly', monthly: 'Monthly' } as const satisfies Record<Report['frequency'], string>;

/** `+3`, `−2`, `0`. */
const changeText = (now: number, before: number): string => {
  if (now === before) return '0';
  return `${now > before ? '+' : '\u2212'}${countText(Math.abs(now - before))}`;
};

interface FigureRow {
  readonly name: string;
  readonly value: string;
  /** Null without an earlier figure. */
  readonly change: string | null;
}

const figureRows = ({ figures, before, renewals }: Report): FigureRow[] => [
  ...figureNames.map(([field, name]) => ({
    ...{ name, value: countText(figures[field]) },
    change: before === null ? null : changeText(figures[field], before[field]),
  })),
  { name: 'Renewals in this period', value: countText(renewals), change: null },
];

const dayText = (days: number): string => {
  if (days < 0) return `${plural(-days, 'day')} ago`;
  return days === 0 ? 'today' : `in ${plural(days, 'day')}`;
};

const endpointText = ({ domain, issuer, notAfter, daysLeft }: ReportEndpoint): string =>
  `${clean(domain)}: ${dateText(notAfter)}, ${dayText(daysLeft)}${issuer === null ? '' : ` (${clean(issuer)})`}`;

const figureCell = 'padding:4px 0;text-align:left;vertical-align:top';
const cell = 'padding:4px 16px 4px 0;text-align:left;vertical-align:top;word-break:break-word';
const numberCell = 'padding:4px 0 4px 16px;text-align:right;vertical-align:top;white-space:nowrap';
const table = (rows: readonly string[]): string =>
  `<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="margin:0 0 16px;border-collapse:collapse">${rows.join('')}</table>`;
const heading = (text: string): string => `<h2 style="margin:24px 0 8px;font-size:16px;font-weight:600">${escapeHtml(text)}</h2>`;

const figureTable = (rows: readonly FigureRow[], hasChanges: boolean): string => {
  const head = ['Figure', 'Now', ...(hasChanges ? ['Change'] : [])]
    .map((text, index) => `<th scope="col" style="${index === 0 ? figureCell : numberCell};font-weight:600">${text}</th>`)
    .join('');
  const body = rows.map(
    ({ name, value, change }) =>
      `<tr><th scope="row" style="${figureCell};font-weight:400">${escapeHtml(name)}</th><td style="${numberCell};font-weight:600">${value}</td>` +
      `${hasChanges ? `<td style="${numberCell}">${change ?? ''}</td>` : ''}</tr>`,
  );
  return `<table width="100%" cellspacing="0" cellpadding="0" style="margin:0 0 16px;border-collapse:collapse"><tr>${head}</tr>${body.join('')}</table>`;
};

interface Part {
  readonly title: string;
  readonly list: ReportList;
  readonly none: string;
}

const partsOf = ({ expiring, late, expired }: Report): Part[] => [
  { title: `Expiring in the next ${REPORT_EXPIRING_DAYS} days`, list: expiring, none: 'No certificate expires in this time.' },
  { title: 'Late renewals', list: late, none: 'No renewal is late.' },
  { title: 'Expired in this period, and still served', list: expired, none: 'No certificate expired.' },
];

const moreText = ({ total, first }: ReportList): string | null =>
  total > first.length ? `and ${countText(total - first.length)} more` : null;

const partText = ({ title, list, none }: Part): string => {
  const more = moreText(list);
  const lines = list.first.map((endpoint) => `- ${endpointText(endpoint)}\n  ${endpoint.url}`);
  return [
    `${title}: ${countText(list.total)}`,
    ...(lines.length === 0 ? [none] : lines),
    ...(more === null ? [] : [`${more}: ${list.url}`]),
  ].join('\n');
};

const partHtml = ({ title, list, none }: Part): string => {
  const more = moreText(list);
  const rows = list.first.map(
    (endpoint) =>
      `<tr><td style="${cell}">${link(endpoint.url, clean(endpoint.domain))}${
        endpoint.issuer === null ? '' : `<br><small>${escapeHtml(clean(endpoint.issuer))}</small>`
      }</td><td style="${numberCell}">${dateText(endpoint.notAfter)}<br><small>${dayText(endpoint.daysLeft)}</small></td></tr>`,
  );
  return [
    heading(`${title}: ${countText(list.total)}`),
    rows.length === 0 ? paragraph(none) : table(rows),
    ...(more === null ? [] : [paragraph(link(list.url, more))]),
  ].join('\n');
};

/** A due time is a full hour of the schedule's time zone, so the period is written in it. */
const periodText = ({ from, until, timeZone }: Report): string => {
  const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone });
  return `${format.format(from)} to ${format.format(until)} (${timeZone})`;
};

const limitText = ({ limit }: Report): string | null => {
  if (limit === null) return null;
  const { text, from, misses, check } = limit;
  const effects = [...(misses > 0 ? [`${plural(misses, 'renewal')} missed`] : []), ...(check > 0 ? [`${countText(check)} to check`] : [])];
  return `Next limit: ${text}, from ${from}. If renewals go on as they do today: ${effects.join(', ')}.`;
};

const fileText = ({ file: { rows, total } }: Report): string => {
  const attached = `The attached file lists the ${plural(rows, 'endpoint')} that expire in the next ${REPORT_FILE_DAYS} days`;
  return rows < total ? `${attached} first, of ${countText(total)}.` : `${attached}.`;
};

/** Renders the figures of an organization as a mail. Every name in it is text: markup and links of a certificate show as they are. */
export const renderReport = ({ report, unsubscribeLink }: ReportMail): RenderedMail => {
  const organization = clean(report.organization);
  const subject = `${frequencyWords[report.frequency]} certificate report: ${organization}`;
  const rows = figureRows(report);
  const hasChanges = report.before !== null;
  const since =
    report.before === null ? 'No earlier figures are recorded yet.' : `Changes are since the end of ${report.before.day} (UTC).`;
  const limit = limitText(report);
  const parts = partsOf(report);
  const origin =
    unsubscribeLink === null
      ? `You requested this mail. Reports on schedule end with a link to unsubscribe.`
      : `${PRODUCT} sends you this report for ${organization}.`;
  const readAt = `Figures of ${dateTimeText(report.readAt)}.`;
  const html = [
    `<h1 style="margin:0 0 8px;font-size:20px;font-weight:600;word-break:break-word">${escapeHtml(subject)}</h1>`,
    paragraph(`${escapeHtml(periodText(report))}<br>${readAt} ${since}`),
    figureTable(rows, hasChanges),
    ...parts.map(partHtml),
    ...(limit === null ? [] : [heading('Readiness'), paragraph(`${escapeHtml(limit)} ${link(report.readinessUrl, 'Open readiness')}`)]),
    paragraph(escapeHtml(fileText(report))),
    button('Open Analytics', report.analyticsUrl),
    paragraph(
      `<small>${escapeHtml(origin)} ${unsubscribeLink === null ? '' : `${link(unsubscribeLink, 'Unsubscribe')} &middot; `}${link(report.settingsUrl, 'Report settings')}</small>`,
    ),
  ].join('\n');
  const text = [
    subject,
    `${periodText(report)}\n${readAt} ${since}`,
    rows.map(({ name, value, change }) => `${name}: ${value}${change === null ? '' : ` (${change})`}`).join('\n'),
    ...parts.map(partText),
    ...(limit === null ? [] : [`${limit}\n${report.readinessUrl}`]),
    fileText(report),
    `Analytics:\n${report.analyticsUrl}`,
    origin,
    ...(unsubscribeLink === null ? [] : [`Unsubscribe:\n${unsubscribeLink}`]),
    `Report settings:\n${report.settingsUrl}`,
  ].join('\n\n');
  return { subject, text: text.concat('\n'), html: page(subject, html) };
};
