import { certificatePem } from '@notafter/domain';

/** Below the server's limit on a request. */
export const FILE_MAX_BYTES = 600_000;

const DER_SEQUENCE = 0x30;

/** Returns the text of a file; a single certificate in DER, as Windows exports it, as PEM. */
export async function readPemFile(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes[0] !== DER_SEQUENCE) return new TextDecoder().decode(bytes);
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return certificatePem(base64);
}
