export { createBundle, type NewBundle, openBundle, readBundle, type SealedBundle, verifyBundle } from './bundle.ts';
export { type EnrollmentToken, readEnrollmentToken, writeEnrollmentToken } from './enrollment-token.ts';
export { createKeyPair, type KeyPair, privateKeyOf, publicKeyOf, sealingPairFrom, signingPairFrom } from './keys.ts';
export { createReceipt, type Receipt, readReceipt } from './receipt.ts';
export { type SignedRequest, signRequest, verifyRequest } from './request.ts';
