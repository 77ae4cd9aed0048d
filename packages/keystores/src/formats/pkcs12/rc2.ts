/** PITABLE of RFC 2268 section 2. */
const table = Buffer.from(
  [
    'd978f9c419ddb5ed28e9fd794aa0d89dc67e37832b76538e624c6488448bfba2',
    '179a59f587b34f1361456d8d09817d32bd8f40eb86b77b0bf09521225c6b4e82',
    '54d66593ce60b21c7356c014a78cf1dc1275ca1f3bbee4d1423dd430a33cb626',
    '6fbf0eda4669075727f21d9bbc944303f811c7f690ef3ee706c3d52fc8661ed7',
    '08e8eade8052eef784aa72ac354d6a2a961ad2715a1549744b9fd05e0418a4ec',
    'c2e0416e0f51cbcc2491af50a1f47039997c3a8523b8b47afc02365b25559731',
    '2d5dfa98e38a92ae05df2910676cbac9d300e6cfe19ea82c6316013f58e289a9',
    '0d38341bab33ffb0bb480c5fb9b1cd2ec5f3db47e5a59c770aa62068fe7fc1ad',
  ].join(''),
  'hex',
);
const BLOCK_BYTES = 8;
const rotations = [1, 2, 3, 5] as const;

/** RFC 2268 section 2, with as many effective bits as the key has. */
const expand = (key: Buffer): Uint16Array => {
  const size = key.length;
  const bytes = new Uint8Array(128);
  bytes.set(key);
  const at = (index: number): number => bytes[index] ?? 0;
  const look = (index: number): number => table[index & 255] ?? 0;
  for (let index = size; index < 128; index += 1) bytes[index] = look(at(index - 1) + at(index - size));
  bytes[128 - size] = look(at(128 - size));
  for (let index = 127 - size; index >= 0; index -= 1) bytes[index] = look(at(index + 1) ^ at(index + size));
  return Uint16Array.from({ length: 64 }, (_, index) => at(2 * index) | (at(2 * index + 1) << 8));
};

/** RFC 2268 section 4: five mixing rounds, a mash, six, a mash, five; all in reverse. */
const decryptBlock = (words: Uint16Array, keys: Uint16Array): void => {
  const word = (index: number): number => words[index & 3] ?? 0;
  let next = 63;
  for (let round = 15; round >= 0; round -= 1) {
    for (let index = 3; index >= 0; index -= 1) {
      const by = rotations[index] ?? 0;
      const rotated = (word(index) >>> by) | (word(index) << (16 - by));
      const [one, two, three] = [word(index + 3), word(index + 2), word(index + 1)];
      words[index] = rotated - (keys[next] ?? 0) - (one & two) - (~one & three);
      next -= 1;
    }
    if (round === 11 || round === 5)
      for (let index = 3; index >= 0; index -= 1) words[index] = word(index) - (keys[word(index + 3) & 63] ?? 0);
  }
};

/**
 * Decrypts RC2 in CBC mode without removing its padding. Old keystores hide certificates with it, and OpenSSL 3 only has it in its
 * legacy provider.
 */
export const decryptRc2 = (key: Buffer, iv: Buffer, encrypted: Buffer): Buffer => {
  const keys = expand(key);
  const plain = Buffer.alloc(encrypted.length);
  const words = new Uint16Array(4);
  for (let at = 0; at + BLOCK_BYTES <= encrypted.length; at += BLOCK_BYTES) {
    for (let index = 0; index < 4; index += 1) words[index] = encrypted.readUInt16LE(at + 2 * index);
    decryptBlock(words, keys);
    for (let index = 0; index < 4; index += 1) plain.writeUInt16LE(words[index] ?? 0, at + 2 * index);
    for (let index = 0; index < BLOCK_BYTES; index += 1) {
      const before = at === 0 ? iv[index] : encrypted[at - BLOCK_BYTES + index];
      plain[at + index] = (plain[at + index] ?? 0) ^ (before ?? 0);
    }
  }
  return plain;
};
