/** A reason or warning with its sentence. */
export interface Statement<Code extends string = string> {
  readonly code: Code;
  readonly text: string;
  /** How to fix it; null if there is nothing to do. */
  readonly fix: string | null;
}

/** `detail` of the JSON documents: the sentences for people. */
export const detailOf = (statements: readonly Statement[]): string => statements.map(({ text }) => text).join(' ');
