/** Whether a text contains a private key, whatever its format and however it is broken: such a text must not be stored, logged or answered. */
export const containsPrivateKey = (text: string): boolean => /(?:BEGIN|END)[^\n-]{0,40}PRIVATE KEY|^Private-Lines:/im.test(text);

export const PRIVATE_KEY_TEXT =
  'This text contains a private key. Remove it and upload the certificates only. Notafter did not store the text.';
