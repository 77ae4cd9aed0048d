export { type AskedSource, askSource } from './ask-source.ts';
export { type FakeEntry, type FakeService, type Misbehavior, overloaded, startFakeCertspotter, startFakeCrtsh } from './ct-fakes.ts';
