import type { CommandName } from './command-names.ts';
import { startTlsNames } from './starttls.ts';

const overview = `Check when TLS certificates expire and whether they are valid.

Usage:
  notafter check HOST[:PORT]...   check servers: days left, verdict, chain
  notafter verify CHAIN.pem       verify a chain in a file
  notafter scan HOST[:PORT]       list the protocols, ciphers and groups of a server
  notafter preflight NAME...      find what would stop the next renewal
  notafter add ...                monitor a host, a certificate file or a date on a server
  notafter apply -f FILE          bring a server to what a file says
  notafter export                 write what a server has as such a file
  notafter mcp                    serve a server's certificates to an assistant (MCP)
  notafter collector              watch endpoints and files inside a network (npm: @notafter/collector)

  notafter <command> --help       show the options of a command
  notafter --version

Examples:
  notafter check example.com mail.example.com:465
  notafter check --json < hosts.txt > results.ndjson
  notafter verify chain.pem --host example.com --at 2027-01-01
`;

const exits = `Exit codes (the worst of all targets):
  0 ok   1 warning   2 critical, invalid or unreachable   3 usage error
`;

const topics = {
  check: `Usage: notafter check HOST[:PORT]... [options]
       notafter check [options] < list

Connects to each server and verifies its certificate. Without HOST, reads a list from stdin, one target per line;
empty lines and comments after a # are ignored. The default port is 443.
smtp://HOST means HOST --starttls smtp.

Options:
  --connect IP        connect to this address instead of resolving the name
  --servername NAME   request and verify this name (SNI) instead of HOST
  --ca FILE           PEM file with the only trust anchors
  --starttls P        start in plain text: ${startTlsNames}
  -t, --timeout S     timeout per target in seconds (default 7.5)
  --all-addresses     check every IPv4 and IPv6 address of the name
  --warn DAYS         warning at this many days left or fewer (default 30)
  --crit DAYS         critical at this many days left or fewer (default 7)
  --policy FILE       JSON file with requirements of your own; a valid certificate that misses one is critical
  --json              print one JSON document per target, one per line
  -h, --help          show this help

${exits}`,
  verify: `Usage: notafter verify CHAIN.pem [options]

Verifies the certificates in a file, leaf first, at least as strictly as browsers. - reads stdin.

Options:
  --host NAME|IP      verify for this name or address; without it, names are not verified
  --ca FILE           PEM file with the only trust anchors, instead of Mozilla's roots
  --crl FILE          file with certificate revocation lists, PEM or DER
  --at ISO-DATE       verify at this time, such as 2027-01-01 or 2027-01-01T12:00:00Z (default zone UTC)
  --profile P         browser (default), or strict: also refuse what RFC 5280 and the Baseline Requirements forbid
  --purpose P         server (default) or client: what the leaf has to be for
  --max-depth N       with --profile strict: allow at most N intermediates
  --lint              list the rules that clients forgive; --profile strict always does
  --json              print one JSON document
  -h, --help          show this help

Exit codes:
  0 valid   2 invalid   3 usage error
`,
  scan: `Usage: notafter scan HOST[:PORT] [options]

Tests every protocol version, cipher suite and key-exchange group of a server.

Options:
  --connect IP        connect to this address instead of resolving the name
  --servername NAME   request and verify this name (SNI) instead of HOST
  --ca FILE           PEM file with the only trust anchors
  --starttls P        start in plain text: ${startTlsNames}
  -t, --timeout S     total timeout in seconds (default 10); unfinished tests are listed
  --json              print one JSON document
  -h, --help          show this help

Exit codes:
  0 scanned   1 grade F, or not reachable by present-day clients   2 unreachable   3 usage error
`,
  preflight: `Usage: notafter preflight NAME... [options]

Looks at names as a CA does before it issues: CAA, DNSSEC, validation records, port 80, the domain's registration, TLSA.
*.example.com is a wildcard. DNSSEC needs a resolver that validates.

Options:
  --issuer ID         CAA identifier of the CA, such as letsencrypt.org (default: that of the certificate on port 443)
  --resolver IP[:PORT]  ask this DNS server instead of the system's
  --json              print one JSON document per name, one per line
  -h, --help          show this help

Exit codes (the worst of all names):
  0 ready   1 possible obstacles   2 blocked, or no DNS   3 usage error
`,
  add: `Usage: notafter add HOST[:PORT] [options]
       notafter add --certificate FILE [--name NAME] [options]
       notafter add --date DATE --name NAME [--issuer TEXT] [options]

Monitors something on a Notafter server: a host that it checks, a certificate that no server shows, or a date that no file shows.

Options:
  --certificate FILE  PEM, DER or PKCS #7: one certificate with its chain; - reads stdin. A private key in it is never sent
  --date DATE         when it expires, such as 2027-01-31 or 2027-01-31T12:00:00Z (default zone UTC)
  --name NAME         name of a certificate or date (default: the first name of the certificate)
  --issuer TEXT       issuer of a date, or a note
  --tag NAME=VALUE    tag of a certificate or date; can be repeated
  --json              print the certificate as JSON
  -h, --help          show this help

Environment:
  NOTAFTER_URL        address of the server
  NOTAFTER_TOKEN      a token of an admin, or an API key with write permission

Exit codes:
  0 added   2 refused by the server   3 usage error
`,
  apply: `Usage: notafter apply -f FILE [options]

Brings an organization on a Notafter server to what a YAML file says: environments, endpoints, uploaded certificates,
dates, channels, routes and alert days. Prints the plan and asks. Objects that no file applied are never deleted.

Options:
  -f, --file FILE     the file; - reads stdin
  --plan              print the plan and stop
  --prune             delete what this stack applied before and the file no longer has
  --stack NAME        which objects belong to this file (default: default)
  -y, --yes           apply without a question
  --schema            print the JSON schema of files, for editors
  --json              print the plan, or what was applied, as JSON
  -h, --help          show this help

Environment:
  NOTAFTER_URL        address of the server
  NOTAFTER_TOKEN      a token of an admin

Exit codes:
  0 applied, or nothing to do   1 changes were not applied   2 refused by the server   3 usage error, or a problem in the file
`,
  export: `Usage: notafter export [--stack NAME] > FILE

Writes everything of an organization as a file for notafter apply, with names of variables in place of secrets.

Options:
  --stack NAME        whose keys are used (default: default)
  -h, --help          show this help

Environment:
  NOTAFTER_URL        address of the server
  NOTAFTER_TOKEN      a token of an admin

Exit codes:
  0 written   2 refused by the server   3 usage error
`,
  mcp: `Usage: notafter mcp

Serves the certificates of an organization to an assistant, by the Model Context Protocol over stdin and stdout. It only reads.

Options:
  -h, --help          show this help

Environment:
  NOTAFTER_URL        address of the server
  NOTAFTER_TOKEN      an API key with read permission, or a token

Exit codes:
  0 the assistant closed the connection   3 usage error
`,
} as const satisfies Record<CommandName, string>;

export const helpText = (topic: CommandName | null): string => (topic === null ? overview : topics[topic]);
