import { DomainError } from '@notafter/domain';

const toSnakeCase = (path: string): string => path.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Throws a use case's refusal again with its fields in the names of the wire. */
export const throwInSnakeCase = (error: unknown): never => {
  if (!(error instanceof DomainError) || error.code !== 'invalid_input') throw error;
  throw new DomainError('invalid_input', { details: error.details.map(({ path, message }) => ({ path: toSnakeCase(path), message })) });
};
