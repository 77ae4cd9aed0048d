const commandNames = ['check', 'verify', 'scan', 'preflight', 'add', 'apply', 'export', 'mcp'] as const;
export type CommandName = (typeof commandNames)[number];

export const isCommandName = (text: string): text is CommandName => commandNames.some((name) => name === text);
