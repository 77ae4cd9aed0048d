import { type ShownCertificate, showCertificate } from '../output/shown-certificate.ts';
import { detailOf } from '../verdict/statement.ts';
import type { Judgement } from './judge-file.ts';

/** JSON document of `verify`; docs/cli.md has its schema. */
export interface VerifyDocument {
  readonly verdict: 'valid' | 'invalid';
  readonly reasons: readonly string[];
  readonly warnings: readonly string[];
  readonly detail: string;
  /** The best path found, leaf first, including its anchor. */
  readonly path: readonly ShownCertificate[];
}

export const verifyDocument = ({ reasons, warnings, path, at }: Judgement): VerifyDocument => ({
  verdict: reasons.length === 0 ? 'valid' : 'invalid',
  reasons: reasons.map(({ code }) => code),
  warnings: warnings.map(({ code }) => code),
  detail: detailOf([...reasons, ...warnings]),
  path: path.map((facts) => showCertificate(facts, at)),
});
