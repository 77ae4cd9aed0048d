import type { CommandName } from './command-line.ts';
import { program } from './program.ts';

const config = "  -c, --config FILE   the collector's file (default: /etc/notafter/collector.yaml)\n  -h, --help          show this help";

const overview = `Watches TLS certificates of endpoints and files inside a network, and sends them to a Notafter server.

Usage:
  ${program} enroll TOKEN     make this machine the collector that the token names
  ${program} run              scan on a schedule, and send
  ${program} run --once       scan, send and end
  ${program} export FOLDER    write the queued bundles as files
  ${program} import FILE...   import such files on the server, from a machine that reaches it
  ${program} receipt FILE     apply a receipt of the server: delete the bundles it has
  ${program} status           show the queue, the last scan and what is wrong
  ${program} check-config     check the collector's file
  ${program} install-service  create the user, the folder and the unit of a systemd service

  ${program} <command> --help
  ${program} --version
`;

const topics = {
  enroll: `Usage: ${program} enroll TOKEN [options]

Creates a key, and writes the first bundle. A token works once, for 7 days. Create one on the server, under Collectors.

Options:
  --offline           never connect to the server: bundles and receipts travel as files
  --replace           replace an earlier enrollment and its queue
${config}

Exit codes:
  0 enrolled   1 enrolled, and the server does not answer yet   2 refused by the server   3 usage error
`,
  run: `Usage: ${program} run [--once] [options]

Probes the endpoints, reads the files, queues what changed, and sends it. Only the allow list of the collector's file decides what may be
probed. Logs JSON lines to stdout.

Options:
  --once              scan and send once, and end
  --complete          make the first scan complete: it refers to no earlier bundle
${config}

Exit codes of --once:
  0 sent, or queued if offline   1 queued, and the server does not answer   2 not accepted, or the scan could not be stored
  3 usage error
`,
  export: `Usage: ${program} export FOLDER [options]

Writes every bundle that no receipt covers yet as a file, for the server's import. Files that are there are not written again.

Options:
${config}

Exit codes:
  0 written   3 usage error, or the folder can't be written
`,
  import: `Usage: ${program} import FILE|FOLDER... [options]

Imports files of export on the server, for any collector of the organization, and writes a receipt for each collector. It needs no
collector's file and no data directory. Importing a file again changes nothing.

Options:
  --receipts FOLDER   where receipts are written (default: beside the first file)
  -h, --help          show this help

Environment:
  NOTAFTER_URL        address of the server
  NOTAFTER_TOKEN      a token of an admin

Exit codes:
  0 imported   2 files were refused, each with the reason   3 usage error, or the server does not answer
`,
  receipt: `Usage: ${program} receipt FILE [options]

Verifies a receipt of the server and deletes the bundles that it covers. - reads stdin.

Options:
${config}

Exit codes:
  0 applied   1 an older receipt than the last one   2 not for this collector, revoked, or a fork   3 usage error
`,
  status: `Usage: ${program} status [options]

Options:
  --json              print one JSON document
${config}

Exit codes:
  0 ok   1 bundles wait, or a scan is late   2 the server takes no bundles of this collector   3 usage error
`,
  'check-config': `Usage: ${program} check-config [options]

Checks the collector's file, and prints what it allows.

Options:
${config}

Exit codes:
  0 usable   3 problems, each with line and column
`,
  'install-service': `Usage: sudo ${program} install-service

Creates the user notafter-collector, /var/lib/notafter-collector, the unit /etc/systemd/system/notafter-collector.service, and
/etc/notafter/collector.yaml if there is none. Can be repeated, after Node or the collector moved. Then enroll as that user.

Exit codes:
  0 written   3 not root, no systemd, or a program that a service can't read
`,
} as const satisfies Record<CommandName, string>;

export const helpText = (topic: CommandName | null): string => (topic === null ? overview : topics[topic]);
