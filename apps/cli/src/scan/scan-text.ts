import { printable } from '@notafter/command-line';
import { type HstsFacts, plural, protocolLabels, type ScanFacts, type ScannedProtocol } from '@notafter/domain';
import { levelOf } from '../check/level.ts';
import { reportHead, targetText } from '../check/report-line.ts';
import type { Paint } from '../output/colors.ts';
import { type LabeledRow, labeledLines } from '../output/labeled.ts';
import { statementLines } from '../verdict/statement-lines.ts';
import type { Offer, ScanReport } from './scan-target.ts';

const MAX_MISSES = 3;
const DAY_SECONDS = 86_400;
const defaultThresholds = { warnDays: 30, critDays: 7 } as const;

const yesNo = (answer: boolean | null): string => (answer === null ? 'not tested' : answer ? 'yes' : 'no');

const hstsText = (hsts: HstsFacts): string => {
  switch (hsts.kind) {
    case 'present':
      return `${plural(Math.floor(hsts.maxAgeSeconds / DAY_SECONDS), 'day')}${hsts.includesSubdomains ? ', subdomains too' : ''}${hsts.isPreload ? ', preload' : ''}`;
    case 'absent':
      return 'missing';
    case 'not_http':
      return 'no HTTP server';
    case 'not_tested':
      return 'not tested';
  }
};

const orderText = ({ serverPrefers }: ScannedProtocol): string => {
  if (serverPrefers === null) return '';
  return serverPrefers ? 'server preference' : 'client preference';
};

const versionRow = (protocol: ScannedProtocol): LabeledRow => {
  const order = orderText(protocol);
  const suites = protocol.suites.length === 0 ? ['accepted'] : protocol.suites;
  return [protocolLabels[protocol.version], order === '' ? suites : [...suites, `(${order})`]];
};

const mozillaText = ({ profile, misses }: Offer['mozilla']): string[] => {
  if (profile === 'modern') return ['modern'];
  const next = profile === 'intermediate' ? 'modern' : 'intermediate';
  const missed = misses[next];
  const more = missed.length > MAX_MISSES ? ` And ${missed.length - MAX_MISSES} more.` : '';
  return [profile ?? 'no profile', `not ${next}: ${missed.slice(0, MAX_MISSES).join(' ')}${more}`];
};

const scoreLines = ({ rating, scan }: Offer): string[] => {
  if (rating === null) return ['none: not enough data'];
  const { protocol, keyExchange, cipher } = rating.parts;
  const sum = `${protocol.weighted} of 30 protocol, ${keyExchange.weighted} of 30 key exchange, ${cipher.weighted} of 40 cipher`;
  const cut = scan.unfinished.length > 0 ? ', partial: the scan did not finish' : '';
  return [`${rating.score}, grade ${rating.grade}${cut}`, sum];
};

const factRows = (scan: ScanFacts): LabeledRow[] => [
  ...scan.protocols.toReversed().map(versionRow),
  ['exchanges', [scan.exchanges.map(({ name, kind, bits }) => (kind === 'dh' ? `${name} ${bits} bits` : name)).join(', ') || 'none seen']],
  ['post-quantum', [`${yesNo(scan.isPostQuantum)} (X25519MLKEM768)`]],
  ['alpn', [scan.alpn === null ? 'not tested' : scan.alpn.join(', ') || 'none']],
  ['hsts', [hstsText(scan.hsts)]],
  ['resumption', [`tickets ${yesNo(scan.resumption.tickets)}, session ids ${yesNo(scan.resumption.sessionIds)}`]],
];

const offerLines = (offer: Offer, paint: Paint): string[] => {
  const { scan, rating, advice, mozilla } = offer;
  const notes = [
    ...(rating?.caps ?? []).map((cap) => ({ ...cap, at: cap.grade })),
    ...(rating?.warnings ?? []).map((note) => ({ ...note, at: 'A-' })),
  ];
  const limits = notes.map(({ at, text, evidence }) => `${paint('yellow', `▲ ${at.padEnd(2)}`)}  ${printable(`${text} ${evidence}`)}`);
  const steps = advice.map(({ text, score, grade }, place) => `${place + 1}. ${printable(text)} (${score}, ${grade})`);
  return [
    ...labeledLines(
      [
        ['score', scoreLines(offer)],
        ['mozilla', mozillaText(mozilla).map(printable)],
      ],
      paint,
    ),
    ...(limits.length === 0 ? [] : ['', ...labeledLines([['limited by', limits]], paint)]),
    ...(steps.length === 0 ? [] : ['', ...labeledLines([['to improve', steps]], paint)]),
    '',
    ...labeledLines(factRows(scan), paint),
    ...labeledLines([['unfinished', scan.unfinished.map(printable)]], paint),
  ];
};

/** Returns the full text of a scan: days and verdict, score with its limits and how to improve it, then what the server offers. */
export const scanText = ({ report, offer }: ScanReport, paint: Paint): string => {
  const lines = [`${reportHead(report, levelOf(report, defaultThresholds), paint)}  ${paint('bold', targetText(report, true))}`];
  const said = statementLines(report.reasons, offer?.warnings ?? (report.verdict === 'unreachable' ? [] : report.warnings), paint);
  if (said.length > 0) lines.push('', ...said);
  if (offer !== null) lines.push('', ...offerLines(offer, paint));
  return `${lines.join('\n')}\n`;
};
