interface CatalogueRow {
  readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503;
  /** The text a person reads, to the letter where the specification gives one. */
  readonly message: string;
}

/**
 * Every error a caller can meet: stable code, HTTP status, text. Screens choose by code, never by status alone.
 * A row whose text depends on the case is the beginning; the thrower hands in the whole text.
 */
export const errorCatalogue = {
  invalid_input: { status: 400, message: 'The request is not valid.' },
  malformed_json: { status: 400, message: 'The request body is not valid JSON.' },
  search_invalid: { status: 400, message: 'This search cannot be read.' },
  import_invalid: { status: 400, message: 'This list cannot be imported.' },
  email_exists: { status: 400, message: 'Email already exists. Try signing in instead.' },
  password_too_short: { status: 400, message: 'Password must be at least 6 characters long.' },
  password_too_common: { status: 400, message: 'This password is too common. Choose another password.' },
  link_invalid: { status: 400, message: 'This link is not valid. Please request a new one.' },
  link_used: { status: 400, message: 'This link was already used. Please request a new one.' },
  link_expired: { status: 400, message: 'This link has expired. Please request a new one.' },
  channel_incomplete: { status: 400, message: 'Enable this channel and fill in every field first.' },
  channel_test_failed: { status: 400, message: 'Test failed' },
  status_page_failed: { status: 400, message: 'Failed to test StatusPage.io connection' },
  target_invalid: { status: 400, message: 'Enter a domain such as example.com or example.com:8443.' },
  target_wildcard: { status: 400, message: 'A wildcard name cannot be checked. Add a host below it instead.' },
  target_unreachable: { status: 400, message: 'The server could not be reached.' },
  target_not_allowed: { status: 400, message: 'This address is in private address space, which this server does not check.' },
  unauthenticated: { status: 401, message: 'Sign in to continue.' },
  invalid_credentials: { status: 401, message: 'Invalid email or password. Please try again.' },
  not_activated: { status: 403, message: 'Account not activated. Please check your email for activation link.' },
  forbidden: { status: 403, message: 'Your role does not allow this.' },
  cross_site: { status: 403, message: 'This request came from another site and was refused.' },
  organization_disabled: { status: 403, message: 'This organization is disabled. Contact your administrator.' },
  certificate_limit: { status: 403, message: 'Certificate limit reached. Upgrade your plan to add more certificates.' },
  import_plan: { status: 403, message: 'Bulk import is available on Business and Enterprise plans.' },
  environment_plan: { status: 403, message: 'Environment management is available on Team and Enterprise plans.' },
  environment_limit: { status: 403, message: 'Environment limit reached. Upgrade your plan to add more environments.' },
  user_limit: { status: 403, message: 'User limit reached. Upgrade your plan to add more team members.' },
  channel_plan: { status: 403, message: 'Your plan does not include this channel.' },
  smart_notifications_plan: { status: 403, message: 'Smart Notifications are available on Team and Enterprise plans.' },
  alert_days_plan: { status: 403, message: 'Your plan does not include these alert days.' },
  day_rule_limit: { status: 403, message: 'There are as many alert day rules as an organization may have. Remove one first.' },
  window_limit: { status: 403, message: 'There are as many maintenance windows as an organization may have. Remove one first.' },
  not_found: { status: 404, message: 'Not found.' },
  certificate_not_found: { status: 404, message: 'Certificate not found' },
  history_entry_not_found: { status: 404, message: 'This history entry is not there.' },
  channel_not_found: { status: 404, message: 'There is no such channel.' },
  notification_not_found: { status: 404, message: 'Notification not found' },
  day_rule_not_found: { status: 404, message: 'This rule is not there.' },
  window_not_found: { status: 404, message: 'This maintenance window is not there.' },
  environment_not_found: { status: 404, message: 'Environment not found' },
  method_not_allowed: { status: 405, message: 'This path does not answer this method.' },
  certificate_exists: { status: 409, message: 'This domain is already monitored.' },
  environment_exists: { status: 409, message: 'An environment with this name already exists.' },
  environment_in_use: { status: 409, message: 'Certificates are assigned to this environment. Assign them to another one first.' },
  channel_broken: { status: 409, message: 'This channel takes nothing any more. Test it or save it again first.' },
  conflict: { status: 409, message: 'This changed in the meantime. Reload and try again.' },
  body_too_large: { status: 413, message: 'The request body is larger than 1 MB.' },
  unsupported_media_type: { status: 415, message: 'Send the request body as application/json.' },
  rate_limited: { status: 429, message: 'Too many attempts. Please wait and try again.' },
  internal: { status: 500, message: 'Something went wrong on our side. Please try again.' },
  unavailable: { status: 503, message: 'The service is starting or overloaded. Please try again shortly.' },
} as const satisfies Record<string, CatalogueRow>;

export type ErrorCode = keyof typeof errorCatalogue;
export type ErrorStatus = CatalogueRow['status'];
