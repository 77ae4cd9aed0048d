/** A token that nobody made. Its last character stays: in base64url it may end in bits that nobody reads. */
export const garbled = (token: string): string => `${token.slice(0, -2)}${token.at(-2) === 'A' ? 'B' : 'A'}${token.slice(-1)}`;
