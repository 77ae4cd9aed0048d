/** How long a row is kept: a year and a month, so that last year's same month can still be looked at. */
export const AUDIT_KEPT_DAYS = 400;

/** Filters of the log: the slice of the use case, in the order the screen lists them. */
export const auditGroups = {
  accounts: 'Sign-in',
  settings: 'Settings and credentials',
  team: 'Team',
  billing: 'Billing',
  certificates: 'Certificates',
  collectors: 'Collectors',
  transparency: 'Certificate transparency',
  configuration: 'Configuration',
  environments: 'Environments',
  notifications: 'Notifications',
  discovery: 'Discovery',
  services: 'Services',
  analytics: 'Analytics',
  'public-status': 'Public status page',
  reports: 'Reports',
  'long-work': 'Jobs',
  operator: 'Operation',
  audit: 'Audit log',
  admin: 'Platform administration',
} as const;
export type AuditGroup = keyof typeof auditGroups;

/** How a row's detail names its subject: the first of these that is a text. */
const namingFields = ['domain', 'resourceId', 'name', 'email', 'type', 'channel', 'provider', 'tag', 'plan'] as const;

/** The object, if the detail names it. */
export const auditSubject = (detail: Readonly<Record<string, unknown>>): string | null => {
  const named = namingFields.map((field) => detail[field]).find((value) => typeof value === 'string' && value !== '');
  return typeof named === 'string' ? named : null;
};
