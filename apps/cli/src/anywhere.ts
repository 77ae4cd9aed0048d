/** The tool runs as the user on the user's machine: it may dial whatever the user may. */
export const anywhere = ['0.0.0.0/0', '::/0'] as const;
