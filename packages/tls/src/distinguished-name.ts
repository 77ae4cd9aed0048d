import { safeText } from './safe-text.ts';

export interface DistinguishedName {
  /** RFC 4514 order and escapes, with `, ` between the parts: `CN=R12, O=Let's Encrypt, C=US`. */
  readonly text: string;
  readonly commonName: string | null;
  readonly organization: string | null;
}

/** OpenSSL's escapes (RFC 2253) back to the characters they stand for. */
const withoutEscapes = (value: string): string =>
  value.replace(/\\([0-9A-F]{2}|.)/gs, (_, escaped: string) =>
    escaped.length === 2 ? String.fromCharCode(Number.parseInt(escaped, 16)) : escaped,
  );

/**
 * Reads `X509Certificate.subject` or `.issuer`: one attribute a line in the certificate's order, `+` joining the parts
 * of a multi-valued one. Line breaks inside a value come escaped, so a line is always an attribute.
 */
export const parseDistinguishedName = (lines: string | undefined): DistinguishedName => {
  const attributes = (lines ?? '').split('\n').flatMap((line) => {
    const equals = line.indexOf('=');
    return equals < 1 ? [] : [{ type: line.slice(0, equals).trim(), value: line.slice(equals + 1) }];
  });
  const lastValue = (type: string): string | null => {
    const found = attributes.findLast((attribute) => attribute.type === type);
    return found === undefined ? null : safeText(withoutEscapes(found.value), 255);
  };
  return {
    text: safeText(
      attributes
        .toReversed()
        .map(({ type, value }) => `${type}=${value}`)
        .join(', '),
    ),
    commonName: lastValue('CN'),
    organization: lastValue('O'),
  };
};
