const UNIQUE_VIOLATION = '23505';

/** Whether PostgreSQL refused a write because another account has the address. */
export const isTakenAddress = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const refused = 'code' in error && error.code === UNIQUE_VIOLATION;
  return refused && 'constraint_name' in error ? error.constraint_name === 'users_email_key' : isTakenAddress(error.cause);
};
