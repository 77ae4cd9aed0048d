import type { Endpoint } from './api-document.ts';
import type { Reader } from './reader.ts';

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The headers that say who calls: a token with its organization, or a key. The secret itself is the reader's to put in. */
export const credentialLines = ({ orgId, credential }: Pick<Reader, 'orgId' | 'credential'>): readonly string[] =>
  credential === 'api-key' ? [`-H "X-API-Key: $NOTAFTER_API_KEY"`] : [`-H "token: $NOTAFTER_TOKEN"`, `-H ${quoted(`org-id: ${orgId}`)}`];

/** A command for a terminal that calls this endpoint of this server. */
export function curlCommand({ method, path, examples, open, byToken, keyPermission, bodyExample }: Endpoint, reader: Reader): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(examples[name] ?? name.toUpperCase()));
  const credential = reader.credential === 'api-key' && keyPermission !== null ? 'api-key' : 'token';
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${quoted(`${reader.publicUrl}${filled}`)}`,
    ...(open || (!byToken && keyPermission === null) ? [] : credentialLines({ ...reader, credential })),
    ...(bodyExample === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(bodyExample))}`]),
  ].join(' \\\n  ');
}
