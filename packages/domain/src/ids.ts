declare const brand: unique symbol;

/** A UUIDv7 that names one kind of row; never interchangeable with the id of another kind. */
export type Id<Kind extends string> = string & { readonly [brand]: Kind };

export type OrganizationId = Id<'organization'>;
export type UserId = Id<'user'>;
export type CertificateId = Id<'certificate'>;
export type AnchorSetId = Id<'anchor-set'>;
export type EnvironmentId = Id<'environment'>;
export type CertificateImportId = Id<'certificate-import'>;
export type CheckRunId = Id<'check-run'>;
export type HistoryEntryId = Id<'history-entry'>;
export type OneTimeLinkId = Id<'one-time-link'>;
export type AlertId = Id<'alert'>;
export type EventId = Id<'event'>;
export type WebhookEndpointId = Id<'webhook-endpoint'>;
export type DeliveryId = Id<'delivery'>;
export type ChannelId = Id<'channel'>;
export type AlertRouteId = Id<'alert-route'>;
export type AlertDayRuleId = Id<'alert-day-rule'>;
export type MaintenanceWindowId = Id<'maintenance-window'>;
export type OperatorAlertId = Id<'operator-alert'>;
export type AuditEntryId = Id<'audit-entry'>;
export type TokenId = Id<'token'>;
export type ApiKeyId = Id<'api-key'>;
export type InvitationId = Id<'invitation'>;
export type EmailChangeId = Id<'email-change'>;
export type PasskeyId = Id<'passkey'>;
export type IdempotencyKeyId = Id<'idempotency-key'>;
export type AuthChallengeId = Id<'auth-challenge'>;
export type DiscoveryJobId = Id<'discovery-job'>;
export type InstallationId = Id<'installation'>;
export type ServiceId = Id<'service'>;
export type ServiceEventId = Id<'service-event'>;
export type ServiceAuthorityId = Id<'service-authority'>;
export type ServiceOperationId = Id<'service-operation'>;
export type ServiceBackupId = Id<'service-backup'>;
export type CloudAccountId = Id<'cloud-account'>;
export type ReportRecipientId = Id<'report-recipient'>;
export type CollectorId = Id<'collector'>;
export type WatchedDomainId = Id<'watched-domain'>;
export type IssuanceId = Id<'issuance'>;
export type ReportDeliveryId = Id<'report-delivery'>;

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text has the form of a UUID; anything else cannot be a row's id. */
export const isUuid = (text: string): boolean => uuidPattern.test(text);

/** The only place where a text becomes an id: called by parsers of the edges and by the id generator. */
export const brandId = <Kind extends string>(text: string): Id<Kind> => text as Id<Kind>;
