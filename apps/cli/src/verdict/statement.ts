/** A reason or warning with its sentence. */
export interface Statement<Code extends string = string> {
  readonly code: Code;
  readonly text: string;
  /** What to do about it; null where there is nothing to do. */
  readonly fix: string | null;
}

/** `detail` of the JSON documents: what people would read. */
export const detailOf = (statements: readonly Statement[]): string => statements.map(({ text }) => text).join(' ');
