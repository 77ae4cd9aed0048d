import type { OperationModel } from '../openapi/document-model.ts';

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * A command for a terminal; `$NOTAFTER` is the server's public address, `$NOTAFTER_TOKEN` a token or an API key. Where only a
 * session will do, it lies in `cookies.txt`.
 */
export const curlLine = (method: string, path: string, operation: OperationModel): string => {
  const setsSession = operation.operationId === 'login';
  const usesBearer = operation.security.some((one) => 'bearer' in one);
  const usesSession = operation.security.length > 0 && !usesBearer;
  const body = operation.requestBody?.content['application/json'].example;
  const parts = [
    `curl${method === 'get' ? '' : ` -X ${method.toUpperCase()}`} "$NOTAFTER${path}"`,
    ...(setsSession ? ['-c cookies.txt'] : []),
    ...(usesBearer ? ['-H "Authorization: Bearer $NOTAFTER_TOKEN"'] : []),
    ...(usesSession ? ['-b cookies.txt'] : []),
    ...(usesSession && method !== 'get' ? ['-H "Origin: $NOTAFTER"'] : []),
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(body))}`]),
  ];
  return parts.join(' \\\n  ');
};
