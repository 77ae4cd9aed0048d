/** The tool runs as the user on the user's machine, so it may dial any address that the user can. */
export const anywhere = ['0.0.0.0/0', '::/0'] as const;
