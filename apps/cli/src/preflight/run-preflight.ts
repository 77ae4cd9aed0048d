import { type ExitCode, exitCodes, printable, type Terminal, worseOf } from '@notafter/command-line';
import {
  dateText,
  issuerOfOrganization,
  issuerWithIdentifier,
  judgePreflight,
  type PreflightFacts,
  type RenewalFinding,
  type RenewalIssuer,
  type RenewalSeverity,
} from '@notafter/domain';
import { createPreflight, registrableDomainOf } from '@notafter/preflight';
import { createDirectProbe, probeKeyTypes } from '@notafter/tls';
import { anywhere } from '../anywhere.ts';
import type { PreflightCommand } from '../commands.ts';
import { type Color, createPaint, type Paint } from '../output/colors.ts';
import { createWriter } from '../output/writer.ts';

const WEB_PORT = 443;
const codeOf = { blocking: exitCodes.critical, warning: exitCodes.warning, notice: exitCodes.ok } as const satisfies Record<
  RenewalSeverity,
  ExitCode
>;
const colorOf = { blocking: 'red', warning: 'yellow', notice: 'dim' } as const satisfies Record<RenewalSeverity, Color>;

interface Report {
  readonly name: string;
  /** Null if it is unknown, so CAA was not compared. */
  readonly issuer: RenewalIssuer | null;
  readonly facts: PreflightFacts;
  readonly findings: readonly RenewalFinding[];
}

const reportText = ({ name, issuer, facts, findings }: Report, paint: Paint): string => {
  const by = issuer === null ? '' : `  by ${printable(issuer.name)}`;
  const isBlocked = findings.some(({ severity }) => severity !== 'notice');
  const isSkipped = facts.skipped.length > 0;
  const mark = isBlocked ? paint('red', '✖ not ready') : isSkipped ? paint('yellow', '○ skipped') : paint('green', '● ready');
  const lines = [
    `${mark}  ${printable(name)}${by}`,
    ...findings.map(({ severity, text }) => `  ${paint(colorOf[severity], severity.padEnd(8))}  ${printable(text)}`),
    ...facts.skipped.map(({ reason }) => `  ${paint('dim', 'skipped '.padEnd(8))}  ${printable(reason)}`),
  ];
  if (issuer === null && !isSkipped)
    lines.push(`  ${paint('dim', 'notice  ')}  The issuer is unknown, so CAA records were not compared. Name it with --issuer.`);
  if (facts.registration.kind === 'known')
    lines.push(`  The registration of ${facts.domain} ends on ${dateText(facts.registration.endsAt)}.`);
  return `${lines.join('\n')}\n`;
};

/** JSON document of `preflight`; docs/cli.md has its schema. */
const reportDocument = ({ name, issuer, facts, findings }: Report) => ({
  name,
  domain: facts.domain,
  issuer: issuer === null ? null : { name: issuer.name, caa_identifiers: issuer.identifiers ?? [] },
  resolver: facts.resolver,
  findings: findings.map(({ code, severity, text }) => ({ code, severity, text })),
  skipped: facts.skipped.map(({ reason }) => reason),
  registration_ends_at: facts.registration.kind === 'known' ? facts.registration.endsAt.toISOString() : null,
});

/** Looks at names as a CA would before a renewal. Returns 0 if nothing stops it, 1 for possible obstacles, 2 if it is blocked. */
export const runPreflight = async (command: PreflightCommand, { stdout, env, now, stop }: Terminal): Promise<ExitCode> => {
  const { signal } = stop;
  const dnsServers = command.resolver === null ? [] : [command.resolver];
  const probe = createDirectProbe({ dnsServers, targetAllow: anywhere, publicTargetAllow: [], crlCheck: false });
  const preflight = createPreflight({ dnsServers, probeChains: (endpoint) => probeKeyTypes(probe, endpoint), clock: { now } });
  const issuerOf = async (host: string): Promise<RenewalIssuer | null> => {
    if (command.issuer !== null) return issuerWithIdentifier(command.issuer);
    const seen = await probe({ host, port: WEB_PORT });
    const organization = seen.kind === 'served' ? seen.chain[0].issuerOrganization : null;
    return organization === null ? null : issuerOfOrganization(organization);
  };
  const report = async (text: string): Promise<Report> => {
    const wildcard = text.startsWith('*.');
    const name = wildcard ? text.slice(2) : text;
    const domain = registrableDomainOf(name) ?? name;
    const issuer = await issuerOf(name);
    const names = [{ name, wildcard, issuers: issuer === null ? [] : [issuer] }];
    const [look, { registration }] = await Promise.all([
      preflight.look({ domain, names, endpoints: [{ host: name, port: WEB_PORT, protocol: 'tls' }] }, signal),
      preflight.findRegistration(domain, signal),
    ]);
    const facts = { ...look, registration };
    return { name: text, issuer, facts, findings: judgePreflight(facts, now()).findings };
  };
  const writer = createWriter(stdout, () => stop.abort());
  const paint = createPaint(stdout, env);
  let code: ExitCode = exitCodes.ok;
  for (const name of command.names) {
    const done = await report(name);
    if (signal.aborted) break;
    await writer.write(command.json ? `${JSON.stringify(reportDocument(done))}\n` : reportText(done, paint));
    const isUnknown = done.facts.resolver === 'unreachable';
    if (isUnknown && !command.json) await writer.write('  The DNS resolver does not answer. Name another with --resolver.\n');
    code = [isUnknown ? exitCodes.critical : exitCodes.ok, ...done.findings.map(({ severity }) => codeOf[severity])].reduce(worseOf, code);
  }
  return code;
};
