/** An invalid token. Keeps the last character: in base64url it can end in unused bits. */
export const garbled = (token: string): string => `${token.slice(0, -2)}${token.at(-2) === 'A' ? 'B' : 'A'}${token.slice(-1)}`;
