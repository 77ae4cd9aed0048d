import type { CommandName } from './command-names.ts';
import { startTlsNames } from './starttls.ts';

const overview = `notafter: how long TLS certificates last, and whether they are right

Usage:
  notafter check HOST[:PORT]...   look at servers: days left, verdict, chain
  notafter verify CHAIN.pem       judge a chain in a file
  notafter scan HOST[:PORT]       everything a server offers: protocols, ciphers, groups

  notafter <command> --help       the options of one command
  notafter --version

Examples:
  notafter check example.com mail.example.com:465
  notafter check --json < hosts.txt > results.ndjson
  notafter verify chain.pem --host example.com --at 2027-01-01
`;

const exits = `Exit codes:
  0 ok   1 warning   2 critical, invalid or unreachable   3 usage error; of many the worst
`;

const topics = {
  check: `Usage: notafter check HOST[:PORT]... [options]
       notafter check [options] < list

Shakes hands with each server and judges what it serves. Without HOST a list is read from stdin, one target a line;
empty lines and what follows a # are passed over. The port is 443 unless written.

Options:
  --connect IP        dial this address instead of those of the name
  --servername NAME   ask for, and judge by, this name (SNI) instead of HOST
  --ca FILE           PEM file whose certificates are the only trust anchors
  --starttls P        begin in plain text: ${startTlsNames}
  -t, --timeout S     seconds for one target, from its name to its certificate (7.5)
  --all-addresses     every IPv4 and IPv6 address of the name, one result each
  --warn DAYS         warning at so many days left or fewer (30)
  --crit DAYS         critical at so many days left or fewer (7)
  --json              one JSON document a line for each target
  -h, --help

${exits}`,
  verify: `Usage: notafter verify CHAIN.pem [options]

Judges the certificates of a file, the server's own first, as a browser would and stricter. - reads stdin.

Options:
  --host NAME|IP      the name or address it is to be for; without, names are not looked at
  --ca FILE           PEM file whose certificates are the only trust anchors, instead of Mozilla's roots
  --crl FILE          certificate revocation lists, PEM or DER
  --at ISO-DATE       judge for this instant, such as 2027-01-01 or 2027-01-01T12:00:00Z (UTC unless written)
  --json              one JSON document
  -h, --help

Exit codes:
  0 valid   2 invalid   3 usage error
`,
  scan: `Usage: notafter scan HOST[:PORT] [options]

Asks a server in turn for every protocol version, cipher suite and key-exchange group.

Options:
  --connect IP        dial this address instead of those of the name
  --servername NAME   ask for, and judge by, this name (SNI) instead of HOST
  --ca FILE           PEM file whose certificates are the only trust anchors
  --starttls P        begin in plain text: ${startTlsNames}
  -t, --timeout S     seconds for everything (10); what was not found out by then is named
  --json              one JSON document
  -h, --help

Exit codes:
  0 scanned   1 grade F, or too old for present-day clients   2 unreachable   3 usage error
`,
} as const satisfies Record<CommandName, string>;

export const helpText = (topic: CommandName | null): string => (topic === null ? overview : topics[topic]);
