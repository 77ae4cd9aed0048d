// Generated from docs/openapi.json by `npm run client`. Do not edit.

export type Webhooks = PostCertificateAddedWebhookRequest | PostCertificateRenewedWebhookRequest | PostCertificateChangedWebhookRequest | PostCertificateRemovedWebhookRequest | PostCheckFailedWebhookRequest | PostCheckRecoveredWebhookRequest | PostAlertRaisedWebhookRequest | PostDiscoveryCompletedWebhookRequest;

export type AcknowledgedIssuance = {
    issuance: IssuanceDetail;
};

export type AddedWebhookEndpoint = {
    endpoint: WebhookEndpoint;
    /**
     * It is answered here and never again.
     */
    signing_secret: string;
};

export type AdminActivity = {
    type: 'organization' | 'user' | 'certificate' | 'other';
    description: string;
    timestamp: string;
};

export type AdminActivityList = {
    activities: Array<AdminActivity>;
    /**
     * Send it as `cursor` for the next page; null on the last.
     */
    next_cursor: string | null;
};

export type AdminCharts = {
    /**
     * Seven days in UTC, the present one last.
     */
    days: Array<string>;
    /**
     * Certificates that were added, for each day.
     */
    certificates_added: Array<number>;
    /**
     * Accounts that were made.
     */
    users_added: Array<number>;
    /**
     * Monitored certificates whose end was on that day.
     */
    certificates_expired: Array<number>;
    /**
     * Names with a certificate, on the day of the discovery that found them.
     */
    certificates_discovered: Array<number>;
};

export type AdminDashboard = {
    stats: AdminStats;
};

export type AdminHealth = {
    /**
     * `degraded`: checks are late.
     */
    status: 'healthy' | 'degraded' | 'unhealthy';
    /**
     * Of the process that answers.
     */
    uptime_seconds: number;
    /**
     * Resident memory of that process.
     */
    memory_usage_mb: number;
    database: 'connected' | 'disconnected';
    timestamp: string;
};

export type AdminHealthAnswer = {
    health: AdminHealth;
};

export type AdminOrganization = {
    id: string;
    name: string;
    /**
     * The plan in force.
     */
    plan: string;
    disabled: boolean;
    /**
     * Members.
     */
    user_count: number;
    /**
     * Monitored endpoints.
     */
    cert_count: number;
    /**
     * Messages about alerts that were sent in the last seven days.
     */
    notifications_7d: number;
    created_at: string;
    /**
     * The operator's limit of certificates; null: the plan's.
     */
    certificate_limit: number | null;
    /**
     * The operator's limit of members; null: the plan's.
     */
    user_limit: number | null;
};

export type AdminOrganizationAnswer = {
    organization: AdminOrganization;
};

export type AdminOrganizationList = {
    organizations: Array<AdminOrganization>;
    /**
     * Send it as `cursor` for the next page; null on the last.
     */
    next_cursor: string | null;
    /**
     * On all pages together.
     */
    total: number;
};

export type AdminStats = {
    /**
     * Of the whole installation.
     */
    total_organizations: number;
    /**
     * People with an account.
     */
    total_users: number;
    /**
     * Monitored endpoints.
     */
    total_certificates: number;
    /**
     * Past their end.
     */
    expired_certificates: number;
    /**
     * 0 to 7 days left.
     */
    critical_certificates: number;
    /**
     * Not disabled.
     */
    active_organizations: number;
    /**
     * Added in the seven days of the charts.
     */
    new_certificates_week: number;
    /**
     * Names with a certificate that discoveries found in the last 30 days.
     */
    certificates_discovered_month: number;
    /**
     * Organizations per plan in force, most first.
     */
    plan_distribution: {
        [key: string]: number;
    };
};

export type AlertDayRule = {
    id: string;
    /**
     * Null for the rule of a tag.
     */
    certificate_id: string | null;
    /**
     * The certificate's domain.
     */
    domain: string | null;
    /**
     * `name=value` in lower case; null for the rule of a certificate.
     */
    tag: string | null;
    /**
     * Days before expiry that the plan includes.
     */
    alert_days: Array<number>;
};

export type AlertDayRuleAnswer = {
    day_rule: AlertDayRule;
};

export type AlertDayRuleList = {
    day_rules: Array<AlertDayRule>;
    /**
     * Send it as `cursor` for the next page; null on the last.
     */
    next_cursor: string | null;
    /**
     * On all pages together.
     */
    total: number;
};

export type AlertDayRuleToSave = {
    /**
     * Accepted and ignored.
     */
    id?: unknown;
    certificate_id?: string | null;
    /**
     * Accepted and ignored.
     */
    domain?: unknown;
    tag?: string | null;
    alert_days: Array<number>;
};

export type AlertRoute = {
    id: string;
    /**
     * `name=value` in lower case.
     */
    tag: string | null;
    /**
     * With `tag` null too, it was deleted: the route matches nothing.
     */
    environment_id: string | null;
    environment_name: string | null;
    /**
     * It matches a certificate now.
     */
    matches: boolean;
    channel_ids: Array<string>;
    channels: Array<RoutedChannel>;
};

export type AlertRouteAnswer = {
    route: AlertRoute;
};

export type AlertRouteList = {
    routes: Array<AlertRoute>;
    /**
     * Send it as `cursor` for the next page; null on the last.
     */
    next_cursor: string | null;
    /**
     * On all pages together.
     */
    total: number;
};

export type AlertRouteToSave = {
    /**
     * Accepted and ignored.
     */
    id?: unknown;
    tag?: string | null;
    environment_id?: string | null;
    /**
     * Accepted and ignored.
     */
    environment_name?: unknown;
    /**
     * Accepted and ignored.
     */
    matches?: unknown;
    channel_ids: Array<string>;
    /**
     * Accepted and ignored.
     */
    channels?: unknown;
    /**
     * Stands for the tag `owner=`.
     */
    owner?: string | null;
};

export type AlertSettings = {
    /**
     * Days before the end, the earliest first.
     */
    alert_days: Array<number>;
    /**
     * Leaves out days before a healthy renewal, and alerts on a late one. On for new organizations.
     */
    scale_to_lifetime: boolean;
    /**
     * Alerts by days in the last year, and those among them that scaling leaves out.
     */
    last_year: {
        sent: number;
        early: number;
    };
};

export type AlertSettingsToSave = {
    alert_days: Array<number>;
    /**
     * Left out: as it is.
     */
    scale_to_lifetime?: boolean;
    /**
     * Accepted and ignored.
     */
    last_year?: unknown;
};

export type Analytics = {
    /**
     * 40 for each expired, 25 for each critical and 10 for each warning certificate; at most 100.
     */
    risk_score: number;
    /**
     * 100 less 30 for each expired, 15 for each critical and 5 for each warning certificate; at least 0.
     */
    health_score: number;
    expired_count: number;
    /**
     * More than 30 days left.
     */
    healthy_count: number;
    /**
     * 8 to 30 days left.
     */
    expiring_count: number;
    /**
     * 0 to 7 days left.
     */
    critical_count: number;
    total_certificates: number;
    /**
     * Mean of the whole days left of those not expired; null without any.
     */
    avg_days_to_expiry: number | null;
    /**
     * Different issuers.
     */
    certificate_authorities: number;
    /**
     * Percent, rounded down, of those ever reached that are trusted for their host now; null without any.
     */
    chain_validation_score: number | null;
    /**
     * Since the first of the month, UTC.
     */
    certificates_added_this_month: number;
    /**
     * Most certificates first, at most 50.
     */
    issuers: Array<{
        name: string;
        count: number;
        percent: number;
    }>;
};

export type ApiKey = {
    id: string;
    name: string;
    /**
     * The last characters of the secret, by which to tell it from others.
     */
    ending: string;
    created_at: string;
    /**
     * At most 60 seconds behind; null: never.
     */
    last_used_at: string | null;
    /**
     * Null: it does not expire.
     */
    expires_at: string | null;
    revoked: boolean;
    status: 'active' | 'revoked' | 'expired';
    permissions: {
        read: boolean;
        write: boolean;
        delete: boolean;
    };
    scope: ApiKeyScope;
    /**
     * Where it can be used from. Empty: anywhere.
     */
    allowed_addresses: Array<string>;
    /**
     * The key that a rotation made in its place.
     */
    replaced_by: string | null;
};

export type ApiKeyList = {
    api_keys: Array<ApiKey>;
    /**
     * Send it as `cursor` for the next page; null on the last.
     */
    next_cursor: string | null;
    /**
     * On all pages together.
     */
    total: number;
};

export type ApiKeyRotation = {
    /**
     * How long the old secret still works; 0 ends it at once. 24 by default.
     */
    overlap_hours?: number;
};

/**
 * The certificates that it reaches: those of an environment, or with a tag. Null: all of the organization.
 */
export type ApiKeyScope = {
    environment_id: string | null;
    /**
     * Null once the environment is deleted.
     */
    environment: string | null;
    tag: string | null;
} | null;

export type AskedEndpoint = {
    /**
     * `[protocol://]host[:port]`, as for certificates.
     */
    domain: string;
};

export type AskedEndpointAnswer = {
    certificate_id: string;
    domain: string;
};

export type AuditEntry = {
    id: string;
    at: string;
    actor: {
        /**
         * How it was done: in a browser, by a token, by an API key, or by the payment provider.
         */
        kind: 'session' | 'token' | 'api-key' | 'payment-provider';
        /**
         * The person's, or the API key's; null for the payment provider.
         */
        id: string | null;
        /**
         * The address at the time; null where no person did it.
         */
        email: string | null;
        /**
         * Which of their tokens, where it was one.
         */
        token_id: string | null;
        /**
         * What the token or the key was called.
         */
        name: string | null;
    };
    /**
     * Stable.
     */
    action: string;
    /**
     * The action in words, for people.
     */
    summary: string;
    /**
     * What it was done to, where it has a name.
     */
    subject: string | null;
    subject_id: string | null;
    /**
     * More, by action; never a secret.
     */
    detail: {
        [key: string]: unknown;
    };
    ip: string | null;
};

export type AuditExport = {
    audit_log: Array<AuditEntry>;
};

export type AuditLog = {
    audit_log: Array<AuditEntry>;
    /**
     * Send it as `cursor` for the next page; null on the last.
     */
    next_cursor: string | null;
};

export type AuthenticatorCode = {
    /**
     * What your authenticator app shows, or a recovery code.
     */
    code: string;
};

export type AuthenticatorSetUp = {
    /**
     * Base32, for typing. It is shown only now.
     */
    secret: string;
    /**
     * For a QR code.
     */
    uri: string;
};

export type BillingPlan = {
    plan: string;
    /**
     * Who gives this plan.
     */
    set_by: 'default' | 'operator' | 'checkout';
    current_certificates: number;
    current_members: number;
    /**
     * Each takes a seat.
     */
    pending_invitations: number;
    current_environments: number;
    limits: {
        /**
         * Null: unlimited.
         */
        certificates: number | null;
        /**
         * Null: unlimited.
         */
        members: number | null;
        /**
         * Null: unlimited.
         */
        environments: number | null;
    };
    /**
     * Names the organization to the payment provider. Admins only.
     */
    client_reference_id?: string;
    /**
     * Null before the first purchase. Admins only.
     */
    subscription?: {
        /**
         * The payment provider’s word.
         */
        status: string;
        interval: 'monthly' | 'annual' | null;
        trial_ends_at: string | null;
        period_ends_at: string | null;
        /**
         * The plan ends with the period.
         */
        cancel_at_period_end: boolean;
        /**
         * Since when a payment is owed.
         */
        payment_failed_at: string | null;
        /**
         * When the plan ends unless that payment is made.
         */
        grace_ends_at: string | null;
    } | null;
    /**
     * Hosted checkouts for the caller. Admins only.
     */
    checkout?: Array<{
        plan: 'Essentials' | 'Team' | 'Enterprise';
        /**
         * Null where the operator named none.
         */
        monthly_url: string | null;
        /**
         * Null where the operator named none.
         */
        annual_url: string | null;
    }>;
    /**
     * Null where the operator named none.
     */
    portal_url?: string | null;
    /**
     * With `target`, where the certificates do not fit into that plan.
     */
    downgrade?: {
        certificates_to_remove: number;
        current_count: number;
        new_plan_limit: number;
    };
};

export type BundleFiles = {
    /**
     * At most 500.
     */
    bundles: Array<{
        name: string;
        /**
         * The file: two lines of text.
         */
        content: string;
    }>;
};

export type BundleImport = {
    bundles: Array<ImportedBundle>;
    receipts: Array<{
        collector_id: string;
        receipt: string;
    }>;
};

export type CalendarLink = {
    /**
     * Anyone with this address can read the calendar without signing in; null if none was created.
     */
    url: string | null;
    rotated_at: string | null;
};

export type Certificate = {
    id: string;
    /**
     * Checks of an endpoint, a file that a person uploaded, a date that a person entered, or a file that a collector reads. Only an endpoint is checked.
     */
    source: 'endpoint' | 'upload' | 'date' | 'file';
    /**
     * The endpoint in one form: protocol and port only if they are not TLS and its own, such as `smtp://mail.example.com`. The name of an upload or a date; the name and the path of a file.
     */
    domain: string;
    /**
     * Empty unless it is an endpoint.
     */
    host: string;
    /**
     * 0 unless it is an endpoint.
     */
    port: number;
    /**
     * The issuer's organization, else its common name.
     */
    issuer: string | null;
    /**
     * The issuer's whole distinguished name.
     */
    issuer_name: string | null;
    not_before: string | null;
    /**
     * `notAfter` of the certificate that expires first among the addresses; null if none was ever reached.
     */
    expiration_date: string | null;
    /**
     * Whole days, rounded down; below 0 once expired.
     */
    days_left: number | null;
    /**
     * By days left: expired below 0, critical 0 to 7, warning 8 to 30, valid above 30.
     */
    status: 'expired' | 'critical' | 'warning' | 'valid' | null;
    /**
     * Why the certificate of any address fails for this host, dates aside; empty when all are trusted.
     */
    reasons: Array<'expired' | 'not_yet_valid' | 'hostname_mismatch' | 'self_signed' | 'untrusted_root' | 'incomplete_chain' | 'revoked' | 'weak_signature' | 'weak_key' | 'wrong_purpose' | 'constraint_violation' | 'malformed'>;
    /**
     * What deserves attention as last seen. `different_certificates`: the addresses behind the name do not all serve the same.
     */
    warnings: Array<'chain_order' | 'extra_certificate' | 'invalid_san' | 'lifetime_too_long' | 'missing_sct' | 'must_staple' | 'stale_staple' | 'invalid_staple' | 'stale_crl' | 'revocation_unknown' | 'old_protocol' | 'weak_cipher' | 'no_forward_secrecy' | 'different_certificates'>;
    /**
     * Set while the last check could not reach the endpoint; the other fields are as last seen.
     */
    unreachable: {
        reason: 'dns' | 'refused' | 'timeout' | 'reset' | 'not_tls' | 'alert' | 'not_allowed' | 'unroutable';
        detail: string;
        since: string;
    } | null;
    /**
     * The first client that refuses the certificate now or within 30 days.
     */
    refusal: {
        client: 'chrome' | 'apple' | 'mozilla' | 'java' | 'android7';
        from: string;
    } | null;
    /**
     * Whether the renewal is on schedule, due or late, beside the days left; null if expired or never reached.
     */
    renewal_state: 'on_schedule' | 'due' | 'late' | null;
    last_checked: string | null;
    created_at: string;
    /**
     * When the certificate, its verdict, its reachability, its tags or its environment last changed.
     */
    updated_at: string;
    /**
     * Subject alternative names.
     */
    san: Array<string>;
    tags: {
        [key: string]: string;
    };
    /**
     * Grows with every change of the tags.
     */
    version: number;
    environment_id: string | null;
    environment_name: string | null;
    /**
     * SHA-1.
     */
    fingerprint: string | null;
    /**
     * SHA-256.
     */
    fingerprint256: string | null;
    serial_number: string | null;
    protocol: string | null;
    cipher: string | null;
    key_type: string | null;
    key_bits: number | null;
    /**
     * The IP address that was dialled.
     */
    address: string | null;
    /**
     * How the served certificate differs from what files, uploads and other servers have, as `GET /v1/certificates/{id}/deployment` answers it in full; null if nothing does.
     */
    deployment_state: 'not_reloaded' | 'not_deployed' | 'left_behind' | 'unknown' | null;
    /**
     * The collector that checks the endpoint or reads the file; null if neither.
     */
    collector: {
        id: string;
        name: string;
        /**
         * Whether this row is current. `silent`: the collector did not report it for three intervals. `forked`: its key was copied, so nothing more is taken.
         */
        state: 'waiting' | 'active' | 'silent' | 'forked' | 'revoked';
        last_report_at: string | null;
        /**
         * When the collector last saw what this row shows.
         */
        seen_at: string | null;
    } | null;
};

export type CertificateAddress = {
    address: string;
    /**
     * A server with certificates of two key types has an entry for each.
     */
    key_type: string | null;
    /**
     * SHA-256; null where it did not answer.
     */
    fingerprint256: string | null;
    issuer: string | null;
    expiration_date: string | null;
    days_left: number | null;
    status: 'expired' | 'critical' | 'warning' | 'valid' | null;
    /**
     * Why what it serves fails for this host.
     */
    reasons: Array<'expired' | 'not_yet_valid' | 'hostname_mismatch' | 'self_signed' | 'untrusted_root' | 'incomplete_chain' | 'revoked' | 'weak_signature' | 'weak_key' | 'wrong_purpose' | 'constraint_violation' | 'malformed'>;
    /**
     * Set where this address did not answer.
     */
    unreachable: {
        reason: 'dns' | 'refused' | 'timeout' | 'reset' | 'not_tls' | 'alert' | 'not_allowed' | 'unroutable';
        detail: string;
    } | null;
    /**
     * It serves another certificate than the first address with a key of this type.
     */
    differs: boolean;
    seen_at: string;
};

export type CertificateAlerts = {
    /**
     * Days before expiry in force for this certificate.
     */
    alert_days: Array<number>;
    /**
     * Whose days they are.
     */
    chosen_by: 'certificate' | 'tags' | 'organization';
    /**
     * The certificate's own alert day rule.
     */
    day_rule_id: string | null;
    snoozed_until: string | null;
    /**
     * Where its next alert is sent.
     */
    channels: Array<RoutedChannel>;
    /**
     * The routes that match it. Empty: the default route.
     */
    routes: Array<MatchingRoute>;
    /**
     * Open alerts, newest first.
     */
    alerts: Array<OpenAlert>;
};

export type CertificateAnswer = {
    certificate: Certificate;
};

export type CertificateDetail = {
    id: string;
    /**
     * Checks of an endpoint, a file that a person uploaded, a date that a person entered, or a file that a collector reads. Only an endpoint is checked.
     */
    source: 'endpoint' | 'upload' | 'date' | 'file';
    /**
     * The endpoint in one form: protocol and port only if they are not TLS and its own, such as `smtp://mail.example.com`. The name of an upload or a date; the name and the path of a file.
     */
    domain: string;
    /**
     * Empty unless it is an endpoint.
     */
    host: string;
    /**
     * 0 unless it is an endpoint.
     */
    port: number;
    /**
     * The issuer's organization, else its common name.
     */
    issuer: string | null;
    /**
     * The issuer's whole distinguished name.
     */
    issuer_name: string | null;
    not_before: string | null;
    /**
     * `notAfter` of the certificate that expires first among the addresses; null if none was ever reached.
     */
    expiration_date: string | null;
    /**
     * Whole days, rounded down; below 0 once expired.
     */
    days_left: number | null;
    /**
     * By days left: expired below 0, critical 0 to 7, warning 8 to 30, valid above 30.
     */
    status: 'expired' | 'critical' | 'warning' | 'valid' | null;
    /**
     * Why the certificate of any address fails for this host, dates aside; empty when all are trusted.
     */
    reasons: Array<'expired' | 'not_yet_valid' | 'hostname_mismatch' | 'self_signed' | 'untrusted_root' | 'incomplete_chain' | 'revoked' | 'weak_signature' | 'weak_key' | 'wrong_purpose' | 'constraint_violation' | 'malformed'>;
    /**
     * What deserves attention as last seen. `different_certificates`: the addresses behind the name do not all serve the same.
     */
    warnings: Array<'chain_order' | 'extra_certificate' | 'invalid_san' | 'lifetime_too_long' | 'missing_sct' | 'must_staple' | 'stale_staple' | 'invalid_staple' | 'stale_crl' | 'revocation_unknown' | 'old_protocol' | 'weak_cipher' | 'no_forward_secrecy' | 'different_certificates'>;
    /**
     * Set while the last check could not reach the endpoint; the other fields are as last seen.
     */
    unreachable: {
        reason: 'dns' | 'refused' | 'timeout' | 'reset' | 'not_tls' | 'alert' | 'not_allowed' | 'unroutable';
        detail: string;
        since: string;
    } | null;
    /**
     * The first client that refuses the certificate now or within 30 days.
     */
    refusal: {
        client: 'chrome' | 'apple' | 'mozilla' | 'java' | 'android7';
        from: string;
    } | null;
    /**
     * Whether the renewal is on schedule, due or late, beside the days left; null if expired or never reached.
     */
    renewal_state: 'on_schedule' | 'due' | 'late' | null;
    last_checked: string | null;
    created_at: string;
    /**
     * When the certificate, its verdict, its reachability, its tags or its environment last changed.
     */
    updated_at: string;
    /**
     * Subject alternative names.
     */
    san: Array<string>;
    tags: {
        [key: string]: string;
    };
    /**
     * Grows with every change of the tags.
     */
    version: number;
    environment_id: string | null;
    environment_name: string | null;
    /**
     * SHA-1.
     */
    fingerprint: string | null;
    /**
     * SHA-256.
     */
    fingerprint256: string | null;
    serial_number: string | null;
    protocol: string | null;
    cipher: string | null;
    key_type: string | null;
    key_bits: number | null;
    /**
     * The IP address that was dialled.
     */
    address: string | null;
    /**
     * How the served certificate differs from what files, uploads and other servers have, as `GET /v1/certificates/{id}/deployment` answers it in full; null if nothing does.
     */
    deployment_state: 'not_reloaded' | 'not_deployed' | 'left_behind' | 'unknown' | null;
    /**
     * The collector that checks the endpoint or reads the file; null if neither.
     */
    collector: {
        id: string;
        name: string;
        /**
         * Whether this row is current. `silent`: the collector did not report it for three intervals. `forked`: its key was copied, so nothing more is taken.
         */
        state: 'waiting' | 'active' | 'silent' | 'forked' | 'revoked';
        last_report_at: string | null;
        /**
         * When the collector last saw what this row shows.
         */
        seen_at: string | null;
    } | null;
    /**
     * As the server sent it, leaf first.
     */
    chain: Array<ChainCertificate>;
    /**
     * The trusted root where the server did not send it itself.
     */
    root: ChainCertificate | null;
    next_check: string | null;
    /**
     * The group that the server prefers among those of current browsers; null until the daily look asked.
     */
    key_exchange: string | null;
    /**
     * Every address behind the name, at most 16, once for each key type it serves; looked at once a day and on demand.
     */
    addresses: Array<CertificateAddress>;
    /**
     * The certificate that the server omits from an incomplete chain, if known.
     */
    missing_issuer: {
        name: string;
        /**
         * Where the certificate below it says that it is.
         */
        url: string;
        /**
         * Whether the chain is trusted with it; null where unknown.
         */
        leads_to_root: boolean | null;
    } | null;
    /**
     * Whether the certificate was revoked; null until the first check.
     */
    revocation: {
        /**
         * `unknown` and `not_checked` say nothing good.
         */
        status: 'good' | 'revoked' | 'unknown' | 'not_checked';
        /**
         * The list or the stapled answer it rests on.
         */
        source: 'crl' | 'ocsp' | null;
        detail: string;
        checked_at: string | null;
    } | null;
    /**
     * The verdict of each client; null below a private CA and before the first check.
     */
    clients: {
        clients: Array<{
            client: 'chrome' | 'apple' | 'mozilla' | 'java' | 'android7';
            name: string;
            verdict: 'accepts' | 'unknown' | 'refuses';
            /**
             * When the refusal begins; null unless it refuses.
             */
            from: string | null;
            detail: string;
            /**
             * The page that the verdict follows from.
             */
            source: string | null;
        }>;
        /**
         * Rules that concern the certificate's successor.
         */
        successors: Array<{
            on: string;
            detail: string;
            source: string;
        }>;
    } | null;
    /**
     * Signed certificate timestamps (RFC 6962) that came with the certificate, at most 60; empty below a private CA.
     */
    scts: Array<SignedTimestamp>;
    /**
     * When the certificate should be replaced; null once it expired.
     */
    renewal: {
        state: 'on_schedule' | 'due' | 'late';
        due_at: string;
        /**
         * An alert follows where alerts scale to the lifetime.
         */
        late_at: string;
        /**
         * The window of the CA, earlier renewals of the endpoint, or the certificate's lifetime.
         */
        basis: 'ari' | 'rhythm' | 'lifetime';
    } | null;
    /**
     * ACME Renewal Information (RFC 9773) of the CA; null if it publishes none.
     */
    renewal_info: {
        ca: string;
        /**
         * Null before the first answer.
         */
        window: {
            start: string;
            end: string;
        } | null;
        /**
         * The CA's page about it, always https.
         */
        explanation_url: string | null;
        /**
         * The CA moved the window to the past: it may revoke the certificate soon.
         */
        asks_now: boolean;
        read_at: string | null;
        next_ask_at: string;
        /**
         * Why the last answer could not be used in full.
         */
        problem: string | null;
    } | null;
    anchors: CertificateTrustAnchors;
    /**
     * Null for a date, and if the key cannot be read.
     */
    key: {
        /**
         * SHA-256 of the SubjectPublicKeyInfo.
         */
        sha256: string;
        /**
         * Other certificates with the same key, those of other environments first, at most 20.
         */
        also_used_by: Array<KeyUser>;
        /**
         * How many there are.
         */
        total: number;
        /**
         * The environments that share the key; empty unless there are several.
         */
        environments: Array<string>;
    } | null;
};

export type CertificateDetailAnswer = {
    certificate: CertificateDetail;
};

export type CertificateFacets = {
    /**
     * By name.
     */
    environments: Array<EnvironmentFacet>;
    /**
     * The most frequent first, at most 100. Counted among the 5,000 tagged certificates that expire first.
     */
    tags: Array<TagFacet>;
    /**
     * Those that endpoints have.
     */
    protocols: Array<'tls' | 'smtp' | 'imap' | 'pop3' | 'ftp' | 'ldap' | 'xmpp' | 'postgres' | 'mysql' | 'nats'>;
};

export type CertificateList = {
    certificates: Array<Certificate>;
    plan: string;
    /**
     * Matching rows in all.
     */
    total: number;
    /**
     * With a search: there are more than `total`.
     */
    total_capped: boolean;
    /**
     * Send it as `cursor` for the next page; null on the last.
     */
    next_cursor: string | null;
};

export type CertificatePage = {
    certificates: Array<Certificate>;
    /**
     * Matching rows in all.
     */
    total: number;
    /**
     * With a search: there are more than `total`.
     */
    total_capped: boolean;
    /**
     * Send it as `cursor` for the next page; null on the last.
     */
    next_cursor: string | null;
};

export type CertificateSelection = {
    /**
     * These certificates. Ids of certificates that are not yours are skipped.
     */
    ids?: Array<string>;
    /**
     * Every certificate that `GET /v1/certificates` lists for it; `{}` selects all.
     */
    filter?: {
        /**
         * As the `search` of the list.
         */
        search?: string;
        /**
         * `healthy` is an older word for `valid`.
         */
        status?: 'all' | 'expired' | 'critical' | 'warning' | 'valid' | 'unreachable' | 'healthy';
    };
};

export type CertificateTags = {
    /**
     * Accepted and ignored.
     */
    id?: unknown;
    /**
     * Accepted and ignored.
     */
    source?: unknown;
    /**
     * Accepted and ignored.
     */
    domain?: unknown;
    /**
     * Accepted and ignored.
     */
    host?: unknown;
    /**
     * Accepted and ignored.
     */
    port?: unknown;
    /**
     * Accepted and ignored.
     */
    issuer?: unknown;
    /**
     * Accepted and ignored.
     */
    issuer_name?: unknown;
    /**
     * Accepted and ignored.
     */
    not_before?: unknown;
    /**
     * Accepted and ignored.
     */
    expiration_date?: unknown;
    /**
     * Accepted and ignored.
     */
    days_left?: unknown;
    /**
     * Accepted and ignored.
     */
    status?: unknown;
    /**
     * Accepted and ignored.
     */
    reasons?: unknown;
    /**
     * Accepted and ignored.
     */
    warnings?: unknown;
    /**
     * Accepted and ignored.
     */
    unreachable?: unknown;
    /**
     * Accepted and ignored.
     */
    refusal?: unknown;
    /**
     * Accepted and ignored.
     */
    renewal_state?: unknown;
    /**
     * Accepted and ignored.
     */
    last_checked?: unknown;
    /**
     * Accepted and ignored.
     */
    created_at?: unknown;
    /**
     * Accepted and ignored.
     */
    updated_at?: unknown;
    /**
     * Accepted and ignored.
     */
    san?: unknown;
    /**
     * Replaces all tags; those with a blank value are dropped. At most 50, names of at most 64 characters, values of at most 256.
     */
    tags: {
        [key: string]: string;
    };
    /**
     * The `version` that was edited: a save that does not follow the latest one is refused with 409.
     */
    version?: number;
    /**
     * Null: in no environment. Left out: as it is.
     */
    environment_id?: string | null;
    /**
     * Accepted and ignored.
     */
    environment_name?: unknown;
    /**
     * Accepted and ignored.
     */
    fingerprint?: unknown;
    /**
     * Accepted and ignored.
     */
    fingerprint256?: unknown;
    /**
     * Accepted and ignored.
     */
    serial_number?: unknown;
    /**
     * Accepted and ignored.
     */
    protocol?: unknown;
    /**
     * Accepted and ignored.
     */
    cipher?: unknown;
    /**
     * Accepted and ignored.
     */
    key_type?: unknown;
    /**
     * Accepted and ignored.
     */
    key_bits?: unknown;
    /**
     * Accepted and ignored.
     */
    address?: unknown;
    /**
     * Accepted and ignored.
     */
    deployment_state?: unknown;
    /**
     * Accepted and ignored.
     */
    collector?: unknown;
};

export type CertificateTrustAnchors = {
    /**
     * Its own choice: the ID of a set, or `public` for the public roots alone; null if it follows its tags and the organization.
     */
    assigned: string | null;
    /**
     * Whose choice applies; null if nobody made one.
     */
    from: 'certificate' | 'tag' | 'organization' | null;
    /**
     * The sets in force; those of several tags add up.
     */
    sets: Array<NamedTrustAnchorSet>;
    /**
     * Those whose certificate ends the chain; empty if a public root does, or none.
     */
    trusted_by: Array<NamedTrustAnchorSet>;
    /**
     * SHA-256 fingerprint of that certificate.
     */
    anchor: string | null;
};

export type CertificateTrustAnchorsAnswer = {
    anchors: CertificateTrustAnchors;
};

export type CertificateTrustAnchorsToAssign = {
    /**
     * The ID of a set, `public` for the public roots alone, or null for no choice.
     */
    anchors: string | null;
};

export type ChainCertificate = {
    subject: string;
    issuer: string;
    subject_common_name: string | null;
    issuer_common_name: string | null;
    issuer_organization: string | null;
    not_before: string;
    expiration_date: string;
    serial_number: string;
    /**
     * SHA-1.
     */
    fingerprint: string;
    /**
     * SHA-256.
     */
    fingerprint256: string;
    san: Array<string>;
    key_type: string;
    key_bits: number | null;
    curve: string | null;
    signature_algorithm: string | null;
    is_ca: boolean;
    pem: string;
};

export type ChangedDate = {
    /**
     * The last instant at which it is valid.
     */
    expires_at: string;
    /**
     * Left out: as it is.
     */
    issuer?: string | null;
    /**
     * The `version` that was edited: a save that does not follow the latest one is refused with 409.
     */
    version?: number;
};

export type Channel = {
    channel_type: 'email' | 'slack' | 'telegram' | 'google_chat' | 'teams' | 'pagerduty' | 'splunk' | 'zapier' | 'webhook' | 'alertmanager';
    enabled: boolean;
    /**
     * Every field of its kind. Secrets are masked: their last characters at most.
     */
    settings: {
        [key: string]: string;
    };
    /**
     * `not_in_plan`: what is stored stays, and nothing is sent over it.
     */
    state: 'disabled' | 'incomplete' | 'configured' | 'not_in_plan';
    /**
     * Why an enabled channel brings alerts to nobody; null when it delivers, or is disabled.
     */
    trouble: 'not_in_plan' | 'incomplete' | 'broken' | 'no_mail_server' | null;
    /**
     * Why its receiver takes nothing any more, until it is saved or tested again; else null.
     */
    broken_reason: string | null;
};

export type ChannelList = {
    channels: Array<Channel>;
    /**
     * Send it as `cursor` for the next page; null on the last.
     */
    next_cursor: string | null;
    /**
     * On all pages together.
     */
    total: number;
};

export type ChannelSecret = {
    /**
     * It is answered here and never again.
     */
    signing_secret: string;
};

export type ChannelToSave = {
    /**
     * `victorops` is `splunk`.
     */
    channel_type: 'email' | 'slack' | 'telegram' | 'google_chat' | 'teams' | 'pagerduty' | 'splunk' | 'zapier' | 'webhook' | 'alertmanager' | 'victorops';
    enabled: boolean;
    /**
     * By field. A masked value that comes back, or a field left out, keeps what is stored.
     */
    settings: {
        [key: string]: string;
    };
    /**
     * Accepted and ignored.
     */
    state?: unknown;
    /**
     * Accepted and ignored.
     */
    trouble?: unknown;
    /**
     * Accepted and ignored.
     */
    broken_reason?: unknown;
};

export type CheckRun = {
    job_id: string;
    /**
     * A cancelled one is `failed` with the error `Cancelled`.
     */
    status: 'running' | 'completed' | 'failed';
    total: number;
    succeeded: number;
    failed: number;
    /**
     * Why it is `failed`; `Cancelled` if it was cancelled.
     */
    error: string | null;
    failures: Array<{
        id: string;
        domain: string;
        message: string;
    }>;
    finished_at: string | null;
};

export type CheckRunStarted = {
    queued: number;
    job_id: string;
};

export type CheckSelection = {
    /**
     * These certificates. Ids of certificates that are not yours are skipped.
     */
    ids?: Array<string>;
    /**
     * Every certificate that `GET /v1/certificates` lists for it; `{}` selects all.
     */
    filter?: {
        /**
         * As the `search` of the list.
         */
        search?: string;
        /**
         * `healthy` is an older word for `valid`.
         */
        status?: 'all' | 'expired' | 'critical' | 'warning' | 'valid' | 'unreachable' | 'healthy';
    };
};

export type CloudAccount = {
    /**
     * Null: the account of the installation's operator.
     */
    id: string | null;
    name: string;
    cloud: 'aws' | 'digitalocean' | 'gcp' | 'azure';
    /**
     * Why it can not be used, at the last look.
     */
    problem: string | null;
    /**
     * The cloud refuses it, so that its services can only be forgotten.
     */
    refused: boolean;
    checked_at: string | null;
    service_count: number;
    cost: {
        so_far_usd: number;
        month_usd: number;
        month_forecast_usd: number;
    };
};

export type CloudAccountAdded = {
    id: string;
};

export type CloudAccountCheck = {
    problem: string | null;
};

export type CloudAccountForgotten = {
    leftovers: Array<{
        resource_id: string;
        region: string;
        region_name: string;
        host: string | null;
        names: Array<string>;
    }>;
};

export type CloudAccountList = {
    accounts: Array<CloudAccount>;
    clouds: Array<'aws' | 'digitalocean' | 'gcp' | 'azure'>;
};

export type CloudCredentials = {
    cloud: 'aws';
    access_key_id: string;
    secret_access_key: string;
} | {
    cloud: 'digitalocean';
    token: string;
} | {
    cloud: 'gcp';
    /**
     * The JSON key file of a service account.
     */
    key: string;
} | {
    cloud: 'azure';
    tenant_id: string;
    client_id: string;
    client_secret: string;
    subscription_id: string;
};

export type Collector = {
    id: string;
    name: string;
    state: 'waiting' | 'active' | 'silent' | 'forked' | 'revoked';
    created_at: string;
    enrolled_at: string | null;
    revoked_at: string | null;
    /**
     * When a second program with its key was seen.
     */
    forked_at: string | null;
    /**
     * When its last bundle came; if people carried it, when it was written.
     */
    last_report_at: string | null;
    /**
     * When it last called; null if its bundles travel as files.
     */
    last_seen_at: string | null;
    /**
     * When its silence becomes an alert.
     */
    silent_from: string | null;
    /**
     * How far its clock is ahead, or behind if below 0; null within five minutes.
     */
    clock_offset_ms: number | null;
    /**
     * How often people carry its bundles; null for a week.
     */
    carried_every_seconds: number | null;
    token_expires_at: string | null;
    /**
     * What it said of itself in its last bundle.
     */
    about: {
        version: string;
        /**
         * The name of the machine that it runs on.
         */
        host: string;
        /**
         * How often it looks.
         */
        interval_seconds: number;
        /**
         * `offline`: its bundles travel as files.
         */
        mode: 'online' | 'offline';
        /**
         * What its own file lets it probe.
         */
        networks: Array<string>;
        ports: Array<string>;
    } | null;
    /**
     * Its Ed25519 key, raw in Base64url.
     */
    public_key: string | null;
    /**
     * The number of its last bundle.
     */
    sequence: number;
    endpoints: number;
    /**
     * Certificates in files.
     */
    files: number;
    files_with_problems: number;
    /**
     * Bundles that never came.
     */
    missing_bundles: number;
    /**
     * Bundles that are stored and not yet recorded.
     */
    waiting_bundles: number;
};

export type CollectorAnswer = {
    collector: Collector;
};

export type CollectorBundle = {
    sequence: number;
    via: 'online' | 'file';
    /**
     * By the collector's clock.
     */
    created_at: string;
    received_at: string;
    /**
     * Null while it waits.
     */
    recorded_at: string | null;
    /**
     * Bundles before this one that never came.
     */
    missing_before: number;
    endpoints: number;
    files: number;
    problem: string | null;
};

export type CollectorDetail = {
    collector: Collector;
    bundles: Array<CollectorBundle>;
    /**
     * Certificates in its files that the plan has no space for. They are listed, and not monitored.
     */
    files_beyond_limit: number;
};

export type CollectorDocs = {
    docs: {
        title: string;
        /**
         * Whether there is a collector to install.
         */
        available: boolean;
        sections: Array<{
            title: string;
            /**
             * With `code` in backticks.
             */
            text: string;
        }>;
    };
};

export type CollectorFile = {
    key: string;
    path: string;
    /**
     * The entry of a keystore, Secret or kubeconfig.
     */
    alias: string | null;
    format: 'pem' | 'der' | 'pkcs12' | 'jks' | 'kubeconfig' | 'kubernetes' | null;
    role: 'certificate' | 'authority' | null;
    /**
     * Whether a private key is beside it. The key itself is never read.
     */
    has_key: boolean;
    /**
     * Why it could not be read.
     */
    problem: string | null;
    certificate: {
        subject: string;
        issuer: string;
        san: Array<string>;
        not_before: string;
        not_after: string;
        fingerprint256: string;
    } | null;
    first_seen_at: string;
    seen_at: string;
};

export type CollectorFileList = {
    files: Array<CollectorFile>;
    total: number;
    /**
     * Send it as `cursor` for the next page; null on the last.
     */
    next_cursor: string | null;
};

export type CollectorList = {
    collectors: Array<Collector>;
    /**
     * Send it as `cursor` for the next page; null on the last.
     */
    next_cursor: string | null;
    /**
     * On all pages together.
     */
    total: number;
};

export type CollectorToken = {
    collector: Collector;
    /**
     * For `notafter collector enroll`. Works once, for seven days; shown once.
     */
    token: string;
};

export type ConfigurationApplied = {
    /**
     * What was done, in this order.
     */
    steps: Array<ConfigurationStep>;
    /**
     * The step that was refused, after which nothing was tried.
     */
    failed: {
        kind: 'environment' | 'channel' | 'endpoint' | 'upload' | 'date' | 'route' | 'day_rule' | 'domain' | 'alerts';
        /**
         * As in the file.
         */
        key: string;
        code: string;
        message: string;
    } | null;
};

export type ConfigurationExport = {
    environments: Array<{
        /**
         * As in the file.
         */
        key: string;
        name: string;
        description?: string;
    }>;
    channels: Array<{
        /**
         * As in the file.
         */
        key: string;
        type: string;
        name: string;
        enabled: boolean;
        default: boolean;
        settings: {
            [key: string]: {
                /**
                 * A variable to put the secret into.
                 */
                env: string;
            };
        };
    }>;
    endpoints: Array<{
        /**
         * As in the file.
         */
        key: string;
        domain: string;
        environment?: string;
        tags?: {
            [key: string]: string;
        };
    }>;
    uploads: Array<{
        /**
         * As in the file.
         */
        key: string;
        name: string;
        /**
         * PEM, with its chain.
         */
        certificate: string;
        environment?: string;
        tags?: {
            [key: string]: string;
        };
    }>;
    dates: Array<{
        /**
         * As in the file.
         */
        key: string;
        name: string;
        expires: string;
        issuer?: string;
        environment?: string;
        tags?: {
            [key: string]: string;
        };
    }>;
    routes: Array<{
        /**
         * As in the file.
         */
        key: string;
        tag?: string;
        environment?: string;
        channels: Array<string>;
    }>;
    day_rules: Array<{
        /**
         * As in the file.
         */
        key: string;
        tag: string;
        days: Array<number>;
    }>;
    domains: Array<{
        /**
         * As in the file.
         */
        key: string;
        domain: string;
        allowed_issuers: Array<string>;
    }>;
    alerts: {
        days: Array<number>;
        scale_to_lifetime: boolean;
    };
};

export type ConfigurationPlan = {
    steps: Array<ConfigurationStep>;
    /**
     * Why it cannot be applied.
     */
    problems: Array<{
        kind: 'environment' | 'channel' | 'endpoint' | 'upload' | 'date' | 'route' | 'day_rule' | 'domain' | 'alerts';
        /**
         * As in the file.
         */
        key: string;
        message: string;
    }>;
    /**
     * Names this plan when it is applied.
     */
    digest: string;
};

export type ConfigurationStep = {
    /**
     * `adopt`: it exists and no file applied it. `replace`: deleted and created, as what changes cannot be changed. `forget`: it is gone. `left`: not in the file any more, and only pruning deletes it.
     */
    action: 'create' | 'adopt' | 'update' | 'replace' | 'delete' | 'forget' | 'left' | 'none';
    kind: 'environment' | 'channel' | 'endpoint' | 'upload' | 'date' | 'route' | 'day_rule' | 'domain' | 'alerts';
    /**
     * As in the file.
     */
    key: string;
    /**
     * For people.
     */
    label: string;
    id: string | null;
    changes: Array<{
        field: string;
        /**
         * As it is; null also for a secret.
         */
        from: string | boolean | null | Array<string | number>;
        /**
         * As the file has it; null also for a secret.
         */
        to: string | boolean | null | Array<string | number>;
        is_secret: boolean;
        /**
         * It was changed elsewhere since this stack applied it.
         */
        is_drift: boolean;
    }>;
    /**
     * It was deleted elsewhere since this stack applied it.
     */
    is_drift: boolean;
};

/**
 * US dollars a year, an estimate.
 */
export type CostSavings = {
    names: number;
    /**
     * A certificate for every name.
     */
    individual_cost: number;
    wildcard_groups: number;
    /**
     * Names outside every group.
     */
    extra_domains: number;
    /**
     * A wildcard for every group, a certificate for every extra domain.
     */
    grouped_cost: number;
    /**
     * Of the groups where a wildcard is cheaper.
     */
    savings: number;
    /**
     * The 20 that save most.
     */
    groups: Array<{
        parent: string;
        names: number;
        individual_cost: number;
        wildcard_cost: number;
        saving: number;
    }>;
    assumptions: {
        individual: number;
        wildcard: number;
    };
};

export type CountedReadinessLimit = {
    id: string;
    kind: 'lifetime' | 'validation_reuse' | 'validation_method' | 'client_auth';
    /**
     * The first day of issuance that it binds, UTC.
     */
    from: string;
    /**
     * The longest life, or the longest use of a validation; 0 for the other kinds.
     */
    days: number;
    /**
     * Beginning of the only CA that it binds; empty: every public CA.
     */
    issuer: string;
    text: string;
    source: {
        url: string;
        /**
         * When it was read.
         */
        read_on: string;
    };
    /**
     * `misses`: the certificate expires before its next renewal. `check`: so it does if the renewal goes by a fixed number of days, or the method or use that ends is in use. `more_work`: each renewal needs a validation by hand. `unaffected`: the limit does not bind it.
     */
    counts: {
        /**
         * Not bound.
         */
        unaffected: number;
        /**
         * Goes on as it is.
         */
        ready: number;
        /**
         * A validation by hand for each renewal.
         */
        more_work: number;
        /**
         * To be checked by a person.
         */
        check: number;
        /**
         * Expires before its next renewal.
         */
        misses: number;
    };
};

export type Credentials = {
    /**
     * Accepted and ignored.
     */
    confirm_password?: unknown;
    /**
     * Accepted and ignored.
     */
    remember?: unknown;
    /**
     * Accepted and ignored.
     */
    company?: unknown;
    email: string;
    password: string;
};

export type Cryptography = {
    /**
     * Endpoints ever reached.
     */
    total: number;
    /**
     * Of these, with a key exchange that resists a quantum computer.
     */
    post_quantum: number;
    /**
     * Of these, with a known key exchange.
     */
    with_group: number;
    /**
     * Protocol, cipher suite, key exchange, key and signature, each with its values, most endpoints first.
     */
    parts: Array<{
        part: 'protocol' | 'cipher' | 'group' | 'key' | 'signature';
        values: Array<{
            name: string;
            count: number;
        }>;
    }>;
};

export type CryptographyBom = {
    bomFormat: 'CycloneDX';
    specVersion: '1.7';
    serialNumber: string;
    /**
     * Algorithms, protocols and certificates.
     */
    components: Array<{
        [key: string]: unknown;
    }>;
    /**
     * Endpoints.
     */
    services: Array<{
        [key: string]: unknown;
    }>;
    /**
     * The protocol and the certificate of each endpoint.
     */
    dependencies: Array<{
        [key: string]: unknown;
    }>;
    [key: string]: unknown;
};

export type DashboardStats = {
    total: number;
    expired: number;
    critical: number;
    warning: number;
    valid: number;
    /**
     * Overlaps the others: an unreachable endpoint keeps the status of its last known date.
     */
    unreachable: number;
    /**
     * 100 less 30 for each expired, 15 for each critical and 5 for each warning certificate.
     */
    health_score: number;
};

export type DatabaseFigures = {
    /**
     * Size on its disk.
     */
    bytes: number;
    /**
     * Connections of clients.
     */
    connections: number;
    /**
     * As PostgreSQL allows.
     */
    max_connections: number;
    /**
     * How long the oldest transaction has been open.
     */
    oldest_transaction_seconds: number;
    /**
     * The ten largest.
     */
    tables: Array<{
        name: string;
        /**
         * With indexes and partitions.
         */
        bytes: number;
        /**
         * As PostgreSQL estimates.
         */
        rows: number;
        /**
         * Row versions that wait for a vacuum.
         */
        dead_rows: number;
    }>;
    /**
     * Those of 10 ms or more on average, at most ten; null where PostgreSQL does not run `pg_stat_statements`.
     */
    slow_statements: Array<{
        /**
         * Without its values.
         */
        statement: string;
        /**
         * Since the statistics began.
         */
        calls: number;
        /**
         * Mean time of one.
         */
        mean_ms: number;
        /**
         * Longest time of one.
         */
        max_ms: number;
        /**
         * Time of all.
         */
        total_ms: number;
    }> | null;
};

export type DayOfTrends = {
    /**
     * A day in UTC.
     */
    day: string;
    /**
     * Monitored endpoints at its end.
     */
    total: number;
    /**
     * Of these, expired.
     */
    expired: number;
    /**
     * Of these, with 0 to 7 days left.
     */
    critical: number;
    /**
     * Of these, with 8 to 30 days left.
     */
    warning: number;
    /**
     * Of these, with more than 30 days left.
     */
    valid: number;
    /**
     * Of these, unreachable.
     */
    unreachable: number;
    /**
     * SSL Health Score, 0 to 100.
     */
    health_score: number;
    /**
     * Security Risk Score, 0 to 100.
     */
    risk_score: number;
    /**
     * Endpoints whose renewal was late.
     */
    late: number;
    /**
     * Renewals seen on this day.
     */
    renewals: number;
    /**
     * Different issuers.
     */
    issuers_total: number;
    /**
     * Most certificates first, at most ten.
     */
    issuers: Array<{
        name: string;
        count: number;
    }>;
    /**
     * Endpoints per key exchange group, as far as known.
     */
    groups: {
        [key: string]: number;
    };
};

export type DeletedCertificates = {
    deleted: number;
};

/**
 * Null for a test.
 */
export type DeliveredAlert = {
    summary: string;
    rule: 'expiry' | 'expired' | 'failing' | 'invalid' | 'revoked' | 'changed' | 'late' | 'renew_now' | 'refused_soon' | 'renewal_blocked' | 'domain_expiring' | 'dane_broken' | 'service_unwell' | 'collector_unwell' | 'collector_forked' | 'files_unreadable' | 'not_deployed' | 'unknown_issuance' | 'issuance_not_served';
    /**
     * Days before expiry.
     */
    threshold: number;
    raised_at: string;
    acknowledged_at: string | null;
    escalated_at: string | null;
    resolved_at: string | null;
    resolution: 'renewed' | 'recovered' | 'removed' | 'superseded' | null;
} | null;

export type Delivery = {
    id: string;
    /**
     * Null for a test.
     */
    alert_id: string | null;
    certificate_id: string | null;
    /**
     * False once the certificate was deleted.
     */
    certificate_exists: boolean;
    domain: string | null;
    /**
     * The text that was sent, or that would be sent now.
     */
    text: string;
    channel_type: 'email' | 'slack' | 'telegram' | 'google_chat' | 'teams' | 'pagerduty' | 'splunk' | 'zapier' | 'webhook' | 'alertmanager' | 'status_page';
    /**
     * Null if it was deleted, and for what is not a channel.
     */
    channel_id: string | null;
    channel_name: string;
    kind: 'alert' | 'escalation' | 'acknowledged' | 'resolved' | 'test';
    /**
     * `dead`: we stopped retrying.
     */
    state: 'pending' | 'sending' | 'sent' | 'dead' | 'cancelled';
    /**
     * Why it waits.
     */
    held_for: 'quiet_hours' | 'maintenance' | 'snooze' | 'digest' | null;
    /**
     * The next attempt of a pending delivery.
     */
    due_at: string | null;
    sent_at: string | null;
    created_at: string;
    acknowledged: boolean;
    acknowledged_by: string | null;
    escalated: boolean;
    resolved: boolean;
    /**
     * A tighter threshold of the same certificate replaced it.
     */
    superseded: boolean;
    severity: 'info' | 'warning' | 'critical';
    /**
     * The receiver may have received it twice.
     */
    maybe_repeated: boolean;
    /**
     * Why the last attempt failed.
     */
    problem: string | null;
};

export type DeliveryAttempt = {
    attempt: number;
    started_at: string;
    finished_at: string | null;
    outcome: 'delivered' | 'retry' | 'unknown' | 'refused' | 'broken' | null;
    /**
     * The receiver's HTTP status.
     */
    status: number | null;
    /**
     * The beginning of its answer.
     */
    answer: string | null;
};

export type DeliveryDetail = {
    delivery: Delivery;
    /**
     * First to last.
     */
    attempts: Array<DeliveryAttempt>;
    alert: DeliveredAlert;
};

export type DeliveryList = {
    deliveries: Array<Delivery>;
    /**
     * Send it as `cursor` for the next page; null on the last.
     */
    next_cursor: string | null;
    /**
     * Open alerts that no one has acknowledged.
     */
    open_alerts: number;
};

/**
 * The newest that is known; the served one if all agree.
 */
export type DeployedCertificate = {
    fingerprint256: string;
    not_before: string;
    not_after: string;
};

export type DeployedFile = {
    fingerprint256: string;
    not_before: string;
    not_after: string;
    collector_id: string;
    collector: string;
    path: string;
    alias: string | null;
    first_seen_at: string;
    seen_at: string;
    is_served: boolean;
};

export type Deployment = {
    /**
     * `not_reloaded`: the file has a newer certificate than the server. `not_deployed`: a newer one is known, and the file of the server has the old one. `left_behind`: other servers that had the same certificate serve a newer one. `unknown`: the server has a newer one than its file. Null: all agree.
     */
    state: 'not_reloaded' | 'not_deployed' | 'left_behind' | 'unknown' | null;
    since: string | null;
    issued: DeployedCertificate;
    on_disk: Array<DeployedFile>;
    served: DeployedCertificate & ({
        [key: string]: unknown;
    } | null);
    /**
     * Endpoints that have or had the served certificate, and how many of them serve a newer one.
     */
    servers: {
        deployed: number;
        total: number;
    };
    also_behind: Array<{
        id: string;
        domain: string;
    }>;
    reload_commands: Array<{
        server: string;
        command: string;
    }>;
} | null;

export type Discovery = {
    jobId: string;
    domain: string;
    /**
     * A cancelled one is `failed` with the error `Cancelled`.
     */
    status: 'running' | 'completed' | 'failed';
    error: string | null;
    started_at: string;
    finished_at: string | null;
    /**
     * Results in all.
     */
    found: number;
    /**
     * Percent; 100 only when completed.
     */
    progress: number;
    /**
     * Soonest expiry first.
     */
    results: Array<DiscoveryResult>;
    /**
     * Results that were asked for: of the list, and with `search` of the names.
     */
    total: number;
    /**
     * How many results each source found.
     */
    sources: {
        direct: number;
        dns: number;
        ct_logs: number;
        san: number;
    };
    source_status: {
        direct: DiscoverySourceStatus;
        dns: DiscoverySourceStatus;
        ct_logs: DiscoverySourceStatus;
        san: DiscoverySourceStatus;
    };
    /**
     * Results that are watched already.
     */
    monitored: number;
    /**
     * Hosts that were found and not looked at, because of the limit or of the time.
     */
    not_looked_at: number;
    wildcards: Array<{
        wildcard: string;
        /**
         * `san`: a certificate names it. `shared`: three or more results share issuer and expiry date.
         */
        reason: 'san' | 'shared';
        /**
         * `san`: results whose certificate names it. `shared`: the most results of one issuer and one expiry date.
         */
        results: number;
        /**
         * One of these results, to monitor instead.
         */
        domain: string | null;
        /**
         * What watches `domain` already.
         */
        certificate_id: string | null;
    }>;
    /**
     * With the last completed run of the domain before; null until completed and without one.
     */
    comparison: {
        jobId: string;
        finished_at: string;
        added: number;
        gone: number;
    } | null;
    /**
     * Send it as `cursor` for the next page; null on the last.
     */
    next_cursor: string | null;
};

export type DiscoveryCancelled = {
    jobId: string;
};

export type DiscoveryList = {
    discoveries: Array<DiscoverySummary>;
    /**
     * Send it as `cursor` for the next page; null on the last.
     */
    next_cursor: string | null;
    /**
     * On all pages together.
     */
    total: number;
};

export type DiscoveryResult = {
    /**
     * As it is added to monitoring: with its port where that is not 443.
     */
    domain: string;
    issuer: string | null;
    expiration_date: string | null;
    not_before: string | null;
    /**
     * At most 100 names.
     */
    san: Array<string>;
    /**
     * The first of `sources`.
     */
    source: 'direct' | 'dns' | 'ct_logs' | 'san';
    sources: Array<'direct' | 'dns' | 'ct_logs' | 'san'>;
    /**
     * Null where the host was not looked at.
     */
    reachable: boolean | null;
    /**
     * `live`: issuer and expiry are what is served. `log`: they are what a certificate transparency log says.
     */
    seen: 'live' | 'log' | 'none';
    /**
     * Why it was not reached, or not looked at.
     */
    detail: string | null;
    monitored: boolean;
    /**
     * What watches it already.
     */
    certificate_id: string | null;
    /**
     * A wildcard that could watch it among others.
     */
    wildcard: string | null;
    /**
     * Not found by the previous run; null without one.
     */
    is_new: boolean | null;
};

export type DiscoverySourceStatus = {
    status: 'waiting' | 'running' | 'complete' | 'partial' | 'failed';
    reason: string | null;
    fetched_at: string | null;
    /**
     * Uses its answer to a search of the last six hours, as of `fetched_at`.
     */
    reused: boolean;
};

export type DiscoveryStarted = {
    jobId: string;
    domain: string;
};

export type DiscoverySummary = {
    jobId: string;
    domain: string;
    /**
     * A cancelled one is `failed` with the error `Cancelled`.
     */
    status: 'running' | 'completed' | 'failed';
    error: string | null;
    started_at: string;
    finished_at: string | null;
    /**
     * Results in all.
     */
    found: number;
};

export type EmailChange = {
    /**
     * The address that the link was mailed to.
     */
    side: 'old' | 'new';
    new_email: string;
    state: 'open' | 'in-force' | 'expired';
    /**
     * Whether this address has confirmed.
     */
    confirmed: boolean;
    /**
     * Whether the other one has.
     */
    other_confirmed: boolean;
};

export type EmailChangeAnswer = {
    email_change: EmailChange;
};

export type EndedSessions = {
    ended: number;
};

export type EndpointReadiness = {
    id: string;
    domain: string;
    /**
     * Null if the endpoint was never reached.
     */
    renewal: {
        way: 'acme' | 'by_hand' | 'internal';
        /**
         * Days from one renewal to the next.
         */
        every_days: number;
        /**
         * Of the certificate.
         */
        life_days: number;
        issuer: string | null;
        next: string;
    } | null;
    effects: Array<{
        /**
         * The id of the limit.
         */
        limit: string;
        /**
         * `misses`: the certificate expires before its next renewal. `check`: so it does if the renewal goes by a fixed number of days, or the method or use that ends is in use. `more_work`: each renewal needs a validation by hand. `unaffected`: the limit does not bind it.
         */
        state: 'unaffected' | 'ready' | 'more_work' | 'check' | 'misses';
        /**
         * When it first shows: for lives the day of the expiry, else that of the renewal.
         */
        at: string | null;
    }>;
};

export type EndpointSecret = {
    /**
     * It is answered here and never again.
     */
    signing_secret: string;
};

export type Environment = {
    id: string;
    name: string;
    description: string | null;
    /**
     * Certificates assigned to it.
     */
    certificate_count: number;
    created_at: string;
};

export type EnvironmentAnswer = {
    environment: Environment;
};

export type EnvironmentFacet = {
    id: string;
    name: string;
};

export type EnvironmentList = {
    environments: Array<Environment>;
    /**
     * Send it as `cursor` for the next page; null on the last.
     */
    next_cursor: string | null;
    /**
     * On all pages together.
     */
    total: number;
    /**
     * How many the plan allows; null for any number, 0 for none.
     */
    limit: number | null;
};

export type Error = {
    /**
     * A text for people.
     */
    error: string;
    /**
     * The same text.
     */
    message: string;
    /**
     * Stable; choose what to do by it, not by the text.
     */
    code: string;
    /**
     * With 400: one entry per field that is wrong.
     */
    details?: Array<FieldProblem>;
    /**
     * With 409: the row or the job that is in the way; of a job that has ended, its state.
     */
    conflict?: {
        type: 'certificate' | 'environment' | 'anchor_set' | 'discovery' | 'job';
        id: string;
        state?: string;
    };
    /**
     * The `X-Request-Id` of this answer, for the operator and the log.
     */
    request_id?: string;
    /**
     * With `second_factor_required`: send it with the code.
     */
    challenge?: string;
    /**
     * With `second_factor_required`: until when.
     */
    expires_at?: string;
};

export type Event = {
    /**
     * The same as `webhook-id` of its deliveries.
     */
    id: string;
    type: 'certificate.added' | 'certificate.renewed' | 'certificate.changed' | 'certificate.removed' | 'check.failed' | 'check.recovered' | 'alert.raised' | 'discovery.completed';
    timestamp: string;
    /**
     * As it was then. The fields of each type are those of the webhook of that name. Fields may be added.
     */
    data: {
        [key: string]: unknown;
    };
};

export type EventAlert = {
    id: string;
    incident_key: string;
    rule: 'expiry' | 'expired' | 'failing' | 'invalid' | 'revoked' | 'changed' | 'late' | 'renew_now' | 'refused_soon' | 'renewal_blocked' | 'domain_expiring' | 'dane_broken' | 'service_unwell' | 'collector_unwell' | 'collector_forked' | 'files_unreadable' | 'not_deployed' | 'unknown_issuance' | 'issuance_not_served';
    severity: 'critical' | 'warning' | 'info';
    domain: string;
    summary: string;
    expires_at: string | null;
    issuer: string | null;
    fingerprint_sha256: string | null;
    reasons: Array<string>;
    raised_at: string;
    certificate_url: string;
    acknowledge_url: null;
};

export type EventAnswer = {
    event: Event;
};

export type EventCertificate = {
    id: string;
    domain: string;
    issuer: string | null;
    expires_at: string | null;
    fingerprint_sha256: string | null;
    reachable: boolean;
    /**
     * Of its verdict; empty when it is trusted.
     */
    reasons: Array<string>;
    tags: {
        [key: string]: string;
    };
    url: string;
};

export type EventChange = {
    /**
     * The issuer's organization is another.
     */
    issuer: boolean;
    /**
     * Up to 50 names it is no longer valid for.
     */
    lost_names: Array<string>;
    ends_earlier: boolean;
};

export type EventCheck = {
    failure: 'unreachable' | 'invalid';
    reason: string;
    detail: string | null;
};

export type EventDiscovery = {
    id: string;
    domain: string;
    found: number;
    checked: number;
    url: string;
};

export type EventList = {
    events: Array<Event>;
    /**
     * Send it as `cursor` for the next page; null on the last.
     */
    next_cursor: string | null;
};

export type EventPreviousCertificate = {
    fingerprint_sha256: string;
    issuer: string | null;
    expires_at: string | null;
};

export type EventRemovedCertificate = {
    id: string;
    domain: string;
    expires_at: string | null;
};

export type Evidence = {
    generated_at: string;
    /**
     * PEM. The same as long as SECRET_KEY is.
     */
    public_key: string;
    /**
     * SHA-256 of the key's DER.
     */
    fingerprint: string;
};

export type Expiries = {
    /**
     * Twelve months, the current one first.
     */
    expiries: Array<MonthOfExpiries>;
};

export type Export = {
    certificates: Array<Certificate>;
};

export type FailedEventsToResend = {
    since: string;
};

export type FailingChannel = {
    organization_id: string;
    /**
     * Name of the organization.
     */
    organization: string;
    /**
     * Names it in `resend`.
     */
    queue: string;
    kind: 'email' | 'slack' | 'telegram' | 'google_chat' | 'teams' | 'pagerduty' | 'splunk' | 'zapier' | 'webhook' | 'alertmanager' | 'webhook_endpoint' | 'escalation' | 'status_page';
    /**
     * The team's name for it.
     */
    name: string | null;
    /**
     * When its receiver rejected it for good; null: it is still tried.
     */
    broken_at: string | null;
    /**
     * The last failure.
     */
    problem: string | null;
    /**
     * Messages that were given up.
     */
    dead_letters: number;
    /**
     * Messages that failed and are tried again.
     */
    retried: number;
    /**
     * When the oldest of them was made.
     */
    oldest_at: string | null;
};

export type FailingChannels = {
    channels: Array<FailingChannel>;
    total: number;
};

export type FieldProblem = {
    /**
     * The field, with dots if it is nested.
     */
    path: string;
    message: string;
};

export type History = {
    history: Array<HistoryEntry>;
    total: number;
    /**
     * Send it as `cursor` for the next page; null on the last.
     */
    next_cursor: string | null;
};

export type HistoryComparison = {
    from: HistoryEntry;
    to: HistoryEntry;
    fields: Array<{
        field: string;
        label: string;
        before: string | Array<string> | null;
        after: string | Array<string> | null;
        changed: boolean;
        /**
         * Of a list: what only the later one has.
         */
        added: Array<string>;
        /**
         * Of a list: what only the earlier one has.
         */
        removed: Array<string>;
    }>;
};

export type HistoryEntry = {
    id: string;
    /**
     * `renewed` when the fingerprint changed; `checked` when a person asked, and else at most once a day.
     */
    action: 'added' | 'renewed' | 'checked';
    recorded_at: string;
    issuer: string | null;
    expiration_date: string | null;
    fingerprint256: string | null;
};

export type HistoryEntryAnswer = {
    entry: HistoryEntry;
    /**
     * The certificate served then; null if it is not stored.
     */
    certificate: ChainCertificate | null;
};

export type Identity = {
    provider: 'github' | 'google';
    /**
     * Whether this server offers the provider.
     */
    configured: boolean;
    linked: LinkedAccount;
};

export type IdentityList = {
    identities: Array<Identity>;
    /**
     * Send it as `cursor` for the next page; null on the last.
     */
    next_cursor: string | null;
    /**
     * On all pages together.
     */
    total: number;
};

export type Import = {
    job_id: string;
    /**
     * A cancelled one is `failed` with the error `Cancelled`.
     */
    status: 'running' | 'completed' | 'failed';
    /**
     * Why it is `failed`; `Cancelled` if it was cancelled.
     */
    error: string | null;
    /**
     * Lines in the list.
     */
    total: number;
    /**
     * Lines that have a result.
     */
    done: number;
    /**
     * Reached and added.
     */
    added: number;
    /**
     * Monitored already, or twice in the list.
     */
    duplicate: number;
    /**
     * No domain that can be monitored.
     */
    invalid: number;
    /**
     * Added though not reached; `expiration_date` is null until it is.
     */
    unreachable: number;
    /**
     * Beyond the plan's limit.
     */
    limit: number;
    /**
     * Not done, because the import was cancelled or failed before them.
     */
    skipped: number;
    /**
     * Up to 1,000 lines.
     */
    report: Array<{
        /**
         * Of the file, from 1; of a JSON array the place of the element.
         */
        line: number;
        domain: string;
        result: 'waiting' | 'added' | 'duplicate' | 'invalid' | 'unreachable' | 'limit' | 'skipped';
        message: string | null;
        certificate_id: string | null;
    }>;
    /**
     * Send it as `after` for the next lines; null at the end.
     */
    next_after: number | null;
    /**
     * Send it as `cursor` for the next page; null on the last.
     */
    next_cursor: string | null;
    created_at: string;
    finished_at: string | null;
};

export type ImportedBundle = {
    name: string;
    sequence: number | null;
    collector_id: string | null;
    outcome: 'stored' | 'superseded' | 'malformed' | 'too_large' | 'bad_signature' | 'other_server' | 'other_organization' | 'unknown_collector' | 'revoked' | 'not_in_plan' | 'token_refused' | 'gap' | 'replay' | 'fork';
    message: string | null;
};

export type Invitation = {
    id: string;
    email: string;
    first_name: string;
    last_name: string;
    role: 'admin' | 'viewer';
    created_at: string;
    expires_at: string;
    /**
     * An expired one takes no seat; sending it again restarts its validity.
     */
    state: 'pending' | 'expired';
};

export type InvitationAcceptance = {
    /**
     * Accepted and ignored.
     */
    confirm_password?: unknown;
    /**
     * Accepted and ignored.
     */
    remember?: unknown;
    /**
     * Accepted and ignored.
     */
    company?: unknown;
    email: string;
    password: string;
    org_id: string;
    code: string;
};

export type InvitationAnswer = {
    message: string;
    invitation: Invitation;
};

export type InvitationList = {
    invitations: Array<Invitation>;
    /**
     * Send it as `cursor` for the next page; null on the last.
     */
    next_cursor: string | null;
    /**
     * On all pages together.
     */
    total: number;
};

export type Issuance = {
    id: string;
    domain_id: string;
    /**
     * The watched domain.
     */
    domain: string;
    names: Array<string>;
    issuer: string;
    issuer_organization: string | null;
    serial_number: string;
    /**
     * Null, as the end is, if the certificate is malformed.
     */
    not_before: string | null;
    not_after: string | null;
    /**
     * `served`: a monitored endpoint serves it. `known_key`: it has the key of a certificate of the organization. `expected`: issuer, names and rhythm are those of earlier certificates. `unknown`: none of these.
     */
    state: 'served' | 'known_key' | 'expected' | 'unknown';
    unknown_reason: 'issuer' | 'malformed' | 'new_issuer' | 'names' | 'rhythm' | null;
    /**
     * Why nobody may have ordered it.
     */
    explanation: string | null;
    /**
     * It was found or issued before the end of the learning phase, and raised no alert.
     */
    learned: boolean;
    /**
     * What people said of it.
     */
    verdict: 'ours' | 'not_ours' | null;
    verdict_by: string | null;
    verdict_at: string | null;
    /**
     * Only its precertificate was found so far.
     */
    is_precertificate: boolean;
    found_at: string;
};

export type IssuanceAnswer = {
    issuance: IssuanceDetail;
};

export type IssuanceDetail = {
    id: string;
    domain_id: string;
    /**
     * The watched domain.
     */
    domain: string;
    names: Array<string>;
    issuer: string;
    issuer_organization: string | null;
    serial_number: string;
    /**
     * Null, as the end is, if the certificate is malformed.
     */
    not_before: string | null;
    not_after: string | null;
    /**
     * `served`: a monitored endpoint serves it. `known_key`: it has the key of a certificate of the organization. `expected`: issuer, names and rhythm are those of earlier certificates. `unknown`: none of these.
     */
    state: 'served' | 'known_key' | 'expected' | 'unknown';
    unknown_reason: 'issuer' | 'malformed' | 'new_issuer' | 'names' | 'rhythm' | null;
    /**
     * Why nobody may have ordered it.
     */
    explanation: string | null;
    /**
     * It was found or issued before the end of the learning phase, and raised no alert.
     */
    learned: boolean;
    /**
     * What people said of it.
     */
    verdict: 'ours' | 'not_ours' | null;
    verdict_by: string | null;
    verdict_at: string | null;
    /**
     * Only its precertificate was found so far.
     */
    is_precertificate: boolean;
    found_at: string;
    /**
     * SHA-256 of what the CA signed, without poison and timestamps.
     */
    tbs_sha256: string;
    /**
     * SHA-256 of the SubjectPublicKeyInfo.
     */
    spki_sha256: string;
    pem: string | null;
    places: Array<{
        source: 'log' | 'search';
        name: string;
        operator: string | null;
        log_state: 'pending' | 'qualified' | 'usable' | 'readonly' | 'retired' | 'rejected' | null;
        /**
         * Index of the entry in the log, or the ID that the service has for it.
         */
        reference: string;
        /**
         * When the log took it.
         */
        at: string | null;
    }>;
    /**
     * Monitored endpoints with one of its names, at most 50.
     */
    endpoints: Array<{
        id: string;
        domain: string;
        serves: boolean;
    }>;
    /**
     * The timestamps in the certificate; null as long as only its precertificate is known, which has none.
     */
    scts: Array<SignedTimestamp> | null;
    /**
     * A report that asks the CA to revoke it, for a certificate that nobody ordered.
     */
    report: {
        /**
         * Where the CA takes certificate problem reports, a mail address or a page; null if it has to be looked up.
         */
        address: string | null;
        text: string;
    };
    /**
     * An alert about it is open.
     */
    is_alerted: boolean;
    /**
     * Who acknowledged it.
     */
    acknowledged_by: string | null;
    acknowledged_at: string | null;
};

export type IssuanceList = {
    issuances: Array<Issuance>;
    /**
     * Of all, whatever the filter.
     */
    counts: {
        total: number;
        open: number;
    };
    /**
     * Send it as `cursor` for the next page; null on the last.
     */
    next_cursor: string | null;
};

export type IssuanceVerdict = {
    verdict: 'ours' | 'not_ours' | null;
};

export type Job = {
    job_id: string;
    type: 'check_run' | 'import' | 'discovery' | 'service_deployment' | 'service_resize' | 'service_rotation' | 'service_renewal' | 'service_allowlist' | 'service_backup' | 'service_restore' | 'service_deletion' | 'service_drill';
    /**
     * `queued` and `running` lead to one of the others, which do not change.
     */
    state: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
    /**
     * Certificates of a `check_run`, lines of an `import`, percent of the others. `total` is null if unknown.
     */
    progress: {
        done: number;
        total: number | null;
    };
    /**
     * Why it is `failed`.
     */
    error: string | null;
    /**
     * The path of the details: per certificate, per line, per host; or the data service.
     */
    result_url: string;
    /**
     * The user who started it. Null for an API key or a former user.
     */
    requested_by: string | null;
    created_at: string;
    finished_at: string | null;
};

export type JobList = {
    jobs: Array<Job>;
    /**
     * Send it as `cursor` for the next page; null on the last.
     */
    next_cursor: string | null;
};

export type JudgedIssuance = {
    issuance: IssuanceDetail;
};

export type KeyUser = {
    id: string;
    domain: string;
    environment_name: string | null;
};

export type Leave = {
    email: string;
};

export type LinkedAccount = {
    /**
     * As the provider last gave it.
     */
    email: string;
    linked_at: string;
    /**
     * False if it is your only way to sign in.
     */
    removable: boolean;
} | null;

export type LinkedAlert = {
    domain: string;
    summary: string;
    raised_at: string;
    acknowledged_at: string | null;
    resolved_at: string | null;
};

export type LinkedAlertAnswer = {
    alert: LinkedAlert;
};

export type LinkedReport = {
    email: string;
    organization: string;
    frequency: 'weekly' | 'monthly';
    state: 'active' | 'pending' | 'unsubscribed' | 'removed';
};

export type LintFinding = {
    rule: string;
    severity: 'error' | 'warning' | 'notice';
    /**
     * The section that has the rule; `BR` is the Baseline Requirements.
     */
    section: string;
    text: string;
    /**
     * Position in the path to the root; 0 is the leaf.
     */
    certificate: number;
    /**
     * The subject of that certificate; can be empty.
     */
    subject: string;
};

export type LintFindings = {
    findings: Array<LintFinding>;
};

export type MaintenanceWindow = {
    id: string;
    name: string;
    starts_at: string;
    ends_at: string;
    /**
     * Open now: no alert is sent.
     */
    active: boolean;
};

export type MaintenanceWindowAnswer = {
    maintenance_window: MaintenanceWindow;
};

export type MaintenanceWindowList = {
    maintenance_windows: Array<MaintenanceWindow>;
    /**
     * Send it as `cursor` for the next page; null on the last.
     */
    next_cursor: string | null;
    /**
     * On all pages together.
     */
    total: number;
};

export type MatchingRoute = {
    id: string;
    /**
     * `name=value` in lower case.
     */
    tag: string | null;
    /**
     * With `tag` null too, it was deleted: the route matches nothing.
     */
    environment_id: string | null;
    environment_name: string | null;
};

export type Message = {
    message: string;
};

export type Metrics = {
    metrics: Array<{
        name: string;
        help: string;
        samples: Array<{
            labels: {
                [key: string]: string;
            };
            value: number;
        }>;
    }>;
};

export type MonthOfExpiries = {
    /**
     * A month of UTC.
     */
    month: string;
    count: number;
};

export type NamedChannel = {
    channel_type: 'email' | 'slack' | 'telegram' | 'google_chat' | 'teams' | 'pagerduty' | 'splunk' | 'zapier' | 'webhook' | 'alertmanager';
    enabled: boolean;
    /**
     * Every field of its kind. Secrets are masked: their last characters at most.
     */
    settings: {
        [key: string]: string;
    };
    /**
     * `not_in_plan`: what is stored stays, and nothing is sent over it.
     */
    state: 'disabled' | 'incomplete' | 'configured' | 'not_in_plan';
    /**
     * Why an enabled channel brings alerts to nobody; null when it delivers, or is disabled.
     */
    trouble: 'not_in_plan' | 'incomplete' | 'broken' | 'no_mail_server' | null;
    /**
     * Why its receiver takes nothing any more, until it is saved or tested again; else null.
     */
    broken_reason: string | null;
    id: string;
    /**
     * No other channel of the organization has it.
     */
    name: string;
    /**
     * It receives the alerts that no route matches.
     */
    in_default_route: boolean;
    /**
     * Routes that send to it. Without one, and not in the default route, it receives nothing.
     */
    route_count: number;
};

export type NamedChannelList = {
    channels: Array<NamedChannel>;
    /**
     * Send it as `cursor` for the next page; null on the last.
     */
    next_cursor: string | null;
    /**
     * On all pages together.
     */
    total: number;
};

export type NamedChannelToAdd = {
    channel_type: 'email' | 'slack' | 'telegram' | 'google_chat' | 'teams' | 'pagerduty' | 'splunk' | 'zapier' | 'webhook' | 'alertmanager';
    enabled?: boolean;
    /**
     * By field. A masked value that comes back, or a field left out, keeps what is stored.
     */
    settings?: {
        [key: string]: string;
    };
    /**
     * Accepted and ignored.
     */
    state?: unknown;
    /**
     * Accepted and ignored.
     */
    trouble?: unknown;
    /**
     * Accepted and ignored.
     */
    broken_reason?: unknown;
    /**
     * Accepted and ignored.
     */
    id?: unknown;
    name: string;
    in_default_route?: boolean;
    /**
     * Accepted and ignored.
     */
    route_count?: unknown;
};

export type NamedChannelToUpdate = {
    /**
     * Accepted and ignored.
     */
    channel_type?: unknown;
    enabled?: boolean;
    /**
     * By field. A masked value that comes back, or a field left out, keeps what is stored.
     */
    settings?: {
        [key: string]: string;
    };
    /**
     * Accepted and ignored.
     */
    state?: unknown;
    /**
     * Accepted and ignored.
     */
    trouble?: unknown;
    /**
     * Accepted and ignored.
     */
    broken_reason?: unknown;
    /**
     * Accepted and ignored.
     */
    id?: unknown;
    name?: string;
    in_default_route?: boolean;
    /**
     * Accepted and ignored.
     */
    route_count?: unknown;
};

export type NamedTrustAnchorSet = {
    id: string;
    name: string;
};

export type NewApiKey = {
    name: string;
    /**
     * Days until it expires; null, the default, for never.
     */
    expiresIn?: null | 30 | 90 | 180 | 365;
    /**
     * Read views. Write adds, imports, checks, tags and discovers certificates, and edits environments. Delete deletes certificates and environments. None includes another; read alone by default.
     */
    permissions?: {
        read: boolean;
        write: boolean;
        delete?: boolean;
    };
    /**
     * Limits the key to the certificates of one environment (`environment_id`) or with one tag (`tag`, as `name=value`, compared exactly). What it adds or imports goes there. Null, the default: all certificates.
     */
    scope?: {
        environment_id?: string;
        tag?: string;
    } | null;
    /**
     * IP addresses and CIDRs, IPv4 and IPv6, from which the key can be used; at most 50. Empty, the default: from anywhere.
     */
    allowed_addresses?: Array<string>;
};

export type NewApiKeyAnswer = {
    api_key: {
        id: string;
        name: string;
        /**
         * The last characters of the secret, by which to tell it from others.
         */
        ending: string;
        created_at: string;
        /**
         * At most 60 seconds behind; null: never.
         */
        last_used_at: string | null;
        /**
         * Null: it does not expire.
         */
        expires_at: string | null;
        revoked: boolean;
        status: 'active' | 'revoked' | 'expired';
        permissions: {
            read: boolean;
            write: boolean;
            delete: boolean;
        };
        scope: ApiKeyScope;
        /**
         * Where it can be used from. Empty: anywhere.
         */
        allowed_addresses: Array<string>;
        /**
         * The key that a rotation made in its place.
         */
        replaced_by: string | null;
        /**
         * The secret. It is answered here and never again.
         */
        key: string;
    };
};

export type NewCalendarLink = {
    url: string;
    rotated_at: string;
};

export type NewCertificate = {
    /**
     * `host`, `host:port`, `[IPv6]` or `[IPv6]:port`. Another protocol than TLS goes before it, as in `smtp://mail.example.com`; `?servername=` and `?address=` may follow.
     */
    domain: string;
    /**
     * How TLS begins; left out: as `domain` says, else `tls`.
     */
    protocol?: 'tls' | 'smtp' | 'imap' | 'pop3' | 'ftp' | 'ldap' | 'xmpp' | 'postgres' | 'mysql' | 'nats';
    /**
     * Left out: the protocol's own.
     */
    port?: number;
    /**
     * Requested and verified instead of the host.
     */
    servername?: string;
    /**
     * The ID of a set, `public` for the public roots alone, or null for no choice. Left out: no choice.
     */
    anchors?: string | null;
    /**
     * Dialed instead of the addresses of the host.
     */
    address?: string;
};

export type NewCloudAccount = {
    name: string;
    credentials: CloudCredentials;
};

export type NewCloudCredentials = {
    credentials: CloudCredentials;
};

export type NewCollector = {
    /**
     * Accepted and ignored.
     */
    id?: unknown;
    /**
     * Unique in any case.
     */
    name: string;
    /**
     * Accepted and ignored.
     */
    state?: unknown;
    /**
     * Accepted and ignored.
     */
    created_at?: unknown;
    /**
     * Accepted and ignored.
     */
    enrolled_at?: unknown;
    /**
     * Accepted and ignored.
     */
    revoked_at?: unknown;
    /**
     * Accepted and ignored.
     */
    forked_at?: unknown;
    /**
     * Accepted and ignored.
     */
    last_report_at?: unknown;
    /**
     * Accepted and ignored.
     */
    last_seen_at?: unknown;
    /**
     * Accepted and ignored.
     */
    silent_from?: unknown;
    /**
     * Accepted and ignored.
     */
    clock_offset_ms?: unknown;
    /**
     * How often people carry its bundles, if they travel as files. A week if it is left out.
     */
    carried_every_seconds?: number | null;
    /**
     * Accepted and ignored.
     */
    token_expires_at?: unknown;
    /**
     * Accepted and ignored.
     */
    about?: unknown;
    /**
     * Accepted and ignored.
     */
    public_key?: unknown;
    /**
     * Accepted and ignored.
     */
    sequence?: unknown;
    /**
     * Accepted and ignored.
     */
    endpoints?: unknown;
    /**
     * Accepted and ignored.
     */
    files?: unknown;
    /**
     * Accepted and ignored.
     */
    files_with_problems?: unknown;
    /**
     * Accepted and ignored.
     */
    missing_bundles?: unknown;
    /**
     * Accepted and ignored.
     */
    waiting_bundles?: unknown;
};

export type NewDate = {
    /**
     * Unique among everything that the organization monitors.
     */
    name: string;
    /**
     * The last instant at which it is valid.
     */
    expires_at: string;
    /**
     * Who issued it, or a note.
     */
    issuer?: string | null;
    tags?: {
        [key: string]: string;
    };
    environment_id?: string | null;
};

export type NewDiscovery = {
    /**
     * The domain below which is searched. A scheme and a path are ignored.
     */
    domain: string;
    /**
     * Asks certificate logs even where they answered a search of this domain within the last six hours.
     */
    fresh?: boolean;
};

export type NewEnvironment = {
    /**
     * Accepted and ignored.
     */
    id?: unknown;
    /**
     * Unique in any case.
     */
    name: string;
    description?: string | null;
    /**
     * Accepted and ignored.
     */
    certificate_count?: unknown;
    /**
     * Accepted and ignored.
     */
    created_at?: unknown;
};

export type NewInvitation = {
    email: string;
    first_name: string;
    last_name: string;
    /**
     * viewer by default.
     */
    role?: 'admin' | 'viewer';
};

export type NewMaintenanceWindow = {
    /**
     * Accepted and ignored.
     */
    id?: unknown;
    name: string;
    starts_at: string;
    ends_at: string;
    /**
     * Accepted and ignored.
     */
    active?: unknown;
};

export type NewOrganizationName = {
    /**
     * Accepted and ignored.
     */
    id?: unknown;
    name: string;
};

export type NewPassword = {
    /**
     * Accepted and ignored.
     */
    confirm_password?: unknown;
    /**
     * Accepted and ignored.
     */
    remember?: unknown;
    /**
     * Accepted and ignored.
     */
    company?: unknown;
    password: string;
    /**
     * Default: false.
     */
    end_credentials?: boolean;
    /**
     * Default: false.
     */
    remove_sign_in_methods?: boolean;
};

export type NewProfile = {
    first_name: string;
    last_name: string;
    email: string;
    /**
     * Accepted and ignored.
     */
    pending_email?: unknown;
    company?: string | null;
    position?: string | null;
    /**
     * Accepted and ignored.
     */
    current_password?: unknown;
    /**
     * Accepted and ignored.
     */
    confirm_password?: unknown;
    /**
     * Accepted and ignored.
     */
    remember?: unknown;
};

export type NewRole = {
    /**
     * Accepted and ignored.
     */
    id?: unknown;
    /**
     * Accepted and ignored.
     */
    email?: unknown;
    /**
     * Accepted and ignored.
     */
    first_name?: unknown;
    /**
     * Accepted and ignored.
     */
    last_name?: unknown;
    role: 'admin' | 'viewer';
    /**
     * Accepted and ignored.
     */
    created_at?: unknown;
    /**
     * Accepted and ignored.
     */
    org_id?: unknown;
};

export type NewService = {
    /**
     * Accepted and ignored.
     */
    token?: unknown;
    /**
     * Accepted and ignored.
     */
    org_id?: unknown;
    cloud: 'local' | 'aws' | 'digitalocean' | 'gcp' | 'azure';
    /**
     * The solution.
     */
    database: 'clickhouse' | 'influxdbv1' | 'influxdbv2' | 'postgres' | 'grafana' | 'superset' | 'rabbitmq' | 'loki' | 'timescaledb' | 'questdb' | 'metabase' | 'mysql';
    /**
     * hobbyist, professional, business, enterprise, or the instance type of one.
     */
    plan: string;
    region: string;
    /**
     * The cloud account; left out, the operator's, or the only one that there is.
     */
    account?: string;
    /**
     * The email address of the first user, for `metabase` only.
     */
    user?: string;
    /**
     * The password of the first user, for `metabase` only.
     */
    password?: string;
};

export type NewToken = {
    name: string;
    /**
     * Days until it expires; null, the default, for never.
     */
    expiresIn?: null | 30 | 90 | 180 | 365;
};

export type NewTokenAnswer = {
    token: {
        id: string;
        name: string;
        /**
         * The last characters of the secret, by which to tell it from others.
         */
        ending: string;
        created_at: string;
        /**
         * At most 60 seconds behind; null: never.
         */
        last_used_at: string | null;
        /**
         * Null: it does not expire.
         */
        expires_at: string | null;
        revoked: boolean;
        status: 'active' | 'revoked' | 'expired';
        /**
         * The secret. It is answered here and never again.
         */
        value: string;
    };
};

export type NewTrustAnchorSet = {
    /**
     * Accepted and ignored.
     */
    id?: unknown;
    /**
     * Unique in any case.
     */
    name: string;
    /**
     * Accepted and ignored.
     */
    anchor_count?: unknown;
    /**
     * Accepted and ignored.
     */
    expired_count?: unknown;
    /**
     * Accepted and ignored.
     */
    expires_at?: unknown;
    /**
     * Accepted and ignored.
     */
    usage?: unknown;
    /**
     * Accepted and ignored.
     */
    trusted_count?: unknown;
    /**
     * Accepted and ignored.
     */
    created_at?: unknown;
    /**
     * Accepted and ignored.
     */
    updated_at?: unknown;
    /**
     * Accepted and ignored.
     */
    anchors?: unknown;
    /**
     * CA certificates in PEM, at most 100 and 400000 characters. A text with a private key is refused. Only the certificates are stored.
     */
    pem: string;
};

export type NewUpload = {
    /**
     * PEM, or DER or PKCS #7 in base64: one certificate with its chain, in any order. A text with a private key is refused and stored nowhere.
     */
    certificate: string;
    /**
     * Left out: the certificate's first name.
     */
    name?: string;
    tags?: {
        [key: string]: string;
    };
    environment_id?: string | null;
};

export type NewWatchedDomain = {
    domain: string;
    /**
     * Organizations of issuers, at most 50; empty: any.
     */
    allowed_issuers?: Array<string>;
};

export type NotificationLog = {
    notification_log: Array<NotificationLogRow>;
    /**
     * Send it as `cursor` for the next page; null on the last.
     */
    next_cursor: string | null;
};

export type NotificationLogRow = [
    string,
    string,
    'email' | 'slack' | 'telegram' | 'google_chat' | 'teams' | 'pagerduty' | 'splunk' | 'zapier' | 'webhook' | 'alertmanager' | 'status_page',
    string | null,
    boolean,
    string,
    boolean
];

export type NotificationSettings = {
    escalation_enabled: boolean;
    /**
     * Hours.
     */
    escalation_delay: number;
    escalation_email: string;
    grouping_enabled: boolean;
    /**
     * Hours.
     */
    grouping_interval: number;
    /**
     * Null: the default.
     */
    custom_template: string | null;
    status_page_enabled: boolean;
    status_page_url: string;
    /**
     * Masked.
     */
    status_page_api_key: string;
    quiet_hours: {
        from: string;
        until: string;
        time_zone: string;
    } | null;
};

export type NotificationSettingsToSave = {
    escalation_enabled?: boolean;
    /**
     * Hours.
     */
    escalation_delay?: number;
    /**
     * Of the manager.
     */
    escalation_email?: string;
    grouping_enabled?: boolean;
    /**
     * Hours.
     */
    grouping_interval?: 1 | 6 | 12 | 24;
    /**
     * With `{{domain}}`, `{{days}}` and `{{expiry_date}}`; null or blank for the default.
     */
    custom_template?: string | null;
    status_page_enabled?: boolean;
    status_page_url?: string;
    /**
     * A masked one that comes back keeps what is stored.
     */
    status_page_api_key?: string;
    /**
     * When nothing is sent; null for never.
     */
    quiet_hours?: {
        from: string;
        until: string;
        time_zone: string;
    } | null;
};

export type OldConnections = {
    /**
     * Null if it was never changed.
     */
    password_changed_at: string | null;
    /**
     * Why nothing is known of them, if so.
     */
    unsupported: string | null;
    connections: Array<{
        /**
         * As it calls itself.
         */
        client: string | null;
        /**
         * Null for a client without a network.
         */
        address: string | null;
        count: number;
        since: string;
    }>;
};

export type OpenAlert = {
    id: string;
    summary: string;
    severity: 'info' | 'warning' | 'critical';
    raised_at: string;
    acknowledged_at: string | null;
};

export type OperatorView = {
    /**
     * Most waiting first, that of failed jobs included.
     */
    queues: Array<{
        /**
         * The kind of job.
         */
        name: string;
        /**
         * Jobs that wait for a worker.
         */
        ready: number;
        /**
         * Jobs that workers run.
         */
        active: number;
    }>;
    /**
     * Jobs that failed for good.
     */
    failed_jobs: number;
    /**
     * Endpoints due for a check for over a minute that no worker has claimed.
     */
    overdue_checks: number;
    /**
     * The one that has waited longest.
     */
    oldest_check: {
        /**
         * The endpoint as monitored.
         */
        domain: string;
        /**
         * Name of the organization.
         */
        organization: string;
        due_at: string;
    } | null;
    /**
     * Scheduled checks that took a second or longer, slowest first.
     */
    slow_checks: Array<{
        /**
         * The endpoint as monitored.
         */
        domain: string;
        /**
         * Name of the organization.
         */
        organization: string;
        /**
         * Of the last scheduled check.
         */
        duration_ms: number;
        checked_at: string | null;
    }>;
    service_counts: {
        /**
         * Data services.
         */
        services: number;
        /**
         * Services with a problem.
         */
        unwell: number;
        /**
         * Services whose backups or restore drills do not run as they should.
         */
        without_backups: number;
        /**
         * Services on a cloud that have no row here.
         */
        orphans: number;
    };
    service_problems: Array<{
        /**
         * The resource ID.
         */
        name: string;
        /**
         * Name of the organization.
         */
        organization: string;
        problem: string;
        since: string | null;
    }>;
    /**
     * What is on a cloud with the mark of this installation and has no row here. Never removed by itself.
     */
    orphans: Array<{
        cloud: 'local' | 'aws' | 'digitalocean' | 'gcp' | 'azure';
        /**
         * An organization's cloud account; null: the operator's.
         */
        account: string | null;
        service_id: string;
        first_seen_at: string;
        last_seen_at: string;
    }>;
};

export type OrganizationAnswer = {
    organization: {
        id: string;
        name: string;
    };
};

export type Passkey = {
    id: string;
    name: string;
    created_at: string;
    last_used_at: string | null;
};

export type PasskeyAnswer = {
    passkey: Passkey;
};

export type PasskeyList = {
    passkeys: Array<Passkey>;
    /**
     * Send it as `cursor` for the next page; null on the last.
     */
    next_cursor: string | null;
    /**
     * On all pages together.
     */
    total: number;
};

export type PasskeyName = {
    /**
     * Accepted and ignored.
     */
    id?: unknown;
    name: string;
    /**
     * Accepted and ignored.
     */
    created_at?: unknown;
    /**
     * Accepted and ignored.
     */
    last_used_at?: unknown;
};

export type PasswordChange = {
    /**
     * Your current password.
     */
    current_password?: string | null;
    /**
     * What your authenticator app shows, or a recovery code.
     */
    code?: string | null;
    password: string;
};

export type PasswordReset = {
    message: string;
    ended: {
        tokens: number;
        api_keys: number;
    };
    /**
     * Tokens of the account, and API keys it made, that still work.
     */
    remaining: Array<{
        kind: 'token' | 'api_key';
        name: string;
        /**
         * The last characters of the secret.
         */
        ending: string;
        created_at: string;
        last_used_at: string | null;
    }>;
    removed: {
        passkeys: number;
        identities: number;
    };
    /**
     * Ways to sign in that still work, and the authenticator app if one is set up.
     */
    remaining_sign_in_methods: Array<{
        kind: 'passkey' | 'github' | 'google' | 'authenticator_app';
        /**
         * The name of the passkey, or the address of the linked account.
         */
        name: string | null;
        since: string;
    }>;
};

export type PasswordResetRequest = {
    /**
     * Accepted and ignored.
     */
    confirm_password?: unknown;
    /**
     * Accepted and ignored.
     */
    remember?: unknown;
    /**
     * Accepted and ignored.
     */
    company?: unknown;
    email: string;
};

export type Profile = {
    first_name: string;
    last_name: string;
    /**
     * The address in force.
     */
    email: string;
    /**
     * An address that is not yet confirmed from both mailboxes; null without one.
     */
    pending_email: string | null;
    company: string;
    position: string;
};

export type PrometheusTargets = Array<{
    /**
     * `host:port`, or the address that the endpoint names.
     */
    targets: Array<string>;
    /**
     * `__meta_notafter_` with `id`, `domain`, `host`, `port`, `protocol`, `server_name`, `environment`, `collector`, and `tag_<name>` for each tag. Characters that labels cannot have become `_`.
     */
    labels: {
        [key: string]: string;
    };
}>;

export type Proof = {
    /**
     * Your current password.
     */
    password?: string | null;
    /**
     * What your authenticator app shows, or a recovery code.
     */
    code?: string | null;
};

export type PublicStatus = {
    title: string;
    state: 'ok' | 'expiring' | 'problem';
    read_at: string;
    endpoints: Array<{
        domain: string;
        state: 'ok' | 'expiring' | 'problem';
        problems: Array<string>;
        not_after: string | null;
        days_left: number | null;
        /**
         * The last 90 days in UTC, the oldest first; `unknown` before it was monitored.
         */
        days: Array<'ok' | 'problem' | 'unknown'>;
        good_days_percent: number | null;
    }>;
    incidents: Array<{
        domain: string;
        problem: string;
        from: string;
        until: string | null;
    }>;
};

export type PublicStatusPage = {
    enabled: boolean;
    url: string;
    /**
     * 3 to 40 of `a` to `z`, `0` to `9` and `-`.
     */
    address: string;
    title: string;
    /**
     * The endpoints with this tag are shown.
     */
    tag: string;
    updated_at: string;
} | null;

export type PublicStatusPageAnswer = {
    page: PublicStatusPage;
};

export type PublicStatusPageSaved = {
    page: PublicStatusPage;
};

export type PublicStatusPageSettings = {
    enabled: boolean;
    title: string;
    /**
     * 3 to 40 of `a` to `z`, `0` to `9` and `-`.
     */
    address: string | null;
    tag: string;
};

export type QueuedAgain = {
    /**
     * How many.
     */
    queued: number;
};

export type QueuedEvents = {
    queued: number;
};

export type Readiness = {
    /**
     * Endpoints ever reached.
     */
    total: number;
    /**
     * How endpoints are renewed, by issuer, life and earlier renewals.
     */
    ways: {
        /**
         * By a client of ACME.
         */
        acme: number;
        /**
         * By a person.
         */
        by_hand: number;
        /**
         * By the organization's own CA.
         */
        internal: number;
    };
    /**
     * The lives in force and every limit to come, by date.
     */
    limits: Array<CountedReadinessLimit>;
    /**
     * Work by hand in a year, today and under each coming limit on lives.
     */
    stages: Array<{
        from: string;
        /**
         * The longest life.
         */
        days: number;
        /**
         * The longest use of a validation.
         */
        reuse_days: number;
        work: YearOfWork;
    }>;
    /**
     * The certificates whose automation saves most, at most ten.
     */
    first: Array<{
        id: string;
        domain: string;
        issuer: string | null;
        /**
         * That serve the certificate.
         */
        endpoints: number;
        /**
         * Days from one renewal to the next.
         */
        every_days: number;
        /**
         * In each stage.
         */
        work: Array<YearOfWork>;
    }>;
    assumptions: {
        /**
         * For one order.
         */
        order_hours: number;
        /**
         * For one validation.
         */
        validation_hours: number;
        /**
         * For one installation.
         */
        install_hours: number;
        /**
         * US dollars.
         */
        hourly_rate: number;
    };
};

export type ReadinessExport = {
    endpoints: Array<EndpointReadiness>;
};

export type ReadinessLimit = {
    id: string;
    kind: 'lifetime' | 'validation_reuse' | 'validation_method' | 'client_auth';
    /**
     * The first day of issuance that it binds, UTC.
     */
    from: string;
    /**
     * The longest life, or the longest use of a validation; 0 for the other kinds.
     */
    days: number;
    /**
     * Beginning of the only CA that it binds; empty: every public CA.
     */
    issuer: string;
    text: string;
    source: {
        url: string;
        /**
         * When it was read.
         */
        read_on: string;
    };
};

export type ReadinessOfEndpoints = {
    endpoints: Array<EndpointReadiness>;
    limits: Array<ReadinessLimit>;
    total: number;
    /**
     * Send it as `cursor` for the next page; null on the last.
     */
    next_cursor: string | null;
};

export type RecoveryCodes = {
    /**
     * Each works once. They are shown only now.
     */
    recovery_codes: Array<string>;
};

export type Registration = {
    /**
     * Accepted and ignored.
     */
    confirm_password?: unknown;
    /**
     * Accepted and ignored.
     */
    remember?: unknown;
    /**
     * Accepted and ignored.
     */
    company?: unknown;
    first_name: string;
    last_name: string;
    email: string;
    password: string;
};

export type Renewal = {
    entry_id: string;
    fingerprint256: string;
    issuer: string;
    not_before: string | null;
    expiration_date: string;
    served_from: string;
    /**
     * Null for the present one.
     */
    served_until: string | null;
};

export type RenewalCheck = {
    /**
     * The registrable domain; null for an IP address.
     */
    domain: string | null;
    /**
     * The last look; null until the first.
     */
    looked_at: string | null;
    next_look_at: string | null;
    /**
     * Most severe first.
     */
    findings: Array<RenewalFinding>;
    /**
     * Names that were not looked at.
     */
    skipped: Array<SkippedName>;
    /**
     * When the domain's registration ends, if its registry says so.
     */
    registration_ends_at: string | null;
};

export type RenewalFinding = {
    code: 'caa_forbids' | 'caa_critical' | 'caa_methods' | 'caa_account' | 'caa_issuer_unknown' | 'dnssec_bogus' | 'dns_servfail' | 'dnssec_unknown' | 'challenge_dangling' | 'challenge_no_target' | 'challenge_stale' | 'persist_ended' | 'persist_ending' | 'persist_malformed' | 'ipv6_no_answer' | 'http_loop' | 'http_timeout' | 'http_closed' | 'name_gone' | 'domain_ending' | 'domain_ended' | 'dane_mismatch' | 'dane_unavailable' | 'dane_unsigned' | 'dane_unusable' | 'dane_pins_certificate' | 'dane_pins_key' | 'dane_issuer_ending';
    /**
     * `blocking`: the renewal fails. `warning`: it may fail. `notice`: good to know.
     */
    severity: 'blocking' | 'warning' | 'notice';
    /**
     * What is wrong, its effect, and the remedy.
     */
    text: string;
    names: Array<string>;
    first_seen_at: string;
};

export type RenewalList = {
    renewals: Array<Renewal>;
    /**
     * Send it as `cursor` for the next page; null on the last.
     */
    next_cursor: string | null;
    /**
     * On all pages together.
     */
    total: number;
};

export type ReplacedUpload = {
    /**
     * PEM, or DER or PKCS #7 in base64: one certificate with its chain, in any order. A text with a private key is refused and stored nowhere.
     */
    certificate: string;
    /**
     * The `version` that was edited: a save that does not follow the latest one is refused with 409.
     */
    version?: number;
};

export type ReportPreview = {
    subject: string;
    text: string;
    html: string;
};

export type ReportSettings = {
    enabled: boolean;
    /**
     * Each Monday, or on the first of each month.
     */
    frequency: 'weekly' | 'monthly';
    /**
     * 0 to 23, in the time zone.
     */
    hour: number;
    /**
     * From the IANA database.
     */
    time_zone: string;
    recipients: Array<string>;
    recipient_states: Array<{
        email: string;
        /**
         * `pending` until the person confirms; `unsubscribed` until the person subscribes again.
         */
        state: 'active' | 'pending' | 'unsubscribed';
        last_sent_at: string | null;
        /**
         * Why the last report did not arrive.
         */
        problem: string | null;
    }>;
    next_at: string | null;
    last_sent_at: string | null;
    /**
     * Null before the settings were first saved.
     */
    updated_at: string | null;
};

export type ReportSettingsToSave = {
    enabled: boolean;
    frequency: 'weekly' | 'monthly';
    /**
     * 0 to 23.
     */
    hour: number;
    time_zone: string;
    /**
     * At most 20.
     */
    recipients: Array<string>;
    /**
     * Accepted and ignored.
     */
    recipient_states?: unknown;
    /**
     * Accepted and ignored.
     */
    next_at?: unknown;
    /**
     * Accepted and ignored.
     */
    last_sent_at?: unknown;
    /**
     * Accepted and ignored.
     */
    updated_at?: unknown;
};

export type ReportTested = {
    sent_to: string;
};

export type ResetResult = {
    /**
     * Certificates that were cleared.
     */
    certificates: number;
    /**
     * Alerts that were cleared, open ones included.
     */
    alerts: number;
    /**
     * Messages on their way, such as those that close incidents.
     */
    messages_left: number;
};

export type RoleAnswer = {
    message: string;
    user: TeamMember;
};

export type RoutedChannel = {
    id: string;
    channel_type: 'email' | 'slack' | 'telegram' | 'google_chat' | 'teams' | 'pagerduty' | 'splunk' | 'zapier' | 'webhook' | 'alertmanager';
    name: string;
    /**
     * It is enabled, and nothing prevents delivery.
     */
    delivers: boolean;
};

export type SavedChannel = {
    channel: Channel;
    /**
     * Of a webhook that is complete for the first time: what its messages are signed with. It is not shown again.
     */
    signing_secret: string | null;
};

export type SavedNamedChannel = {
    channel: NamedChannel;
    /**
     * Of a webhook that is complete for the first time. It is not shown again.
     */
    signing_secret: string | null;
};

export type Seats = {
    members: number;
    /**
     * Open invitations; each takes a seat.
     */
    invited: number;
    /**
     * null: any number.
     */
    limit: number | null;
};

export type SecondFactor = {
    /**
     * Accepted and ignored.
     */
    confirm_password?: unknown;
    /**
     * Accepted and ignored.
     */
    remember?: unknown;
    /**
     * Accepted and ignored.
     */
    company?: unknown;
    challenge: string;
    code: string;
};

export type Service = {
    /**
     * The service.
     */
    resource_id: string;
    database: 'clickhouse' | 'influxdbv1' | 'influxdbv2' | 'postgres' | 'grafana' | 'superset' | 'rabbitmq' | 'loki' | 'timescaledb' | 'questdb' | 'metabase' | 'mysql';
    plan: 'hobbyist' | 'professional' | 'business' | 'enterprise';
    /**
     * The instance type of the plan.
     */
    size: string;
    cloud: 'local' | 'aws' | 'digitalocean' | 'gcp' | 'azure';
    region: string;
    /**
     * Null unless the service takes connections; `state` says more.
     */
    status: 'running' | null;
    state: 'deploying' | 'running' | 'unwell' | 'resizing' | 'rotating' | 'renewing' | 'restricting' | 'restoring' | 'deleting' | 'failed';
    /**
     * Why the state is `failed` or `unwell`.
     */
    problem: string | null;
    operation: {
        job_id: string;
        type: string;
        step: string;
        label: string;
        /**
         * 0 to 99.
         */
        percent: number;
        /**
         * What the cloud or the engine said last.
         */
        last_answer: string | null;
        next_try_at: string | null;
    } | null;
    /**
     * US dollars an hour.
     */
    price_hr: number;
    /**
     * US dollars for 730 hours, rounded to cents.
     */
    price_month: number;
    cost: {
        /**
         * Hours times the price of its plan.
         */
        so_far_usd: number;
        /**
         * In this month (UTC).
         */
        month_usd: number;
        /**
         * Of this whole month, if it goes on like now.
         */
        month_forecast_usd: number;
    };
    /**
     * The cloud account; null for this server and for the operator's.
     */
    account: {
        id: string;
        name: string;
    } | null;
    /**
     * How the cloud differs from what was asked for, if somebody changed it there.
     */
    drift: string | null;
    /**
     * Null until it is known.
     */
    host: string | null;
    ports: Array<{
        name: string;
        port: number;
    }>;
    user: string;
    version: string | null;
    /**
     * The limits in force, which a small machine keeps below the plan.
     */
    effective_size: {
        memory_mib: number;
        cpus: number;
        disk_gib: number;
    } | null;
    termination_protection: boolean;
    certificate_expires_at: string | null;
    running_since: string | null;
    created_at: string;
};

export type ServiceAllowlist = {
    ranges: Array<string>;
};

export type ServiceAllowlistChange = {
    job_id: string;
};

export type ServiceAnswer = {
    service: ServiceDetail;
};

export type ServiceBackup = {
    id: string;
    /**
     * The service that it was taken of.
     */
    resource_id: string;
    database: 'clickhouse' | 'influxdbv1' | 'influxdbv2' | 'postgres' | 'grafana' | 'superset' | 'rabbitmq' | 'loki' | 'timescaledb' | 'questdb' | 'metabase' | 'mysql';
    /**
     * Since then the service is gone; its backups stay for 30 days.
     */
    service_deleted_at: string | null;
    cause: 'schedule' | 'person' | 'deletion' | 'restore';
    /**
     * `ok` once the store has all of it.
     */
    state: 'running' | 'ok' | 'failed';
    /**
     * A sentence, if it failed.
     */
    failure: string | null;
    /**
     * Of the engine.
     */
    version: string;
    /**
     * As stored.
     */
    bytes: number | null;
    /**
     * Tables whose rows were counted and hashed.
     */
    tables: number | null;
    taken_at: string;
    finished_at: string | null;
};

export type ServiceBackupBegun = {
    job_id: string;
};

export type ServiceBackupFacts = {
    resource_id: string;
    taken_at: string;
};

export type ServiceBackups = {
    backups: Array<ServiceBackup>;
    drills: Array<ServiceDrill>;
};

export type ServiceBackupSchedule = {
    schedule: 'off' | 'daily' | 'weekly';
};

export type ServiceCatalog = {
    clouds: Array<{
        cloud: 'local' | 'aws' | 'digitalocean' | 'gcp' | 'azure';
        name: string;
        regions: Array<{
            code: string;
            name: string;
            country: string | null;
        }>;
        /**
         * The accounts that a service can use; an ID of null is the operator's.
         */
        accounts: Array<{
            id: string | null;
            name: string;
            problem: string | null;
        }>;
        solutions: Array<{
            database: 'clickhouse' | 'influxdbv1' | 'influxdbv2' | 'postgres' | 'grafana' | 'superset' | 'rabbitmq' | 'loki' | 'timescaledb' | 'questdb' | 'metabase' | 'mysql';
            name: string;
            available: boolean;
            /**
             * Why it cannot run here now.
             */
            reason: string | null;
        }>;
        plans: Array<{
            plan: 'hobbyist' | 'professional' | 'business' | 'enterprise';
            /**
             * The instance type.
             */
            size: string;
            /**
             * What the plan says.
             */
            memory_mib: number;
            cpus: number;
            disk_gib: number;
            /**
             * What a service gets here.
             */
            effective_memory_mib: number;
            effective_cpus: number;
            price_hr: number;
            price_month: number;
        }>;
    }>;
};

export type ServiceDeployed = {
    resource_id: string;
    status: string;
};

export type ServiceDetail = {
    /**
     * The service.
     */
    resource_id: string;
    database: 'clickhouse' | 'influxdbv1' | 'influxdbv2' | 'postgres' | 'grafana' | 'superset' | 'rabbitmq' | 'loki' | 'timescaledb' | 'questdb' | 'metabase' | 'mysql';
    plan: 'hobbyist' | 'professional' | 'business' | 'enterprise';
    /**
     * The instance type of the plan.
     */
    size: string;
    cloud: 'local' | 'aws' | 'digitalocean' | 'gcp' | 'azure';
    region: string;
    /**
     * Null unless the service takes connections; `state` says more.
     */
    status: 'running' | null;
    state: 'deploying' | 'running' | 'unwell' | 'resizing' | 'rotating' | 'renewing' | 'restricting' | 'restoring' | 'deleting' | 'failed';
    /**
     * Why the state is `failed` or `unwell`.
     */
    problem: string | null;
    operation: {
        job_id: string;
        type: string;
        step: string;
        label: string;
        /**
         * 0 to 99.
         */
        percent: number;
        /**
         * What the cloud or the engine said last.
         */
        last_answer: string | null;
        next_try_at: string | null;
    } | null;
    /**
     * US dollars an hour.
     */
    price_hr: number;
    /**
     * US dollars for 730 hours, rounded to cents.
     */
    price_month: number;
    cost: {
        /**
         * Hours times the price of its plan.
         */
        so_far_usd: number;
        /**
         * In this month (UTC).
         */
        month_usd: number;
        /**
         * Of this whole month, if it goes on like now.
         */
        month_forecast_usd: number;
    };
    /**
     * The cloud account; null for this server and for the operator's.
     */
    account: {
        id: string;
        name: string;
    } | null;
    /**
     * How the cloud differs from what was asked for, if somebody changed it there.
     */
    drift: string | null;
    /**
     * Null until it is known.
     */
    host: string | null;
    ports: Array<{
        name: string;
        port: number;
    }>;
    user: string;
    version: string | null;
    /**
     * The limits in force, which a small machine keeps below the plan.
     */
    effective_size: {
        memory_mib: number;
        cpus: number;
        disk_gib: number;
    } | null;
    termination_protection: boolean;
    certificate_expires_at: string | null;
    running_since: string | null;
    created_at: string;
    /**
     * The CA that clients verify the service with, in PEM; for a year before it is replaced, both.
     */
    authority: string | null;
    /**
     * Names that an admin added for its certificate.
     */
    names: Array<string>;
    certificate: {
        names: Array<string>;
        issued_fingerprint256: string | null;
        /**
         * Of the certificate that the engine served at the last look.
         */
        served_fingerprint256: string | null;
    };
    /**
     * Null if it was never changed.
     */
    password_changed_at: string | null;
    allowlist: {
        /**
         * Addresses and CIDRs that clients may connect from; none: any.
         */
        ranges: Array<string>;
        /**
         * Why they can not be restricted, if so.
         */
        unsupported: string | null;
    };
    backups: {
        schedule: 'off' | 'daily' | 'weekly';
        /**
         * Why backups or restore drills do not run as they should.
         */
        problem: string | null;
        /**
         * Why this solution has no backups, if so.
         */
        unsupported: string | null;
        /**
         * What a backup does to clients, if anything.
         */
        interruption: string | null;
        /**
         * Where backups go.
         */
        place: string;
    };
    events: Array<{
        id: string;
        text: string;
        at: string;
    }>;
};

export type ServiceDrill = {
    id: string;
    state: 'running' | 'passed' | 'failed';
    backup_taken_at: string;
    /**
     * A sentence, if it failed.
     */
    failure: string | null;
    evidence: {
        /**
         * Files with the size and the SHA-256 of the manifest.
         */
        files: number;
        bytes: number;
        /**
         * Tables with exactly the rows of the backup.
         */
        matching_tables: number;
        rows: number;
        /**
         * Tables that changed while the backup was taken.
         */
        unknown_tables: number;
        differences: Array<string>;
    } | null;
    started_at: string;
    finished_at: string | null;
};

export type ServiceDrillBegun = {
    job_id: string;
};

export type ServiceExport = {
    files: Array<{
        path: string;
        /**
         * In octal.
         */
        mode: string;
        /**
         * It has a password or a key.
         */
        secret: boolean;
        text: string;
    }>;
};

export type ServiceList = {
    services: Array<Service>;
    /**
     * Send it as `cursor` for the next page; null on the last.
     */
    next_cursor: string | null;
    /**
     * On all pages together.
     */
    total: number;
};

export type ServiceListRequest = {
    /**
     * Accepted and ignored.
     */
    token?: unknown;
    /**
     * Accepted and ignored.
     */
    org_id?: unknown;
};

export type ServiceNames = {
    names: Array<string>;
};

export type ServicePassword = {
    user: string;
    password: string;
};

export type ServicePasswordChange = {
    job_id: string;
};

export type ServiceResized = {
    resource_id: string;
    status: string;
};

export type ServiceRestore = {
    into: 'same' | 'new';
    /**
     * With `same`: back up the present data first. True unless said otherwise.
     */
    back_up_first?: boolean;
};

export type ServiceRestoreBegun = {
    job_id: string;
    resource_id: string;
};

export type ServiceTerminated = {
    resource_id: string;
    status: string;
};

export type ServiceToResize = {
    /**
     * Accepted and ignored.
     */
    token?: unknown;
    /**
     * Accepted and ignored.
     */
    org_id?: unknown;
    /**
     * If given, that of the service.
     */
    cloud?: string;
    /**
     * If given, that of the service.
     */
    region?: string;
    resource_id: string;
    /**
     * hobbyist, professional, business, enterprise, or the instance type of one.
     */
    plan: string;
};

export type ServiceToTerminate = {
    /**
     * Accepted and ignored.
     */
    token?: unknown;
    /**
     * Accepted and ignored.
     */
    org_id?: unknown;
    /**
     * If given, that of the service.
     */
    cloud?: string;
    /**
     * If given, that of the service.
     */
    region?: string;
    resource_id: string;
    /**
     * Back it up first, and delete it only if that succeeds.
     */
    final_backup?: boolean;
};

export type Session = {
    org_id: string;
    org_name: string;
    plan: string;
    email: string;
    user: User;
};

export type SessionEntry = {
    /**
     * Names the session to the call that ends it; good for nothing else.
     */
    handle: string;
    /**
     * Null if the browser did not say.
     */
    device: string | null;
    /**
     * The address that signed in.
     */
    ip: string | null;
    created_at: string;
    /**
     * At most ten minutes behind.
     */
    last_active_at: string;
    /**
     * The session that asks.
     */
    current: boolean;
};

export type SessionList = {
    sessions: Array<SessionEntry>;
    /**
     * Send it as `cursor` for the next page; null on the last.
     */
    next_cursor: string | null;
    /**
     * On all pages together.
     */
    total: number;
};

export type SignedIn = {
    user: User;
};

export type SignedTimestamp = {
    /**
     * SHA-256 of the log's key in Base64.
     */
    log_id: string;
    /**
     * Null if no log list has the log.
     */
    log: string | null;
    operator: string | null;
    /**
     * State of the log in the log list.
     */
    log_state: 'pending' | 'qualified' | 'usable' | 'readonly' | 'retired' | 'rejected' | null;
    signed_at: string;
    /**
     * In the certificate, in the TLS handshake, or in the stapled OCSP response.
     */
    delivery: 'embedded' | 'tls' | 'ocsp';
    /**
     * Checked with the log's key; null if the key is unknown.
     */
    signature: 'valid' | 'invalid' | null;
    /**
     * Whether the log has the certificate, if it was asked; it is asked after its maximum merge delay.
     */
    inclusion: {
        state: 'included' | 'pending' | 'missing' | 'wrongly_signed' | 'unknown';
        reason: string | null;
        asked_at: string;
    } | null;
};

export type SigningSecret = {
    /**
     * It is answered here and never again.
     */
    signing_secret: string;
};

export type SkippedName = {
    name: string;
    reason: string;
};

export type Snooze = {
    until: string;
};

export type SslScore = {
    id: string;
    domain: string;
    /**
     * By the SSL Labs formula; null while the endpoint is unreachable.
     */
    score: number | null;
    /**
     * `M`: for another name. `T`: not trusted. The score then is 0, and so it is with `F`.
     */
    grade: 'A+' | 'A' | 'A-' | 'B' | 'C' | 'D' | 'E' | 'F' | 'M' | 'T' | null;
    /**
     * Whether the score rests on one handshake; `notafter scan` rates everything that the server offers.
     */
    partial: boolean;
    /**
     * Why the grade is not better, the worst first.
     */
    reasons: Array<string>;
    protocol: string | null;
    cipher: string | null;
    keyType: string | null;
    keyBits: number | null;
    /**
     * Whether the certificate is valid for the domain now; null while unreachable.
     */
    chainValid: boolean | null;
};

export type SslScoreExport = {
    ssl_scores: Array<SslScore>;
};

export type SslScores = {
    ssl_scores: Array<SslScore>;
    total: number;
    /**
     * Send it as `cursor` for the next page; null on the last.
     */
    next_cursor: string | null;
};

export type StatusPageName = {
    pageName: string;
};

export type StatusPageToTest = {
    status_page_url: string;
    /**
     * A masked one stands for what is stored.
     */
    status_page_api_key: string;
};

export type TagFacet = {
    /**
     * `name=value`.
     */
    tag: string;
    count: number;
};

export type TeamAnalytics = {
    /**
     * Certificates ever seen, by the days from notBefore to notAfter, the shortest first.
     */
    lifecycle: Array<{
        text: string;
        /**
         * The longest lifetime of this band; null: no end.
         */
        up_to_days: number | null;
        count: number;
    }>;
    cost: {
        /**
         * A wildcard for each group of names below one registrable domain, a certificate for each other name. In US dollars a year.
         */
        annual: number;
        /**
         * A certificate for every name. In US dollars a year.
         */
        individual: number;
        /**
         * Below 0 if single certificates are cheaper. In US dollars a year.
         */
        savings: number;
        /**
         * Of `individual`, rounded down.
         */
        savings_percent: number;
        names: number;
        wildcard_groups: number;
        /**
         * Names outside every group.
         */
        extra_domains: number;
        assumptions: {
            /**
             * For one group. In US dollars a year.
             */
            wildcard_group: number;
            /**
             * For one name outside every group. In US dollars a year.
             */
            extra_domain: number;
            /**
             * For one name alone. In US dollars a year.
             */
            individual: number;
        };
    };
};

export type TeamMember = {
    id: string;
    email: string;
    first_name: string;
    last_name: string;
    role: 'admin' | 'viewer';
    created_at: string;
    org_id: string;
};

export type TemplatePreview = {
    text: string;
};

export type TemplateToPreview = {
    /**
     * With `{{domain}}`, `{{days}}` and `{{expiry_date}}`.
     */
    template: string;
};

export type TerminationProtection = {
    enabled: boolean;
};

export type TestedChannel = {
    channel_type: 'email' | 'slack' | 'telegram' | 'google_chat' | 'teams' | 'pagerduty' | 'splunk' | 'zapier' | 'webhook' | 'alertmanager';
    channel_name: string;
    /**
     * `sent` or `failed` where a test went out, else what kept it back.
     */
    result: 'sent' | 'failed' | 'disabled' | 'incomplete' | 'not_in_plan';
    /**
     * For people: why it failed or was not tried.
     */
    reason: string | null;
};

export type TestedChannels = {
    message: string;
    /**
     * Where it arrived.
     */
    sent: Array<'email' | 'slack' | 'telegram' | 'google_chat' | 'teams' | 'pagerduty' | 'splunk' | 'zapier' | 'webhook' | 'alertmanager'>;
    /**
     * Where it did not, and why.
     */
    failed: Array<{
        channel_type: 'email' | 'slack' | 'telegram' | 'google_chat' | 'teams' | 'pagerduty' | 'splunk' | 'zapier' | 'webhook' | 'alertmanager';
        reason: string;
    }>;
    /**
     * Every channel with its result, and each kind without one.
     */
    results: Array<TestedChannel>;
};

export type Timeline = {
    days: number;
    /**
     * Certificates that expire within the window.
     */
    total: number;
    /**
     * Ten, one after the other. The first begins now, the others at midnight, UTC.
     */
    segments: Array<{
        from: string;
        until: string;
        count: number;
        /**
         * Of the first to expire.
         */
        status: 'expired' | 'critical' | 'warning' | 'valid' | null;
        /**
         * The first that expire, at most three.
         */
        certificates: Array<{
            id: string;
            domain: string;
            expires_at: string;
        }>;
    }>;
};

export type Token = {
    id: string;
    name: string;
    /**
     * The last characters of the secret, by which to tell it from others.
     */
    ending: string;
    created_at: string;
    /**
     * At most 60 seconds behind; null: never.
     */
    last_used_at: string | null;
    /**
     * Null: it does not expire.
     */
    expires_at: string | null;
    revoked: boolean;
    status: 'active' | 'revoked' | 'expired';
};

export type TokenList = {
    tokens: Array<Token>;
    /**
     * Send it as `cursor` for the next page; null on the last.
     */
    next_cursor: string | null;
    /**
     * On all pages together.
     */
    total: number;
};

export type TransparencySources = {
    /**
     * Whether the operator lets this installation follow logs.
     */
    follows_logs: boolean;
    bytes_per_day: number;
    bytes_today: number;
    /**
     * The log list that was read last; null before the first.
     */
    list: {
        listed_at: string | null;
        asked_at: string;
        problem: string | null;
    } | null;
    logs: Array<{
        id: string;
        description: string;
        operator: string;
        kind: 'static' | 'rfc6962';
        state: 'pending' | 'qualified' | 'usable' | 'readonly' | 'retired' | 'rejected';
        outcome: string | null;
        reason: string | null;
        /**
         * The promises that the log broke, the first time of each kind.
         */
        broken: Array<{
            kind: 'forked' | 'shrunk' | 'omitted';
            reason: string;
        }>;
        /**
         * Entries that were not read because the log was not followed for more than 7 days; the last time.
         */
        gap: {
            from: string;
            until: string | null;
            entries: number | null;
        } | null;
        /**
         * Entries before this one are read.
         */
        read_size: number;
        head_size: number | null;
        asked_at: string | null;
        /**
         * When everything up to its head was read.
         */
        current_at: string | null;
        /**
         * The last daily test that a host name of its new entries is found; null before the first.
         */
        self_test: {
            at: string;
            is_found: boolean;
        } | null;
        bytes_today: number;
    }>;
    searches: Array<{
        name: string;
        domains: number;
        answered: number;
        outcome: 'complete' | 'partial' | 'failed' | null;
        reason: string | null;
        asked_at: string | null;
    }>;
};

export type Trends = {
    /**
     * The earliest first. A day on which the server did not run is missing.
     */
    trends: Array<DayOfTrends>;
};

export type TrustAnchorAssignment = {
    /**
     * `name=value` in lower case; null for the organization.
     */
    tag: string | null;
    /**
     * Null for the public roots alone.
     */
    set: NamedTrustAnchorSet | null;
    /**
     * Certificates with the tag; null for the organization.
     */
    certificate_count: number | null;
};

export type TrustAnchorAssignmentList = {
    assignments: Array<TrustAnchorAssignment>;
    /**
     * Send it as `cursor` for the next page; null on the last.
     */
    next_cursor: string | null;
    /**
     * On all pages together.
     */
    total: number;
};

export type TrustAnchorSet = {
    id: string;
    name: string;
    /**
     * Certificates of the set.
     */
    anchor_count: number;
    expired_count: number;
    /**
     * When the first of them expires.
     */
    expires_at: string;
    /**
     * What it is assigned to; a set in use cannot be deleted.
     */
    usage: {
        certificates: number;
        tags: number;
        is_default: boolean;
    };
    /**
     * Monitored certificates whose chain ends at one of its certificates.
     */
    trusted_count: number;
    created_at: string;
    /**
     * When its certificates last changed.
     */
    updated_at: string;
};

export type TrustAnchorSetAnswer = {
    trust_anchors: TrustAnchorSetDetail;
};

export type TrustAnchorSetChange = {
    /**
     * Accepted and ignored.
     */
    id?: unknown;
    /**
     * Unique in any case.
     */
    name?: string;
    /**
     * Accepted and ignored.
     */
    anchor_count?: unknown;
    /**
     * Accepted and ignored.
     */
    expired_count?: unknown;
    /**
     * Accepted and ignored.
     */
    expires_at?: unknown;
    /**
     * Accepted and ignored.
     */
    usage?: unknown;
    /**
     * Accepted and ignored.
     */
    trusted_count?: unknown;
    /**
     * Accepted and ignored.
     */
    created_at?: unknown;
    /**
     * Accepted and ignored.
     */
    updated_at?: unknown;
    /**
     * Accepted and ignored.
     */
    anchors?: unknown;
    /**
     * CA certificates in PEM, at most 100 and 400000 characters. A text with a private key is refused. Only the certificates are stored.
     */
    pem?: string;
};

export type TrustAnchorSetDetail = {
    id: string;
    name: string;
    /**
     * Certificates of the set.
     */
    anchor_count: number;
    expired_count: number;
    /**
     * When the first of them expires.
     */
    expires_at: string;
    /**
     * What it is assigned to; a set in use cannot be deleted.
     */
    usage: {
        certificates: number;
        tags: number;
        is_default: boolean;
    };
    /**
     * Monitored certificates whose chain ends at one of its certificates.
     */
    trusted_count: number;
    created_at: string;
    /**
     * When its certificates last changed.
     */
    updated_at: string;
    anchors: Array<{
        certificate: ChainCertificate;
        /**
         * It signed itself. Otherwise it is an intermediate.
         */
        is_root: boolean;
        is_expired: boolean;
        /**
         * Monitored certificates whose chain ends at it.
         */
        trusted_count: number;
    }>;
};

export type TrustAnchorSetList = {
    trust_anchors: Array<TrustAnchorSet>;
    /**
     * Send it as `cursor` for the next page; null on the last.
     */
    next_cursor: string | null;
    /**
     * On all pages together.
     */
    total: number;
};

export type TrustAnchorsToAssign = {
    /**
     * Left out or null: the organization.
     */
    tag?: string | null;
    /**
     * The ID of a set, `public` for the public roots alone, or null for no choice.
     */
    anchors: string | null;
};

export type TwoFactor = {
    /**
     * When the authenticator app was set up; null if it was not.
     */
    app_since: string | null;
    recovery_codes_left: number;
    /**
     * What changes of how you sign in ask for. `sign-in`: sign in again first.
     */
    proof: 'password' | 'code' | 'sign-in';
};

export type UpsertedCertificate = {
    /**
     * Replaces all tags. Left out: as they are.
     */
    tags?: {
        [key: string]: string;
    };
    /**
     * Null: in no environment. Left out: as it is.
     */
    environment_id?: string | null;
    /**
     * The ID of a set, `public` for the public roots alone, or null for no choice. Left out: as it is.
     */
    anchors?: string | null;
};

export type User = {
    id: string;
    org_id: string;
    email: string;
    first_name: string;
    last_name: string;
    role: 'admin' | 'viewer';
};

export type UserList = {
    users: Array<TeamMember>;
    /**
     * Send it as `cursor` for the next page; null on the last.
     */
    next_cursor: string | null;
    /**
     * On all pages together.
     */
    total: number;
    seats: Seats;
};

export type WatchedDomain = {
    id: string;
    domain: string;
    created_at: string;
    /**
     * `endpoint`: an endpoint at or below it is monitored. `dns`: its TXT record. Null: nothing is looked for yet.
     */
    verified_by: 'endpoint' | 'dns' | null;
    verified_at: string | null;
    /**
     * The TXT record that verifies it; null once it is verified.
     */
    record: {
        name: string;
        value: string;
    } | null;
    /**
     * Certificates found before it raise no alert.
     */
    learning_until: string | null;
    /**
     * Organizations of the issuers that may issue for it; empty: any.
     */
    allowed_issuers: Array<string>;
    /**
     * Issuers that its CAA records allow; null: any, or not looked up yet.
     */
    caa: Array<string> | null;
    /**
     * When they were looked up.
     */
    caa_at: string | null;
    /**
     * Certificates that were found.
     */
    issuances: number;
    /**
     * Those of them that are unknown and not judged.
     */
    open: number;
};

export type WatchedDomainAnswer = {
    domain: WatchedDomain;
};

export type WatchedDomainChange = {
    /**
     * Organizations of issuers, at most 50; empty: any.
     */
    allowed_issuers: Array<string>;
};

export type WatchedDomainList = {
    domains: Array<WatchedDomain>;
    suggestions: Array<{
        domain: string;
        endpoints: number;
    }>;
    /**
     * Issuers of certificates that were found and are not suspicious, the most frequent first, at most 20.
     */
    issuers: Array<string>;
    /**
     * Send it as `cursor` for the next page; null on the last.
     */
    next_cursor: string | null;
    /**
     * On all pages together.
     */
    total: number;
};

export type WebhookDelivery = {
    event_id: string;
    type: 'certificate.added' | 'certificate.renewed' | 'certificate.changed' | 'certificate.removed' | 'check.failed' | 'check.recovered' | 'alert.raised' | 'discovery.completed';
    /**
     * The event's.
     */
    timestamp: string;
    state: 'pending' | 'sending' | 'sent' | 'dead' | 'cancelled';
    attempts: number;
    /**
     * What the receiver answered last.
     */
    status: number | null;
    /**
     * Of the last attempt.
     */
    duration_ms: number | null;
    /**
     * Why the last attempt failed; one short line of text.
     */
    reason: string | null;
    sent_at: string | null;
    next_attempt_at: string | null;
};

export type WebhookDeliveryList = {
    deliveries: Array<WebhookDelivery>;
    /**
     * Send it as `cursor` for the next page; null on the last.
     */
    next_cursor: string | null;
};

export type WebhookEndpoint = {
    id: string;
    name: string;
    /**
     * Masked: its last characters.
     */
    url: string;
    types: Array<'certificate.added' | 'certificate.renewed' | 'certificate.changed' | 'certificate.removed' | 'check.failed' | 'check.recovered' | 'alert.raised' | 'discovery.completed'>;
    enabled: boolean;
    /**
     * `paused`: the receiver answered 410 or took nothing for three days. A save or a test that arrives resumes it.
     */
    state: 'active' | 'disabled' | 'paused' | 'not_in_plan';
    paused_reason: string | null;
    failing_since: string | null;
    created_at: string;
};

export type WebhookEndpointAnswer = {
    endpoint: WebhookEndpoint;
};

export type WebhookEndpointList = {
    endpoints: Array<WebhookEndpoint>;
    /**
     * Send it as `cursor` for the next page; null on the last.
     */
    next_cursor: string | null;
    /**
     * On all pages together.
     */
    total: number;
};

export type WebhookEndpointToAdd = {
    name: string;
    /**
     * A masked value that comes back keeps what is stored.
     */
    url: string;
    types: Array<'certificate.added' | 'certificate.renewed' | 'certificate.changed' | 'certificate.removed' | 'check.failed' | 'check.recovered' | 'alert.raised' | 'discovery.completed'>;
    enabled?: boolean;
};

export type WebhookEndpointToUpdate = {
    name?: string;
    /**
     * A masked value that comes back keeps what is stored.
     */
    url?: string;
    types?: Array<'certificate.added' | 'certificate.renewed' | 'certificate.changed' | 'certificate.removed' | 'check.failed' | 'check.recovered' | 'alert.raised' | 'discovery.completed'>;
    enabled?: boolean;
};

export type Widgets = {
    /**
     * Certificates ever seen.
     */
    seen: number;
    /**
     * Most certificates first, at most 50.
     */
    issuers: Array<{
        name: string;
        count: number;
        percent: number;
    }>;
    issuers_total: number;
    compliance: Array<{
        framework: 'PCI DSS' | 'HIPAA' | 'SOC 2';
        rule: string;
        compliant: number;
        total: number;
        /**
         * Rounded down.
         */
        percent: number | null;
        level: 'Compliant' | 'Partial' | 'Non-compliant' | null;
    }>;
    savings: CostSavings;
    /**
     * Of issuers and savings: up to five minutes old above 10,000 certificates.
     */
    computed_at: string;
};

export type YearOfWork = {
    /**
     * Certificates ordered.
     */
    orders: number;
    /**
     * Domains validated.
     */
    validations: number;
    /**
     * Certificates installed, one for each endpoint.
     */
    installs: number;
};

export type RegisterData = {
    body: Registration;
    headers?: {
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/accounts/register';
};

export type RegisterErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type RegisterError = RegisterErrors[keyof RegisterErrors];

export type RegisterResponses = {
    /**
     * Done; the message is for the person who asked.
     */
    200: Message;
};

export type RegisterResponse = RegisterResponses[keyof RegisterResponses];

export type ActivateAccountData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * The token at the end of the mailed link.
         */
        token: string;
    };
    query?: never;
    url: '/v1/accounts/activate/{token}';
};

export type ActivateAccountErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ActivateAccountError = ActivateAccountErrors[keyof ActivateAccountErrors];

export type ActivateAccountResponses = {
    /**
     * Done; the message is for the person who asked.
     */
    200: Message;
};

export type ActivateAccountResponse = ActivateAccountResponses[keyof ActivateAccountResponses];

export type LoginData = {
    body: Credentials;
    headers?: {
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/accounts/login';
};

export type LoginErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type LoginError = LoginErrors[keyof LoginErrors];

export type LoginResponses = {
    /**
     * Signed in.
     */
    200: SignedIn;
};

export type LoginResponse = LoginResponses[keyof LoginResponses];

export type FinishLoginData = {
    body: SecondFactor;
    headers?: {
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/accounts/login/second-factor';
};

export type FinishLoginErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type FinishLoginError = FinishLoginErrors[keyof FinishLoginErrors];

export type FinishLoginResponses = {
    /**
     * Signed in.
     */
    200: SignedIn;
};

export type FinishLoginResponse = FinishLoginResponses[keyof FinishLoginResponses];

export type GetSessionData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/accounts/session';
};

export type GetSessionErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type GetSessionError = GetSessionErrors[keyof GetSessionErrors];

export type GetSessionResponses = {
    /**
     * The person and their organization.
     */
    200: Session;
};

export type GetSessionResponse = GetSessionResponses[keyof GetSessionResponses];

export type LogoutData = {
    body?: never;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/accounts/logout';
};

export type LogoutErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type LogoutError = LogoutErrors[keyof LogoutErrors];

export type LogoutResponses = {
    /**
     * Done; the message is for the person who asked.
     */
    200: Message;
};

export type LogoutResponse = LogoutResponses[keyof LogoutResponses];

export type RequestPasswordResetData = {
    body: PasswordResetRequest;
    headers?: {
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/accounts/reset-password';
};

export type RequestPasswordResetErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type RequestPasswordResetError = RequestPasswordResetErrors[keyof RequestPasswordResetErrors];

export type RequestPasswordResetResponses = {
    /**
     * Done; the message is for the person who asked.
     */
    200: Message;
};

export type RequestPasswordResetResponse = RequestPasswordResetResponses[keyof RequestPasswordResetResponses];

export type ResetPasswordData = {
    body: NewPassword;
    headers?: {
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The token at the end of the mailed link.
         */
        token: string;
    };
    query?: never;
    url: '/v1/accounts/reset-password/{token}';
};

export type ResetPasswordErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ResetPasswordError = ResetPasswordErrors[keyof ResetPasswordErrors];

export type ResetPasswordResponses = {
    /**
     * Done; the message is for the person who asked.
     */
    200: PasswordReset;
};

export type ResetPasswordResponse = ResetPasswordResponses[keyof ResetPasswordResponses];

export type ChangePasswordData = {
    body: PasswordChange;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/accounts/password';
};

export type ChangePasswordErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ChangePasswordError = ChangePasswordErrors[keyof ChangePasswordErrors];

export type ChangePasswordResponses = {
    /**
     * Done; the message is for the person who asked.
     */
    200: Message;
};

export type ChangePasswordResponse = ChangePasswordResponses[keyof ChangePasswordResponses];

export type ListSessionsData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: {
        /**
         * Sessions a page, 50 by default.
         */
        limit?: number;
        /**
         * The `next_cursor` of the answer before.
         */
        cursor?: string;
    };
    url: '/v1/accounts/sessions';
};

export type ListSessionsErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ListSessionsError = ListSessionsErrors[keyof ListSessionsErrors];

export type ListSessionsResponses = {
    /**
     * One page.
     */
    200: SessionList;
};

export type ListSessionsResponse = ListSessionsResponses[keyof ListSessionsResponses];

export type EndOtherSessionsData = {
    body?: never;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/accounts/sessions/end-others';
};

export type EndOtherSessionsErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type EndOtherSessionsError = EndOtherSessionsErrors[keyof EndOtherSessionsErrors];

export type EndOtherSessionsResponses = {
    /**
     * How many ended.
     */
    200: EndedSessions;
};

export type EndOtherSessionsResponse = EndOtherSessionsResponses[keyof EndOtherSessionsResponses];

export type EndSessionData = {
    body?: never;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
    };
    path: {
        /**
         * The `handle` of the session.
         */
        handle: string;
    };
    query?: never;
    url: '/v1/accounts/sessions/{handle}';
};

export type EndSessionErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type EndSessionError = EndSessionErrors[keyof EndSessionErrors];

export type EndSessionResponses = {
    /**
     * Done; the message is for the person who asked.
     */
    200: Message;
};

export type EndSessionResponse = EndSessionResponses[keyof EndSessionResponses];

export type GetTwoFactorData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/accounts/two-factor';
};

export type GetTwoFactorErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type GetTwoFactorError = GetTwoFactorErrors[keyof GetTwoFactorErrors];

export type GetTwoFactorResponses = {
    /**
     * The state.
     */
    200: TwoFactor;
};

export type GetTwoFactorResponse = GetTwoFactorResponses[keyof GetTwoFactorResponses];

export type BeginTotpData = {
    body: Proof;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/accounts/two-factor/app';
};

export type BeginTotpErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type BeginTotpError = BeginTotpErrors[keyof BeginTotpErrors];

export type BeginTotpResponses = {
    /**
     * Not in force yet.
     */
    200: AuthenticatorSetUp;
};

export type BeginTotpResponse = BeginTotpResponses[keyof BeginTotpResponses];

export type ConfirmTotpData = {
    body: AuthenticatorCode;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/accounts/two-factor/app/confirm';
};

export type ConfirmTotpErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ConfirmTotpError = ConfirmTotpErrors[keyof ConfirmTotpErrors];

export type ConfirmTotpResponses = {
    /**
     * In force.
     */
    200: RecoveryCodes;
};

export type ConfirmTotpResponse = ConfirmTotpResponses[keyof ConfirmTotpResponses];

export type RemoveTotpData = {
    body: Proof;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/accounts/two-factor/app/remove';
};

export type RemoveTotpErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type RemoveTotpError = RemoveTotpErrors[keyof RemoveTotpErrors];

export type RemoveTotpResponses = {
    /**
     * Done; the message is for the person who asked.
     */
    200: Message;
};

export type RemoveTotpResponse = RemoveTotpResponses[keyof RemoveTotpResponses];

export type RenewRecoveryCodesData = {
    body: Proof;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/accounts/two-factor/recovery-codes';
};

export type RenewRecoveryCodesErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type RenewRecoveryCodesError = RenewRecoveryCodesErrors[keyof RenewRecoveryCodesErrors];

export type RenewRecoveryCodesResponses = {
    /**
     * The new codes.
     */
    200: RecoveryCodes;
};

export type RenewRecoveryCodesResponse = RenewRecoveryCodesResponses[keyof RenewRecoveryCodesResponses];

export type ListPasskeysData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: {
        /**
         * Passkeys a page, 50 by default.
         */
        limit?: number;
        /**
         * The `next_cursor` of the answer before.
         */
        cursor?: string;
    };
    url: '/v1/accounts/passkeys';
};

export type ListPasskeysErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ListPasskeysError = ListPasskeysErrors[keyof ListPasskeysErrors];

export type ListPasskeysResponses = {
    /**
     * One page.
     */
    200: PasskeyList;
};

export type ListPasskeysResponse = ListPasskeysResponses[keyof ListPasskeysResponses];

export type RenamePasskeyData = {
    body: PasskeyName;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
    };
    path: {
        /**
         * The passkey.
         */
        id: string;
    };
    query?: never;
    url: '/v1/accounts/passkeys/{id}';
};

export type RenamePasskeyErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type RenamePasskeyError = RenamePasskeyErrors[keyof RenamePasskeyErrors];

export type RenamePasskeyResponses = {
    /**
     * Renamed.
     */
    200: PasskeyAnswer;
};

export type RenamePasskeyResponse = RenamePasskeyResponses[keyof RenamePasskeyResponses];

export type RemovePasskeyData = {
    body: Proof;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The passkey.
         */
        id: string;
    };
    query?: never;
    url: '/v1/accounts/passkeys/{id}/remove';
};

export type RemovePasskeyErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type RemovePasskeyError = RemovePasskeyErrors[keyof RemovePasskeyErrors];

export type RemovePasskeyResponses = {
    /**
     * Done; the message is for the person who asked.
     */
    200: Message;
};

export type RemovePasskeyResponse = RemovePasskeyResponses[keyof RemovePasskeyResponses];

export type ListIdentitiesData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: {
        /**
         * Providers a page, 50 by default.
         */
        limit?: number;
        /**
         * The `next_cursor` of the answer before.
         */
        cursor?: string;
    };
    url: '/v1/accounts/identities';
};

export type ListIdentitiesErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ListIdentitiesError = ListIdentitiesErrors[keyof ListIdentitiesErrors];

export type ListIdentitiesResponses = {
    /**
     * One page.
     */
    200: IdentityList;
};

export type ListIdentitiesResponse = ListIdentitiesResponses[keyof ListIdentitiesResponses];

export type RemoveIdentityData = {
    body: Proof;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        provider: 'github' | 'google';
    };
    query?: never;
    url: '/v1/accounts/identities/{provider}/remove';
};

export type RemoveIdentityErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type RemoveIdentityError = RemoveIdentityErrors[keyof RemoveIdentityErrors];

export type RemoveIdentityResponses = {
    /**
     * Done; the message is for the person who asked.
     */
    200: Message;
};

export type RemoveIdentityResponse = RemoveIdentityResponses[keyof RemoveIdentityResponses];

export type ListDiscoveriesData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: {
        /**
         * Searches of this domain only.
         */
        domain?: string;
        /**
         * Searches a page, 50 by default.
         */
        limit?: number;
        /**
         * The `next_cursor` of the answer before.
         */
        cursor?: string;
    };
    url: '/v1/certificates/discover';
};

export type ListDiscoveriesErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ListDiscoveriesError = ListDiscoveriesErrors[keyof ListDiscoveriesErrors];

export type ListDiscoveriesResponses = {
    /**
     * The searches.
     */
    200: DiscoveryList;
};

export type ListDiscoveriesResponse = ListDiscoveriesResponses[keyof ListDiscoveriesResponses];

export type StartDiscoveryData = {
    body: NewDiscovery;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
        /**
         * `respond-async`: answers 202 with the job (RFC 7240).
         */
        Prefer?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/certificates/discover';
};

export type StartDiscoveryErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type StartDiscoveryError = StartDiscoveryErrors[keyof StartDiscoveryErrors];

export type StartDiscoveryResponses = {
    /**
     * It is queued.
     */
    200: DiscoveryStarted;
    /**
     * With `Prefer: respond-async`: the job.
     */
    202: Job;
};

export type StartDiscoveryResponse = StartDiscoveryResponses[keyof StartDiscoveryResponses];

export type GetDiscoveryData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * The `jobId` that starting it answered.
         */
        id: string;
    };
    query?: {
        /**
         * `unmonitored` leaves out what is watched already; `new` and `gone` compare with the last completed run before, `gone` in its words.
         */
        list?: 'all' | 'unmonitored' | 'new' | 'gone';
        /**
         * Names that contain it only.
         */
        search?: string;
        /**
         * Results a page. Without `limit` and `cursor` all are answered, up to 10,000; with `cursor` alone 50.
         */
        limit?: number;
        /**
         * The `next_cursor` of the answer before. While a search runs its results move between pages.
         */
        cursor?: string;
    };
    url: '/v1/certificates/discover/{id}';
};

export type GetDiscoveryErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type GetDiscoveryError = GetDiscoveryErrors[keyof GetDiscoveryErrors];

export type GetDiscoveryResponses = {
    /**
     * How far it is, and what it found.
     */
    200: Discovery;
};

export type GetDiscoveryResponse = GetDiscoveryResponses[keyof GetDiscoveryResponses];

export type CancelDiscoveryData = {
    body?: never;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The `jobId` that starting it answered.
         */
        id: string;
    };
    query?: never;
    url: '/v1/certificates/discover/{id}/cancel';
};

export type CancelDiscoveryErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type CancelDiscoveryError = CancelDiscoveryErrors[keyof CancelDiscoveryErrors];

export type CancelDiscoveryResponses = {
    /**
     * It is no longer running.
     */
    200: DiscoveryCancelled;
};

export type CancelDiscoveryResponse = CancelDiscoveryResponses[keyof CancelDiscoveryResponses];

export type GetAnalyticsData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/analytics';
};

export type GetAnalyticsErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type GetAnalyticsError = GetAnalyticsErrors[keyof GetAnalyticsErrors];

export type GetAnalyticsResponses = {
    /**
     * The figures.
     */
    200: Analytics;
};

export type GetAnalyticsResponse = GetAnalyticsResponses[keyof GetAnalyticsResponses];

export type GetCertificateAnalyticsData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/certificates/analytics';
};

export type GetCertificateAnalyticsErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type GetCertificateAnalyticsError = GetCertificateAnalyticsErrors[keyof GetCertificateAnalyticsErrors];

export type GetCertificateAnalyticsResponses = {
    /**
     * The figures.
     */
    200: Analytics;
};

export type GetCertificateAnalyticsResponse = GetCertificateAnalyticsResponses[keyof GetCertificateAnalyticsResponses];

export type GetExpiriesData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/analytics/expiries';
};

export type GetExpiriesErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type GetExpiriesError = GetExpiriesErrors[keyof GetExpiriesErrors];

export type GetExpiriesResponses = {
    /**
     * The months.
     */
    200: Expiries;
};

export type GetExpiriesResponse = GetExpiriesResponses[keyof GetExpiriesResponses];

export type GetTeamAnalyticsData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/analytics/team';
};

export type GetTeamAnalyticsErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type GetTeamAnalyticsError = GetTeamAnalyticsErrors[keyof GetTeamAnalyticsErrors];

export type GetTeamAnalyticsResponses = {
    /**
     * The figures.
     */
    200: TeamAnalytics;
};

export type GetTeamAnalyticsResponse = GetTeamAnalyticsResponses[keyof GetTeamAnalyticsResponses];

export type GetTimelineData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: {
        /**
         * The window. Left out: 90.
         */
        days?: '30' | '90' | '365';
    };
    url: '/v1/analytics/timeline';
};

export type GetTimelineErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type GetTimelineError = GetTimelineErrors[keyof GetTimelineErrors];

export type GetTimelineResponses = {
    /**
     * The timeline.
     */
    200: Timeline;
};

export type GetTimelineResponse = GetTimelineResponses[keyof GetTimelineResponses];

export type ListTrendsData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: {
        /**
         * How many days. Left out: 30.
         */
        days?: '30' | '365';
    };
    url: '/v1/analytics/trends';
};

export type ListTrendsErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ListTrendsError = ListTrendsErrors[keyof ListTrendsErrors];

export type ListTrendsResponses = {
    /**
     * The days.
     */
    200: Trends;
};

export type ListTrendsResponse = ListTrendsResponses[keyof ListTrendsResponses];

export type GetReadinessData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/readiness';
};

export type GetReadinessErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type GetReadinessError = GetReadinessErrors[keyof GetReadinessErrors];

export type GetReadinessResponses = {
    /**
     * The figures.
     */
    200: Readiness;
};

export type GetReadinessResponse = GetReadinessResponses[keyof GetReadinessResponses];

export type ListReadinessData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: {
        /**
         * Rows a page, 50 by default.
         */
        limit?: number;
        /**
         * The `next_cursor` of the answer before.
         */
        cursor?: string;
    };
    url: '/v1/readiness/endpoints';
};

export type ListReadinessErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ListReadinessError = ListReadinessErrors[keyof ListReadinessErrors];

export type ListReadinessResponses = {
    /**
     * One page of endpoints.
     */
    200: ReadinessOfEndpoints;
};

export type ListReadinessResponse = ListReadinessResponses[keyof ListReadinessResponses];

export type ExportReadinessData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Default `json`.
         */
        format?: 'csv' | 'json';
    };
    url: '/v1/readiness/export';
};

export type ExportReadinessErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ExportReadinessError = ExportReadinessErrors[keyof ExportReadinessErrors];

export type ExportReadinessResponses = {
    /**
     * The file.
     */
    200: ReadinessExport;
};

export type ExportReadinessResponse = ExportReadinessResponses[keyof ExportReadinessResponses];

export type GetCryptographyData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/cryptography';
};

export type GetCryptographyErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type GetCryptographyError = GetCryptographyErrors[keyof GetCryptographyErrors];

export type GetCryptographyResponses = {
    /**
     * The inventory.
     */
    200: Cryptography;
};

export type GetCryptographyResponse = GetCryptographyResponses[keyof GetCryptographyResponses];

export type ExportCbomData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/cryptography/cbom';
};

export type ExportCbomErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ExportCbomError = ExportCbomErrors[keyof ExportCbomErrors];

export type ExportCbomResponses = {
    /**
     * The document.
     */
    200: CryptographyBom;
};

export type ExportCbomResponse = ExportCbomResponses[keyof ExportCbomResponses];

export type ExportEvidenceData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * The key, or the file. Left out: json.
         */
        format?: 'json' | 'file';
    };
    url: '/v1/evidence';
};

export type ExportEvidenceErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ExportEvidenceError = ExportEvidenceErrors[keyof ExportEvidenceErrors];

export type ExportEvidenceResponses = {
    /**
     * The key or the file.
     */
    200: Evidence;
};

export type ExportEvidenceResponse = ExportEvidenceResponses[keyof ExportEvidenceResponses];

export type ExportTrendsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Default `json`.
         */
        format?: 'csv' | 'json';
    };
    url: '/v1/analytics/trends/export';
};

export type ExportTrendsErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ExportTrendsError = ExportTrendsErrors[keyof ExportTrendsErrors];

export type ExportTrendsResponses = {
    /**
     * The file.
     */
    200: Trends;
};

export type ExportTrendsResponse = ExportTrendsResponses[keyof ExportTrendsResponses];

export type ListCertificatesData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: {
        /**
         * Part of the domain or of the issuer; also `tag:production`, `tag:team=web`, `env:`, `owner:`, `team:`, `source:`, `issuer:`, `domain:`, `renewal:late` or `renewal:due`, `protocol:smtp`, `collector:"Vault network"`, `deploy:not-reloaded`, and `expires:<30d` or `expires:>=2027-01-31`, with quotation marks around values that hold blanks.
         */
        search?: string;
        /**
         * One of all, expired, critical, warning, valid, unreachable, healthy, or several separated by commas: certificates with any of them. `healthy` is an older word for `valid`.
         */
        status?: string;
        /**
         * This endpoint and no other, as it is added: `example.com` or `example.com:8443`, in any case.
         */
        domain?: string;
        /**
         * Endpoints of one protocol. `tls` is TLS from the first byte.
         */
        protocol?: 'tls' | 'smtp' | 'imap' | 'pop3' | 'ftp' | 'ldap' | 'xmpp' | 'postgres' | 'mysql' | 'nats';
        /**
         * The whole `issuer`, in any case.
         */
        issuer?: string;
        /**
         * Certificates of one environment.
         */
        environment_id?: string;
        /**
         * The whole name of an environment, in any case.
         */
        environment?: string;
        /**
         * A tag's value, its name, or `name=value`, whole and in any case.
         */
        tag?: string;
        /**
         * Certificates that expire before this instant. A day means its first instant in UTC.
         */
        expires_before?: string;
        /**
         * Certificates whose `updated_at` is this instant or a later one. Take the start of your last read: a change may be committed after a later one.
         */
        updated_since?: string;
        /**
         * By `expiration_date` when left out.
         */
        sort?: 'expiration_date' | 'domain' | 'issuer';
        /**
         * `asc` when left out. Certificates never seen come last by `expiration_date`, first by `issuer`.
         */
        order?: 'asc' | 'desc';
        /**
         * Rows a page. Without `limit` and `cursor` all rows are answered, up to 10,000; with `cursor` alone 50.
         */
        limit?: number;
        /**
         * The `next_cursor` of the answer before.
         */
        cursor?: string;
    };
    url: '/v1/certificates/list';
};

export type ListCertificatesErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ListCertificatesError = ListCertificatesErrors[keyof ListCertificatesErrors];

export type ListCertificatesResponses = {
    /**
     * The certificates and the plan in force.
     */
    200: CertificateList;
};

export type ListCertificatesResponse = ListCertificatesResponses[keyof ListCertificatesResponses];

export type ListCertificatePagesData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: {
        /**
         * Part of the domain or of the issuer; also `tag:production`, `tag:team=web`, `env:`, `owner:`, `team:`, `source:`, `issuer:`, `domain:`, `renewal:late` or `renewal:due`, `protocol:smtp`, `collector:"Vault network"`, `deploy:not-reloaded`, and `expires:<30d` or `expires:>=2027-01-31`, with quotation marks around values that hold blanks.
         */
        search?: string;
        /**
         * One of all, expired, critical, warning, valid, unreachable, healthy, or several separated by commas: certificates with any of them. `healthy` is an older word for `valid`.
         */
        status?: string;
        /**
         * This endpoint and no other, as it is added: `example.com` or `example.com:8443`, in any case.
         */
        domain?: string;
        /**
         * Endpoints of one protocol. `tls` is TLS from the first byte.
         */
        protocol?: 'tls' | 'smtp' | 'imap' | 'pop3' | 'ftp' | 'ldap' | 'xmpp' | 'postgres' | 'mysql' | 'nats';
        /**
         * The whole `issuer`, in any case.
         */
        issuer?: string;
        /**
         * Certificates of one environment.
         */
        environment_id?: string;
        /**
         * The whole name of an environment, in any case.
         */
        environment?: string;
        /**
         * A tag's value, its name, or `name=value`, whole and in any case.
         */
        tag?: string;
        /**
         * Certificates that expire before this instant. A day means its first instant in UTC.
         */
        expires_before?: string;
        /**
         * Certificates whose `updated_at` is this instant or a later one. Take the start of your last read: a change may be committed after a later one.
         */
        updated_since?: string;
        /**
         * By `expiration_date` when left out.
         */
        sort?: 'expiration_date' | 'domain' | 'issuer';
        /**
         * `asc` when left out. Certificates never seen come last by `expiration_date`, first by `issuer`.
         */
        order?: 'asc' | 'desc';
        /**
         * Rows a page, 50 by default.
         */
        limit?: number;
        /**
         * The `next_cursor` of the answer before.
         */
        cursor?: string;
    };
    url: '/v1/certificates';
};

export type ListCertificatePagesErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ListCertificatePagesError = ListCertificatePagesErrors[keyof ListCertificatePagesErrors];

export type ListCertificatePagesResponses = {
    /**
     * One page.
     */
    200: CertificatePage;
};

export type ListCertificatePagesResponse = ListCertificatePagesResponses[keyof ListCertificatePagesResponses];

export type CreateCertificateData = {
    body: NewCertificate;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/certificates';
};

export type CreateCertificateErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type CreateCertificateError = CreateCertificateErrors[keyof CreateCertificateErrors];

export type CreateCertificateResponses = {
    /**
     * Added.
     */
    200: CertificateAnswer;
};

export type CreateCertificateResponse = CreateCertificateResponses[keyof CreateCertificateResponses];

export type AddCertificateData = {
    body: NewCertificate;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/certificates/add';
};

export type AddCertificateErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type AddCertificateError = AddCertificateErrors[keyof AddCertificateErrors];

export type AddCertificateResponses = {
    /**
     * Added.
     */
    200: CertificateAnswer;
};

export type AddCertificateResponse = AddCertificateResponses[keyof AddCertificateResponses];

export type AddUploadData = {
    body: NewUpload;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/certificates/uploads';
};

export type AddUploadErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type AddUploadError = AddUploadErrors[keyof AddUploadErrors];

export type AddUploadResponses = {
    /**
     * Added.
     */
    200: CertificateAnswer;
};

export type AddUploadResponse = AddUploadResponses[keyof AddUploadResponses];

export type ReplaceUploadData = {
    body: ReplacedUpload;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
    };
    path: {
        /**
         * The certificate's id.
         */
        id: string;
    };
    query?: never;
    url: '/v1/certificates/{id}/upload';
};

export type ReplaceUploadErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ReplaceUploadError = ReplaceUploadErrors[keyof ReplaceUploadErrors];

export type ReplaceUploadResponses = {
    /**
     * Replaced.
     */
    200: CertificateAnswer;
};

export type ReplaceUploadResponse = ReplaceUploadResponses[keyof ReplaceUploadResponses];

export type AddDateData = {
    body: NewDate;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/certificates/dates';
};

export type AddDateErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type AddDateError = AddDateErrors[keyof AddDateErrors];

export type AddDateResponses = {
    /**
     * Added.
     */
    200: CertificateAnswer;
};

export type AddDateResponse = AddDateResponses[keyof AddDateResponses];

export type UpdateDateData = {
    body: ChangedDate;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
    };
    path: {
        /**
         * The certificate's id.
         */
        id: string;
    };
    query?: never;
    url: '/v1/certificates/{id}/date';
};

export type UpdateDateErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type UpdateDateError = UpdateDateErrors[keyof UpdateDateErrors];

export type UpdateDateResponses = {
    /**
     * Changed.
     */
    200: CertificateAnswer;
};

export type UpdateDateResponse = UpdateDateResponses[keyof UpdateDateResponses];

export type ListSslScoresData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: {
        /**
         * By `domain` when left out.
         */
        sort?: 'domain' | 'score' | 'protocol' | 'cipher' | 'keyBits' | 'chainValid';
        /**
         * `asc` when left out. Endpoints without a value come before the others.
         */
        order?: 'asc' | 'desc';
        /**
         * Rows a page, 50 by default.
         */
        limit?: number;
        /**
         * The `next_cursor` of the answer before.
         */
        cursor?: string;
    };
    url: '/v1/certificates/ssl-scores';
};

export type ListSslScoresErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ListSslScoresError = ListSslScoresErrors[keyof ListSslScoresErrors];

export type ListSslScoresResponses = {
    /**
     * One page of scores.
     */
    200: SslScores;
};

export type ListSslScoresResponse = ListSslScoresResponses[keyof ListSslScoresResponses];

export type ExportSslScoresData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Default `json`.
         */
        format?: 'csv' | 'json';
    };
    url: '/v1/certificates/ssl-scores/export';
};

export type ExportSslScoresErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ExportSslScoresError = ExportSslScoresErrors[keyof ExportSslScoresErrors];

export type ExportSslScoresResponses = {
    /**
     * The file.
     */
    200: SslScoreExport;
};

export type ExportSslScoresResponse = ExportSslScoresResponses[keyof ExportSslScoresResponses];

export type ImportCertificatesData = {
    body?: Array<unknown>;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
        /**
         * `respond-async`: answers 202 with the job (RFC 7240).
         */
        Prefer?: string;
    };
    path?: never;
    query?: {
        /**
         * `create` (the default) creates environments that the list names and you lack, as far as your plan goes. `refuse` imports nothing then, and names their lines.
         */
        missing_environments?: 'create' | 'refuse';
    };
    url: '/v1/certificates/import';
};

export type ImportCertificatesErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ImportCertificatesError = ImportCertificatesErrors[keyof ImportCertificatesErrors];

export type ImportCertificatesResponses = {
    /**
     * Done, or under way.
     */
    200: Import;
    /**
     * With `Prefer: respond-async`: the job.
     */
    202: Job;
};

export type ImportCertificatesResponse = ImportCertificatesResponses[keyof ImportCertificatesResponses];

export type GetImportData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * The `job_id` that starting it answered.
         */
        job_id: string;
    };
    query?: {
        /**
         * The line after which the report goes on.
         */
        after?: number;
        /**
         * Lines of the report, 1000 when left out.
         */
        limit?: number;
        /**
         * The `next_cursor` of the answer before.
         */
        cursor?: string;
    };
    url: '/v1/certificates/import/{job_id}';
};

export type GetImportErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type GetImportError = GetImportErrors[keyof GetImportErrors];

export type GetImportResponses = {
    /**
     * How far it is.
     */
    200: Import;
};

export type GetImportResponse = GetImportResponses[keyof GetImportResponses];

export type ExportCertificatesData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Default `json`.
         */
        format?: 'csv' | 'json';
        /**
         * Part of the domain or of the issuer; also `tag:production`, `tag:team=web`, `env:`, `owner:`, `team:`, `source:`, `issuer:`, `domain:`, `renewal:late` or `renewal:due`, `protocol:smtp`, `collector:"Vault network"`, `deploy:not-reloaded`, and `expires:<30d` or `expires:>=2027-01-31`, with quotation marks around values that hold blanks.
         */
        search?: string;
        /**
         * One of all, expired, critical, warning, valid, unreachable, healthy, or several separated by commas: certificates with any of them. `healthy` is an older word for `valid`.
         */
        status?: string;
        /**
         * This endpoint and no other, as it is added: `example.com` or `example.com:8443`, in any case.
         */
        domain?: string;
        /**
         * Endpoints of one protocol. `tls` is TLS from the first byte.
         */
        protocol?: 'tls' | 'smtp' | 'imap' | 'pop3' | 'ftp' | 'ldap' | 'xmpp' | 'postgres' | 'mysql' | 'nats';
        /**
         * The whole `issuer`, in any case.
         */
        issuer?: string;
        /**
         * Certificates of one environment.
         */
        environment_id?: string;
        /**
         * The whole name of an environment, in any case.
         */
        environment?: string;
        /**
         * A tag's value, its name, or `name=value`, whole and in any case.
         */
        tag?: string;
        /**
         * Certificates that expire before this instant. A day means its first instant in UTC.
         */
        expires_before?: string;
        /**
         * Certificates whose `updated_at` is this instant or a later one. Take the start of your last read: a change may be committed after a later one.
         */
        updated_since?: string;
    };
    url: '/v1/certificates/export';
};

export type ExportCertificatesErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ExportCertificatesError = ExportCertificatesErrors[keyof ExportCertificatesErrors];

export type ExportCertificatesResponses = {
    /**
     * The file.
     */
    200: Export;
};

export type ExportCertificatesResponse = ExportCertificatesResponses[keyof ExportCertificatesResponses];

export type GetMetricsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * The whole name of an environment, in any case.
         */
        environment?: string;
        /**
         * A tag's value, its name, or `name=value`, whole and in any case.
         */
        tag?: string;
        /**
         * Instead of what `Accept` says.
         */
        format?: 'text' | 'openmetrics' | 'json';
    };
    url: '/v1/metrics';
};

export type GetMetricsErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type GetMetricsError = GetMetricsErrors[keyof GetMetricsErrors];

export type GetMetricsResponses = {
    /**
     * The metrics.
     */
    200: Metrics;
};

export type GetMetricsResponse = GetMetricsResponses[keyof GetMetricsResponses];

export type ListScrapeTargetsData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: {
        /**
         * The whole name of an environment, in any case.
         */
        environment?: string;
        /**
         * A tag's value, its name, or `name=value`, whole and in any case.
         */
        tag?: string;
    };
    url: '/v1/prometheus/targets';
};

export type ListScrapeTargetsErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ListScrapeTargetsError = ListScrapeTargetsErrors[keyof ListScrapeTargetsErrors];

export type ListScrapeTargetsResponses = {
    /**
     * One group for each endpoint.
     */
    200: PrometheusTargets;
};

export type ListScrapeTargetsResponse = ListScrapeTargetsResponses[keyof ListScrapeTargetsResponses];

export type GetWidgetsData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/certificates/widgets';
};

export type GetWidgetsErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type GetWidgetsError = GetWidgetsErrors[keyof GetWidgetsErrors];

export type GetWidgetsResponses = {
    /**
     * The figures.
     */
    200: Widgets;
};

export type GetWidgetsResponse = GetWidgetsResponses[keyof GetWidgetsResponses];

export type GetFacetsData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/certificates/facets';
};

export type GetFacetsErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type GetFacetsError = GetFacetsErrors[keyof GetFacetsErrors];

export type GetFacetsResponses = {
    /**
     * The filters.
     */
    200: CertificateFacets;
};

export type GetFacetsResponse = GetFacetsResponses[keyof GetFacetsResponses];

export type CheckAllCertificatesData = {
    body?: CheckSelection;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
        /**
         * `respond-async`: answers 202 with the job (RFC 7240).
         */
        Prefer?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/certificates/check-all';
};

export type CheckAllCertificatesErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type CheckAllCertificatesError = CheckAllCertificatesErrors[keyof CheckAllCertificatesErrors];

export type CheckAllCertificatesResponses = {
    /**
     * The checks are queued.
     */
    200: CheckRunStarted;
    /**
     * With `Prefer: respond-async`: the job.
     */
    202: Job;
};

export type CheckAllCertificatesResponse = CheckAllCertificatesResponses[keyof CheckAllCertificatesResponses];

export type GetCheckRunData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * The `job_id` that starting it answered.
         */
        job_id: string;
    };
    query?: never;
    url: '/v1/certificates/check-all/{job_id}';
};

export type GetCheckRunErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type GetCheckRunError = GetCheckRunErrors[keyof GetCheckRunErrors];

export type GetCheckRunResponses = {
    /**
     * How far it is.
     */
    200: CheckRun;
};

export type GetCheckRunResponse = GetCheckRunResponses[keyof GetCheckRunResponses];

export type RemoveCertificatesData = {
    body: CertificateSelection;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/certificates/bulk-delete';
};

export type RemoveCertificatesErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type RemoveCertificatesError = RemoveCertificatesErrors[keyof RemoveCertificatesErrors];

export type RemoveCertificatesResponses = {
    /**
     * How many were deleted.
     */
    200: DeletedCertificates;
};

export type RemoveCertificatesResponse = RemoveCertificatesResponses[keyof RemoveCertificatesResponses];

export type UpsertCertificateData = {
    body: UpsertedCertificate;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
    };
    path: {
        /**
         * `host` or `host:port`, percent-encoded.
         */
        domain: string;
    };
    query?: never;
    url: '/v1/certificates/by-domain/{domain}';
};

export type UpsertCertificateErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type UpsertCertificateError = UpsertCertificateErrors[keyof UpsertCertificateErrors];

export type UpsertCertificateResponses = {
    /**
     * It was monitored already.
     */
    200: CertificateAnswer;
    /**
     * Added.
     */
    201: CertificateAnswer;
};

export type UpsertCertificateResponse = UpsertCertificateResponses[keyof UpsertCertificateResponses];

export type RemoveCertificateData = {
    body?: never;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
    };
    path: {
        /**
         * The certificate's id.
         */
        id: string;
    };
    query?: never;
    url: '/v1/certificates/{id}';
};

export type RemoveCertificateErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type RemoveCertificateError = RemoveCertificateErrors[keyof RemoveCertificateErrors];

export type RemoveCertificateResponses = {
    /**
     * Done; the message is for the person who asked.
     */
    200: Message;
};

export type RemoveCertificateResponse = RemoveCertificateResponses[keyof RemoveCertificateResponses];

export type GetCertificateData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * The certificate's id.
         */
        id: string;
    };
    query?: never;
    url: '/v1/certificates/{id}';
};

export type GetCertificateErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type GetCertificateError = GetCertificateErrors[keyof GetCertificateErrors];

export type GetCertificateResponses = {
    /**
     * The certificate with its chain.
     */
    200: CertificateDetailAnswer;
};

export type GetCertificateResponse = GetCertificateResponses[keyof GetCertificateResponses];

export type GetLintFindingsData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * The certificate's id.
         */
        id: string;
    };
    query?: never;
    url: '/v1/certificates/{id}/lint';
};

export type GetLintFindingsErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type GetLintFindingsError = GetLintFindingsErrors[keyof GetLintFindingsErrors];

export type GetLintFindingsResponses = {
    /**
     * The findings by certificate, the most severe first.
     */
    200: LintFindings;
};

export type GetLintFindingsResponse = GetLintFindingsResponses[keyof GetLintFindingsResponses];

export type ListCertificateHistoryData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * The certificate's id.
         */
        id: string;
    };
    query?: {
        /**
         * Rows a page, 50 by default.
         */
        limit?: number;
        /**
         * The `next_cursor` of the answer before.
         */
        cursor?: string;
    };
    url: '/v1/certificates/{id}/history';
};

export type ListCertificateHistoryErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ListCertificateHistoryError = ListCertificateHistoryErrors[keyof ListCertificateHistoryErrors];

export type ListCertificateHistoryResponses = {
    /**
     * One page of entries.
     */
    200: History;
};

export type ListCertificateHistoryResponse = ListCertificateHistoryResponses[keyof ListCertificateHistoryResponses];

export type CompareHistoryData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * The certificate's id.
         */
        id: string;
    };
    query: {
        /**
         * The earlier entry.
         */
        from: string;
        /**
         * The later entry.
         */
        to: string;
    };
    url: '/v1/certificates/{id}/history/compare';
};

export type CompareHistoryErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type CompareHistoryError = CompareHistoryErrors[keyof CompareHistoryErrors];

export type CompareHistoryResponses = {
    /**
     * Every field, changed or not.
     */
    200: HistoryComparison;
};

export type CompareHistoryResponse = CompareHistoryResponses[keyof CompareHistoryResponses];

export type GetHistoryEntryData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * The certificate's id.
         */
        id: string;
        /**
         * The history entry's id.
         */
        entry_id: string;
    };
    query?: never;
    url: '/v1/certificates/{id}/history/{entry_id}';
};

export type GetHistoryEntryErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type GetHistoryEntryError = GetHistoryEntryErrors[keyof GetHistoryEntryErrors];

export type GetHistoryEntryResponses = {
    /**
     * The entry.
     */
    200: HistoryEntryAnswer;
};

export type GetHistoryEntryResponse = GetHistoryEntryResponses[keyof GetHistoryEntryResponses];

export type ListRenewalsData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * The certificate's id.
         */
        id: string;
    };
    query?: {
        /**
         * Rows a page. Without `limit` and `cursor` all are answered; with `cursor` alone 50.
         */
        limit?: number;
        /**
         * The `next_cursor` of the answer before.
         */
        cursor?: string;
    };
    url: '/v1/certificates/{id}/renewals';
};

export type ListRenewalsErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ListRenewalsError = ListRenewalsErrors[keyof ListRenewalsErrors];

export type ListRenewalsResponses = {
    /**
     * One row per certificate that was served.
     */
    200: RenewalList;
};

export type ListRenewalsResponse = ListRenewalsResponses[keyof ListRenewalsResponses];

export type GetDeploymentData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * The certificate's id.
         */
        id: string;
    };
    query?: never;
    url: '/v1/certificates/{id}/deployment';
};

export type GetDeploymentErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type GetDeploymentError = GetDeploymentErrors[keyof GetDeploymentErrors];

export type GetDeploymentResponses = {
    /**
     * The deployment.
     */
    200: {
        deployment: Deployment;
    };
};

export type GetDeploymentResponse = GetDeploymentResponses[keyof GetDeploymentResponses];

export type GetRenewalCheckData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * The certificate's id.
         */
        id: string;
    };
    query?: never;
    url: '/v1/certificates/{id}/renewal';
};

export type GetRenewalCheckErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type GetRenewalCheckError = GetRenewalCheckErrors[keyof GetRenewalCheckErrors];

export type GetRenewalCheckResponses = {
    /**
     * The renewal check.
     */
    200: RenewalCheck;
};

export type GetRenewalCheckResponse = GetRenewalCheckResponses[keyof GetRenewalCheckResponses];

export type RequestRenewalLookData = {
    body?: never;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The certificate's id.
         */
        id: string;
    };
    query?: never;
    url: '/v1/certificates/{id}/renewal/look';
};

export type RequestRenewalLookErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type RequestRenewalLookError = RequestRenewalLookErrors[keyof RequestRenewalLookErrors];

export type RequestRenewalLookResponses = {
    /**
     * Done; the message is for the person who asked.
     */
    200: Message;
};

export type RequestRenewalLookResponse = RequestRenewalLookResponses[keyof RequestRenewalLookResponses];

export type CheckCertificateData = {
    body?: never;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The certificate's id.
         */
        id: string;
    };
    query?: never;
    url: '/v1/certificates/{id}/check';
};

export type CheckCertificateErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type CheckCertificateError = CheckCertificateErrors[keyof CheckCertificateErrors];

export type CheckCertificateResponses = {
    /**
     * The certificate as just seen.
     */
    200: CertificateAnswer;
};

export type CheckCertificateResponse = CheckCertificateResponses[keyof CheckCertificateResponses];

export type UpdateCertificateTagsData = {
    body: CertificateTags;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
    };
    path: {
        /**
         * The certificate's id.
         */
        id: string;
    };
    query?: never;
    url: '/v1/certificates/{id}/tags';
};

export type UpdateCertificateTagsErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type UpdateCertificateTagsError = UpdateCertificateTagsErrors[keyof UpdateCertificateTagsErrors];

export type UpdateCertificateTagsResponses = {
    /**
     * Saved.
     */
    200: CertificateAnswer;
};

export type UpdateCertificateTagsResponse = UpdateCertificateTagsResponses[keyof UpdateCertificateTagsResponses];

export type AssignCertificateAnchorsData = {
    body: CertificateTrustAnchorsToAssign;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
    };
    path: {
        /**
         * The certificate's id.
         */
        id: string;
    };
    query?: never;
    url: '/v1/certificates/{id}/anchors';
};

export type AssignCertificateAnchorsErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type AssignCertificateAnchorsError = AssignCertificateAnchorsErrors[keyof AssignCertificateAnchorsErrors];

export type AssignCertificateAnchorsResponses = {
    /**
     * What it trusts now.
     */
    200: CertificateTrustAnchorsAnswer;
};

export type AssignCertificateAnchorsResponse = AssignCertificateAnchorsResponses[keyof AssignCertificateAnchorsResponses];

export type GetDashboardStatsData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/dashboard/stats';
};

export type GetDashboardStatsErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type GetDashboardStatsError = GetDashboardStatsErrors[keyof GetDashboardStatsErrors];

export type GetDashboardStatsResponses = {
    /**
     * The counts and the health score.
     */
    200: DashboardStats;
};

export type GetDashboardStatsResponse = GetDashboardStatsResponses[keyof GetDashboardStatsResponses];

export type ListJobsData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: {
        type?: 'check_run' | 'import' | 'discovery' | 'service_deployment' | 'service_resize' | 'service_rotation' | 'service_renewal' | 'service_allowlist' | 'service_backup' | 'service_restore' | 'service_deletion' | 'service_drill';
        state?: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
        /**
         * Jobs a page, 50 by default.
         */
        limit?: number;
        /**
         * The `next_cursor` of the answer before.
         */
        cursor?: string;
    };
    url: '/v1/jobs';
};

export type ListJobsErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ListJobsError = ListJobsErrors[keyof ListJobsErrors];

export type ListJobsResponses = {
    /**
     * The jobs.
     */
    200: JobList;
};

export type ListJobsResponse = ListJobsResponses[keyof ListJobsResponses];

export type GetJobData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * The `job_id` that starting it answered.
         */
        job_id: string;
    };
    query?: never;
    url: '/v1/jobs/{job_id}';
};

export type GetJobErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type GetJobError = GetJobErrors[keyof GetJobErrors];

export type GetJobResponses = {
    /**
     * The job.
     */
    200: Job;
};

export type GetJobResponse = GetJobResponses[keyof GetJobResponses];

export type CancelJobData = {
    body?: never;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The `job_id` that starting it answered.
         */
        job_id: string;
    };
    query?: never;
    url: '/v1/jobs/{job_id}/cancel';
};

export type CancelJobErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type CancelJobError = CancelJobErrors[keyof CancelJobErrors];

export type CancelJobResponses = {
    /**
     * The job is cancelled.
     */
    200: Job;
};

export type CancelJobResponse = CancelJobResponses[keyof CancelJobResponses];

export type GetCalendarLinkData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/calendar';
};

export type GetCalendarLinkErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type GetCalendarLinkError = GetCalendarLinkErrors[keyof GetCalendarLinkErrors];

export type GetCalendarLinkResponses = {
    /**
     * The address.
     */
    200: CalendarLink;
};

export type GetCalendarLinkResponse = GetCalendarLinkResponses[keyof GetCalendarLinkResponses];

export type RotateCalendarLinkData = {
    body?: never;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/calendar/rotate';
};

export type RotateCalendarLinkErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type RotateCalendarLinkError = RotateCalendarLinkErrors[keyof RotateCalendarLinkErrors];

export type RotateCalendarLinkResponses = {
    /**
     * The new address.
     */
    200: NewCalendarLink;
};

export type RotateCalendarLinkResponse = RotateCalendarLinkResponses[keyof RotateCalendarLinkResponses];

export type ListAnchorSetsData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: {
        /**
         * Sets a page, 50 by default.
         */
        limit?: number;
        /**
         * The `next_cursor` of the answer before.
         */
        cursor?: string;
    };
    url: '/v1/trust-anchors';
};

export type ListAnchorSetsErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ListAnchorSetsError = ListAnchorSetsErrors[keyof ListAnchorSetsErrors];

export type ListAnchorSetsResponses = {
    /**
     * One page.
     */
    200: TrustAnchorSetList;
};

export type ListAnchorSetsResponse = ListAnchorSetsResponses[keyof ListAnchorSetsResponses];

export type AddAnchorSetData = {
    body: NewTrustAnchorSet;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/trust-anchors';
};

export type AddAnchorSetErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type AddAnchorSetError = AddAnchorSetErrors[keyof AddAnchorSetErrors];

export type AddAnchorSetResponses = {
    /**
     * Added.
     */
    200: TrustAnchorSetAnswer;
};

export type AddAnchorSetResponse = AddAnchorSetResponses[keyof AddAnchorSetResponses];

export type RemoveAnchorSetData = {
    body?: never;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
    };
    path: {
        /**
         * The set.
         */
        id: string;
    };
    query?: never;
    url: '/v1/trust-anchors/{id}';
};

export type RemoveAnchorSetErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type RemoveAnchorSetError = RemoveAnchorSetErrors[keyof RemoveAnchorSetErrors];

export type RemoveAnchorSetResponses = {
    /**
     * Done; the message is for the person who asked.
     */
    200: Message;
};

export type RemoveAnchorSetResponse = RemoveAnchorSetResponses[keyof RemoveAnchorSetResponses];

export type GetAnchorSetData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * The set.
         */
        id: string;
    };
    query?: never;
    url: '/v1/trust-anchors/{id}';
};

export type GetAnchorSetErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type GetAnchorSetError = GetAnchorSetErrors[keyof GetAnchorSetErrors];

export type GetAnchorSetResponses = {
    /**
     * The set with its certificates.
     */
    200: TrustAnchorSetAnswer;
};

export type GetAnchorSetResponse = GetAnchorSetResponses[keyof GetAnchorSetResponses];

export type UpdateAnchorSetData = {
    body: TrustAnchorSetChange;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
    };
    path: {
        /**
         * The set.
         */
        id: string;
    };
    query?: never;
    url: '/v1/trust-anchors/{id}';
};

export type UpdateAnchorSetErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type UpdateAnchorSetError = UpdateAnchorSetErrors[keyof UpdateAnchorSetErrors];

export type UpdateAnchorSetResponses = {
    /**
     * Changed.
     */
    200: TrustAnchorSetAnswer;
};

export type UpdateAnchorSetResponse = UpdateAnchorSetResponses[keyof UpdateAnchorSetResponses];

export type ListAnchorAssignmentsData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: {
        /**
         * Assignments a page, 50 by default.
         */
        limit?: number;
        /**
         * The `next_cursor` of the answer before.
         */
        cursor?: string;
    };
    url: '/v1/trust-anchor-assignments';
};

export type ListAnchorAssignmentsErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ListAnchorAssignmentsError = ListAnchorAssignmentsErrors[keyof ListAnchorAssignmentsErrors];

export type ListAnchorAssignmentsResponses = {
    /**
     * One page.
     */
    200: TrustAnchorAssignmentList;
};

export type ListAnchorAssignmentsResponse = ListAnchorAssignmentsResponses[keyof ListAnchorAssignmentsResponses];

export type AssignAnchorsData = {
    body: TrustAnchorsToAssign;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/trust-anchor-assignments';
};

export type AssignAnchorsErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type AssignAnchorsError = AssignAnchorsErrors[keyof AssignAnchorsErrors];

export type AssignAnchorsResponses = {
    /**
     * Done; the message is for the person who asked.
     */
    200: Message;
};

export type AssignAnchorsResponse = AssignAnchorsResponses[keyof AssignAnchorsResponses];

export type ListEnvironmentsData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: {
        /**
         * Environments a page. Without `limit` and `cursor` all are answered; with `cursor` alone 50.
         */
        limit?: number;
        /**
         * The `next_cursor` of the answer before.
         */
        cursor?: string;
    };
    url: '/v1/environments';
};

export type ListEnvironmentsErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ListEnvironmentsError = ListEnvironmentsErrors[keyof ListEnvironmentsErrors];

export type ListEnvironmentsResponses = {
    /**
     * All of them, or a page.
     */
    200: EnvironmentList;
};

export type ListEnvironmentsResponse = ListEnvironmentsResponses[keyof ListEnvironmentsResponses];

export type AddEnvironmentData = {
    body: NewEnvironment;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/environments';
};

export type AddEnvironmentErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type AddEnvironmentError = AddEnvironmentErrors[keyof AddEnvironmentErrors];

export type AddEnvironmentResponses = {
    /**
     * Added.
     */
    200: EnvironmentAnswer;
};

export type AddEnvironmentResponse = AddEnvironmentResponses[keyof AddEnvironmentResponses];

export type RemoveEnvironmentData = {
    body?: never;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
    };
    path: {
        /**
         * The environment.
         */
        id: string;
    };
    query?: never;
    url: '/v1/environments/{id}';
};

export type RemoveEnvironmentErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type RemoveEnvironmentError = RemoveEnvironmentErrors[keyof RemoveEnvironmentErrors];

export type RemoveEnvironmentResponses = {
    /**
     * Done; the message is for the person who asked.
     */
    200: Message;
};

export type RemoveEnvironmentResponse = RemoveEnvironmentResponses[keyof RemoveEnvironmentResponses];

export type UpdateEnvironmentData = {
    body: NewEnvironment;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
    };
    path: {
        /**
         * The environment.
         */
        id: string;
    };
    query?: never;
    url: '/v1/environments/{id}';
};

export type UpdateEnvironmentErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type UpdateEnvironmentError = UpdateEnvironmentErrors[keyof UpdateEnvironmentErrors];

export type UpdateEnvironmentResponses = {
    /**
     * Changed.
     */
    200: EnvironmentAnswer;
};

export type UpdateEnvironmentResponse = UpdateEnvironmentResponses[keyof UpdateEnvironmentResponses];

export type ListChannelsData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: {
        /**
         * Channels a page. Without `limit` and `cursor` all are answered; with `cursor` alone 50.
         */
        limit?: number;
        /**
         * The `next_cursor` of the answer before.
         */
        cursor?: string;
    };
    url: '/v1/notifications/channels';
};

export type ListChannelsErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ListChannelsError = ListChannelsErrors[keyof ListChannelsErrors];

export type ListChannelsResponses = {
    /**
     * All ten, or a page.
     */
    200: ChannelList;
};

export type ListChannelsResponse = ListChannelsResponses[keyof ListChannelsResponses];

export type SaveChannelData = {
    body: ChannelToSave;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/notifications/channels';
};

export type SaveChannelErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type SaveChannelError = SaveChannelErrors[keyof SaveChannelErrors];

export type SaveChannelResponses = {
    /**
     * Saved.
     */
    200: SavedChannel;
};

export type SaveChannelResponse = SaveChannelResponses[keyof SaveChannelResponses];

export type RotateSigningSecretData = {
    body?: never;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/notifications/channels/webhook/rotate-secret';
};

export type RotateSigningSecretErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type RotateSigningSecretError = RotateSigningSecretErrors[keyof RotateSigningSecretErrors];

export type RotateSigningSecretResponses = {
    /**
     * The new secret.
     */
    200: SigningSecret;
};

export type RotateSigningSecretResponse = RotateSigningSecretResponses[keyof RotateSigningSecretResponses];

export type TestChannelData = {
    body?: never;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The kind of channel; `victorops` is `splunk`.
         */
        type: 'email' | 'slack' | 'telegram' | 'google_chat' | 'teams' | 'pagerduty' | 'splunk' | 'zapier' | 'webhook' | 'alertmanager' | 'victorops';
    };
    query?: never;
    url: '/v1/notifications/channels/{type}/test';
};

export type TestChannelErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type TestChannelError = TestChannelErrors[keyof TestChannelErrors];

export type TestChannelResponses = {
    /**
     * Done; the message is for the person who asked.
     */
    200: Message;
};

export type TestChannelResponse = TestChannelResponses[keyof TestChannelResponses];

export type TestAllChannelsData = {
    body?: never;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/notifications/test-all';
};

export type TestAllChannelsErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type TestAllChannelsError = TestAllChannelsErrors[keyof TestAllChannelsErrors];

export type TestAllChannelsResponses = {
    /**
     * Tried.
     */
    200: TestedChannels;
};

export type TestAllChannelsResponse = TestAllChannelsResponses[keyof TestAllChannelsResponses];

export type ListAllChannelsData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: {
        /**
         * Channels a page, 50 by default.
         */
        limit?: number;
        /**
         * The `next_cursor` of the answer before.
         */
        cursor?: string;
    };
    url: '/v1/notification-channels';
};

export type ListAllChannelsErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ListAllChannelsError = ListAllChannelsErrors[keyof ListAllChannelsErrors];

export type ListAllChannelsResponses = {
    /**
     * One page.
     */
    200: NamedChannelList;
};

export type ListAllChannelsResponse = ListAllChannelsResponses[keyof ListAllChannelsResponses];

export type AddChannelData = {
    body: NamedChannelToAdd;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/notification-channels';
};

export type AddChannelErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type AddChannelError = AddChannelErrors[keyof AddChannelErrors];

export type AddChannelResponses = {
    /**
     * Added.
     */
    200: SavedNamedChannel;
};

export type AddChannelResponse = AddChannelResponses[keyof AddChannelResponses];

export type RemoveChannelData = {
    body?: never;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
    };
    path: {
        /**
         * The channel.
         */
        id: string;
    };
    query?: never;
    url: '/v1/notification-channels/{id}';
};

export type RemoveChannelErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type RemoveChannelError = RemoveChannelErrors[keyof RemoveChannelErrors];

export type RemoveChannelResponses = {
    /**
     * Done; the message is for the person who asked.
     */
    200: Message;
};

export type RemoveChannelResponse = RemoveChannelResponses[keyof RemoveChannelResponses];

export type UpdateChannelData = {
    body: NamedChannelToUpdate;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
    };
    path: {
        /**
         * The channel.
         */
        id: string;
    };
    query?: never;
    url: '/v1/notification-channels/{id}';
};

export type UpdateChannelErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type UpdateChannelError = UpdateChannelErrors[keyof UpdateChannelErrors];

export type UpdateChannelResponses = {
    /**
     * Changed.
     */
    200: SavedNamedChannel;
};

export type UpdateChannelResponse = UpdateChannelResponses[keyof UpdateChannelResponses];

export type TestChannelByIdData = {
    body?: never;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The channel.
         */
        id: string;
    };
    query?: never;
    url: '/v1/notification-channels/{id}/test';
};

export type TestChannelByIdErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type TestChannelByIdError = TestChannelByIdErrors[keyof TestChannelByIdErrors];

export type TestChannelByIdResponses = {
    /**
     * Done; the message is for the person who asked.
     */
    200: Message;
};

export type TestChannelByIdResponse = TestChannelByIdResponses[keyof TestChannelByIdResponses];

export type RotateChannelSecretData = {
    body?: never;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The channel.
         */
        id: string;
    };
    query?: never;
    url: '/v1/notification-channels/{id}/rotate-secret';
};

export type RotateChannelSecretErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type RotateChannelSecretError = RotateChannelSecretErrors[keyof RotateChannelSecretErrors];

export type RotateChannelSecretResponses = {
    /**
     * The new secret.
     */
    200: ChannelSecret;
};

export type RotateChannelSecretResponse = RotateChannelSecretResponses[keyof RotateChannelSecretResponses];

export type ListNotificationLogData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: {
        /**
         * Rows a page, 50 by default.
         */
        limit?: number;
        /**
         * The `next_cursor` of the answer before.
         */
        cursor?: string;
    };
    url: '/v1/notifications/log';
};

export type ListNotificationLogErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ListNotificationLogError = ListNotificationLogErrors[keyof ListNotificationLogErrors];

export type ListNotificationLogResponses = {
    /**
     * One page.
     */
    200: NotificationLog;
};

export type ListNotificationLogResponse = ListNotificationLogResponses[keyof ListNotificationLogResponses];

export type ListDeliveriesData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: {
        /**
         * Deliveries a page, 50 by default.
         */
        limit?: number;
        /**
         * The `next_cursor` of the answer before.
         */
        cursor?: string;
        /**
         * `dead`: failed deliveries only.
         */
        state?: 'dead';
    };
    url: '/v1/notifications/deliveries';
};

export type ListDeliveriesErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ListDeliveriesError = ListDeliveriesErrors[keyof ListDeliveriesErrors];

export type ListDeliveriesResponses = {
    /**
     * One page.
     */
    200: DeliveryList;
};

export type ListDeliveriesResponse = ListDeliveriesResponses[keyof ListDeliveriesResponses];

export type GetDeliveryData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * The delivery.
         */
        id: string;
    };
    query?: never;
    url: '/v1/notifications/deliveries/{id}';
};

export type GetDeliveryErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type GetDeliveryError = GetDeliveryErrors[keyof GetDeliveryErrors];

export type GetDeliveryResponses = {
    /**
     * The delivery.
     */
    200: DeliveryDetail;
};

export type GetDeliveryResponse = GetDeliveryResponses[keyof GetDeliveryResponses];

export type ResendDeliveryData = {
    body?: never;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The delivery.
         */
        id: string;
    };
    query?: never;
    url: '/v1/notifications/deliveries/{id}/resend';
};

export type ResendDeliveryErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ResendDeliveryError = ResendDeliveryErrors[keyof ResendDeliveryErrors];

export type ResendDeliveryResponses = {
    /**
     * Done; the message is for the person who asked.
     */
    200: Message;
};

export type ResendDeliveryResponse = ResendDeliveryResponses[keyof ResendDeliveryResponses];

export type AcknowledgeNotificationData = {
    body?: never;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The notification.
         */
        id: string;
    };
    query?: never;
    url: '/v1/notifications/{id}/acknowledge';
};

export type AcknowledgeNotificationErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type AcknowledgeNotificationError = AcknowledgeNotificationErrors[keyof AcknowledgeNotificationErrors];

export type AcknowledgeNotificationResponses = {
    /**
     * Done; the message is for the person who asked.
     */
    200: Message;
};

export type AcknowledgeNotificationResponse = AcknowledgeNotificationResponses[keyof AcknowledgeNotificationResponses];

export type GetNotificationSettingsData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/notifications/settings';
};

export type GetNotificationSettingsErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type GetNotificationSettingsError = GetNotificationSettingsErrors[keyof GetNotificationSettingsErrors];

export type GetNotificationSettingsResponses = {
    /**
     * All of them.
     */
    200: NotificationSettings;
};

export type GetNotificationSettingsResponse = GetNotificationSettingsResponses[keyof GetNotificationSettingsResponses];

export type SaveNotificationSettingsData = {
    body: NotificationSettingsToSave;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/notifications/settings';
};

export type SaveNotificationSettingsErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type SaveNotificationSettingsError = SaveNotificationSettingsErrors[keyof SaveNotificationSettingsErrors];

export type SaveNotificationSettingsResponses = {
    /**
     * Saved.
     */
    200: NotificationSettings;
};

export type SaveNotificationSettingsResponse = SaveNotificationSettingsResponses[keyof SaveNotificationSettingsResponses];

export type PreviewTemplateData = {
    body: TemplateToPreview;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/notifications/template-preview';
};

export type PreviewTemplateErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type PreviewTemplateError = PreviewTemplateErrors[keyof PreviewTemplateErrors];

export type PreviewTemplateResponses = {
    /**
     * The filled template.
     */
    200: TemplatePreview;
};

export type PreviewTemplateResponse = PreviewTemplateResponses[keyof PreviewTemplateResponses];

export type GetCertificateAlertsData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * The certificate's id.
         */
        id: string;
    };
    query?: never;
    url: '/v1/certificates/{id}/alerts';
};

export type GetCertificateAlertsErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type GetCertificateAlertsError = GetCertificateAlertsErrors[keyof GetCertificateAlertsErrors];

export type GetCertificateAlertsResponses = {
    /**
     * The alerts.
     */
    200: CertificateAlerts;
};

export type GetCertificateAlertsResponse = GetCertificateAlertsResponses[keyof GetCertificateAlertsResponses];

export type SnoozeCertificateData = {
    body: Snooze;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The certificate's id.
         */
        id: string;
    };
    query?: never;
    url: '/v1/certificates/{id}/snooze';
};

export type SnoozeCertificateErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type SnoozeCertificateError = SnoozeCertificateErrors[keyof SnoozeCertificateErrors];

export type SnoozeCertificateResponses = {
    /**
     * Done; the message is for the person who asked.
     */
    200: Message;
};

export type SnoozeCertificateResponse = SnoozeCertificateResponses[keyof SnoozeCertificateResponses];

export type UnsnoozeCertificateData = {
    body?: never;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The certificate's id.
         */
        id: string;
    };
    query?: never;
    url: '/v1/certificates/{id}/unsnooze';
};

export type UnsnoozeCertificateErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type UnsnoozeCertificateError = UnsnoozeCertificateErrors[keyof UnsnoozeCertificateErrors];

export type UnsnoozeCertificateResponses = {
    /**
     * Done; the message is for the person who asked.
     */
    200: Message;
};

export type UnsnoozeCertificateResponse = UnsnoozeCertificateResponses[keyof UnsnoozeCertificateResponses];

export type GetAlertSettingsData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/notifications/alert-settings';
};

export type GetAlertSettingsErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type GetAlertSettingsError = GetAlertSettingsErrors[keyof GetAlertSettingsErrors];

export type GetAlertSettingsResponses = {
    /**
     * The days in force.
     */
    200: AlertSettings;
};

export type GetAlertSettingsResponse = GetAlertSettingsResponses[keyof GetAlertSettingsResponses];

export type SaveAlertSettingsData = {
    body: AlertSettingsToSave;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/notifications/alert-settings';
};

export type SaveAlertSettingsErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type SaveAlertSettingsError = SaveAlertSettingsErrors[keyof SaveAlertSettingsErrors];

export type SaveAlertSettingsResponses = {
    /**
     * Saved.
     */
    200: AlertSettings;
};

export type SaveAlertSettingsResponse = SaveAlertSettingsResponses[keyof SaveAlertSettingsResponses];

export type ListDayRulesData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: {
        /**
         * Rules a page, 50 by default.
         */
        limit?: number;
        /**
         * The `next_cursor` of the answer before.
         */
        cursor?: string;
    };
    url: '/v1/notifications/day-rules';
};

export type ListDayRulesErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ListDayRulesError = ListDayRulesErrors[keyof ListDayRulesErrors];

export type ListDayRulesResponses = {
    /**
     * One page.
     */
    200: AlertDayRuleList;
};

export type ListDayRulesResponse = ListDayRulesResponses[keyof ListDayRulesResponses];

export type SaveDayRuleData = {
    body: AlertDayRuleToSave;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/notifications/day-rules';
};

export type SaveDayRuleErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type SaveDayRuleError = SaveDayRuleErrors[keyof SaveDayRuleErrors];

export type SaveDayRuleResponses = {
    /**
     * Saved.
     */
    200: AlertDayRuleAnswer;
};

export type SaveDayRuleResponse = SaveDayRuleResponses[keyof SaveDayRuleResponses];

export type RemoveDayRuleData = {
    body?: never;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
    };
    path: {
        /**
         * The rule.
         */
        id: string;
    };
    query?: never;
    url: '/v1/notifications/day-rules/{id}';
};

export type RemoveDayRuleErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type RemoveDayRuleError = RemoveDayRuleErrors[keyof RemoveDayRuleErrors];

export type RemoveDayRuleResponses = {
    /**
     * Done; the message is for the person who asked.
     */
    200: Message;
};

export type RemoveDayRuleResponse = RemoveDayRuleResponses[keyof RemoveDayRuleResponses];

export type ListAlertRoutesData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: {
        /**
         * Routes a page, 50 by default.
         */
        limit?: number;
        /**
         * The `next_cursor` of the answer before.
         */
        cursor?: string;
    };
    url: '/v1/notification-routes';
};

export type ListAlertRoutesErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ListAlertRoutesError = ListAlertRoutesErrors[keyof ListAlertRoutesErrors];

export type ListAlertRoutesResponses = {
    /**
     * One page.
     */
    200: AlertRouteList;
};

export type ListAlertRoutesResponse = ListAlertRoutesResponses[keyof ListAlertRoutesResponses];

export type SaveAlertRouteData = {
    body: AlertRouteToSave;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/notification-routes';
};

export type SaveAlertRouteErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type SaveAlertRouteError = SaveAlertRouteErrors[keyof SaveAlertRouteErrors];

export type SaveAlertRouteResponses = {
    /**
     * Saved.
     */
    200: AlertRouteAnswer;
};

export type SaveAlertRouteResponse = SaveAlertRouteResponses[keyof SaveAlertRouteResponses];

export type RemoveAlertRouteData = {
    body?: never;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
    };
    path: {
        /**
         * The route.
         */
        id: string;
    };
    query?: never;
    url: '/v1/notification-routes/{id}';
};

export type RemoveAlertRouteErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type RemoveAlertRouteError = RemoveAlertRouteErrors[keyof RemoveAlertRouteErrors];

export type RemoveAlertRouteResponses = {
    /**
     * Done; the message is for the person who asked.
     */
    200: Message;
};

export type RemoveAlertRouteResponse = RemoveAlertRouteResponses[keyof RemoveAlertRouteResponses];

export type ListMaintenanceWindowsData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: {
        /**
         * Windows a page, 50 by default.
         */
        limit?: number;
        /**
         * The `next_cursor` of the answer before.
         */
        cursor?: string;
    };
    url: '/v1/notifications/maintenance-windows';
};

export type ListMaintenanceWindowsErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ListMaintenanceWindowsError = ListMaintenanceWindowsErrors[keyof ListMaintenanceWindowsErrors];

export type ListMaintenanceWindowsResponses = {
    /**
     * One page.
     */
    200: MaintenanceWindowList;
};

export type ListMaintenanceWindowsResponse = ListMaintenanceWindowsResponses[keyof ListMaintenanceWindowsResponses];

export type AddMaintenanceWindowData = {
    body: NewMaintenanceWindow;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/notifications/maintenance-windows';
};

export type AddMaintenanceWindowErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type AddMaintenanceWindowError = AddMaintenanceWindowErrors[keyof AddMaintenanceWindowErrors];

export type AddMaintenanceWindowResponses = {
    /**
     * Added.
     */
    200: MaintenanceWindowAnswer;
};

export type AddMaintenanceWindowResponse = AddMaintenanceWindowResponses[keyof AddMaintenanceWindowResponses];

export type RemoveMaintenanceWindowData = {
    body?: never;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
    };
    path: {
        /**
         * The maintenance window.
         */
        id: string;
    };
    query?: never;
    url: '/v1/notifications/maintenance-windows/{id}';
};

export type RemoveMaintenanceWindowErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type RemoveMaintenanceWindowError = RemoveMaintenanceWindowErrors[keyof RemoveMaintenanceWindowErrors];

export type RemoveMaintenanceWindowResponses = {
    /**
     * Done; the message is for the person who asked.
     */
    200: Message;
};

export type RemoveMaintenanceWindowResponse = RemoveMaintenanceWindowResponses[keyof RemoveMaintenanceWindowResponses];

export type GetAlertByLinkData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * The token at the end of the mailed link.
         */
        token: string;
    };
    query?: never;
    url: '/v1/notifications/alert-links/{token}';
};

export type GetAlertByLinkErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type GetAlertByLinkError = GetAlertByLinkErrors[keyof GetAlertByLinkErrors];

export type GetAlertByLinkResponses = {
    /**
     * The alert.
     */
    200: LinkedAlertAnswer;
};

export type GetAlertByLinkResponse = GetAlertByLinkResponses[keyof GetAlertByLinkResponses];

export type AcknowledgeByLinkData = {
    body?: never;
    headers?: {
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The token at the end of the mailed link.
         */
        token: string;
    };
    query?: never;
    url: '/v1/notifications/alert-links/{token}/acknowledge';
};

export type AcknowledgeByLinkErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type AcknowledgeByLinkError = AcknowledgeByLinkErrors[keyof AcknowledgeByLinkErrors];

export type AcknowledgeByLinkResponses = {
    /**
     * The alert.
     */
    200: LinkedAlertAnswer;
};

export type AcknowledgeByLinkResponse = AcknowledgeByLinkResponses[keyof AcknowledgeByLinkResponses];

export type TestStatusPageData = {
    body: StatusPageToTest;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/statuspage/test';
};

export type TestStatusPageErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type TestStatusPageError = TestStatusPageErrors[keyof TestStatusPageErrors];

export type TestStatusPageResponses = {
    /**
     * The key opens the page.
     */
    200: StatusPageName;
};

export type TestStatusPageResponse = TestStatusPageResponses[keyof TestStatusPageResponses];

export type ListEventsData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: {
        /**
         * Events a page, 50 by default.
         */
        limit?: number;
        /**
         * The `next_cursor` of the answer before.
         */
        cursor?: string;
        /**
         * Only events of this type.
         */
        type?: 'certificate.added' | 'certificate.renewed' | 'certificate.changed' | 'certificate.removed' | 'check.failed' | 'check.recovered' | 'alert.raised' | 'discovery.completed';
        /**
         * Only events at this instant or later.
         */
        since?: string;
    };
    url: '/v1/events';
};

export type ListEventsErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ListEventsError = ListEventsErrors[keyof ListEventsErrors];

export type ListEventsResponses = {
    /**
     * One page.
     */
    200: EventList;
};

export type ListEventsResponse = ListEventsResponses[keyof ListEventsResponses];

export type GetEventData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * The event.
         */
        id: string;
    };
    query?: never;
    url: '/v1/events/{id}';
};

export type GetEventErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type GetEventError = GetEventErrors[keyof GetEventErrors];

export type GetEventResponses = {
    /**
     * The event.
     */
    200: EventAnswer;
};

export type GetEventResponse = GetEventResponses[keyof GetEventResponses];

export type ListWebhookEndpointsData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: {
        /**
         * Endpoints a page, 50 by default.
         */
        limit?: number;
        /**
         * The `next_cursor` of the answer before.
         */
        cursor?: string;
    };
    url: '/v1/webhooks';
};

export type ListWebhookEndpointsErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ListWebhookEndpointsError = ListWebhookEndpointsErrors[keyof ListWebhookEndpointsErrors];

export type ListWebhookEndpointsResponses = {
    /**
     * One page.
     */
    200: WebhookEndpointList;
};

export type ListWebhookEndpointsResponse = ListWebhookEndpointsResponses[keyof ListWebhookEndpointsResponses];

export type AddWebhookEndpointData = {
    body: WebhookEndpointToAdd;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/webhooks';
};

export type AddWebhookEndpointErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type AddWebhookEndpointError = AddWebhookEndpointErrors[keyof AddWebhookEndpointErrors];

export type AddWebhookEndpointResponses = {
    /**
     * Added.
     */
    200: AddedWebhookEndpoint;
};

export type AddWebhookEndpointResponse = AddWebhookEndpointResponses[keyof AddWebhookEndpointResponses];

export type RemoveWebhookEndpointData = {
    body?: never;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
    };
    path: {
        /**
         * The webhook endpoint.
         */
        id: string;
    };
    query?: never;
    url: '/v1/webhooks/{id}';
};

export type RemoveWebhookEndpointErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type RemoveWebhookEndpointError = RemoveWebhookEndpointErrors[keyof RemoveWebhookEndpointErrors];

export type RemoveWebhookEndpointResponses = {
    /**
     * Done; the message is for the person who asked.
     */
    200: Message;
};

export type RemoveWebhookEndpointResponse = RemoveWebhookEndpointResponses[keyof RemoveWebhookEndpointResponses];

export type UpdateWebhookEndpointData = {
    body: WebhookEndpointToUpdate;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
    };
    path: {
        /**
         * The webhook endpoint.
         */
        id: string;
    };
    query?: never;
    url: '/v1/webhooks/{id}';
};

export type UpdateWebhookEndpointErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type UpdateWebhookEndpointError = UpdateWebhookEndpointErrors[keyof UpdateWebhookEndpointErrors];

export type UpdateWebhookEndpointResponses = {
    /**
     * Changed.
     */
    200: WebhookEndpointAnswer;
};

export type UpdateWebhookEndpointResponse = UpdateWebhookEndpointResponses[keyof UpdateWebhookEndpointResponses];

export type RotateEndpointSecretData = {
    body?: never;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The webhook endpoint.
         */
        id: string;
    };
    query?: never;
    url: '/v1/webhooks/{id}/rotate-secret';
};

export type RotateEndpointSecretErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type RotateEndpointSecretError = RotateEndpointSecretErrors[keyof RotateEndpointSecretErrors];

export type RotateEndpointSecretResponses = {
    /**
     * The new secret.
     */
    200: EndpointSecret;
};

export type RotateEndpointSecretResponse = RotateEndpointSecretResponses[keyof RotateEndpointSecretResponses];

export type TestWebhookEndpointData = {
    body?: never;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The webhook endpoint.
         */
        id: string;
    };
    query?: never;
    url: '/v1/webhooks/{id}/test';
};

export type TestWebhookEndpointErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type TestWebhookEndpointError = TestWebhookEndpointErrors[keyof TestWebhookEndpointErrors];

export type TestWebhookEndpointResponses = {
    /**
     * Done; the message is for the person who asked.
     */
    200: Message;
};

export type TestWebhookEndpointResponse = TestWebhookEndpointResponses[keyof TestWebhookEndpointResponses];

export type ListWebhookDeliveriesData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * The webhook endpoint.
         */
        id: string;
    };
    query?: {
        /**
         * Deliveries a page, 50 by default.
         */
        limit?: number;
        /**
         * The `next_cursor` of the answer before.
         */
        cursor?: string;
        /**
         * `dead`: failed deliveries only.
         */
        state?: 'dead';
    };
    url: '/v1/webhooks/{id}/deliveries';
};

export type ListWebhookDeliveriesErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ListWebhookDeliveriesError = ListWebhookDeliveriesErrors[keyof ListWebhookDeliveriesErrors];

export type ListWebhookDeliveriesResponses = {
    /**
     * One page.
     */
    200: WebhookDeliveryList;
};

export type ListWebhookDeliveriesResponse = ListWebhookDeliveriesResponses[keyof ListWebhookDeliveriesResponses];

export type RedeliverEventData = {
    body?: never;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The webhook endpoint.
         */
        id: string;
        /**
         * The event.
         */
        event_id: string;
    };
    query?: never;
    url: '/v1/webhooks/{id}/events/{event_id}/redeliver';
};

export type RedeliverEventErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type RedeliverEventError = RedeliverEventErrors[keyof RedeliverEventErrors];

export type RedeliverEventResponses = {
    /**
     * Done; the message is for the person who asked.
     */
    200: Message;
};

export type RedeliverEventResponse = RedeliverEventResponses[keyof RedeliverEventResponses];

export type RedeliverFailedEventsData = {
    body: FailedEventsToResend;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The webhook endpoint.
         */
        id: string;
    };
    query?: never;
    url: '/v1/webhooks/{id}/redeliver-failed';
};

export type RedeliverFailedEventsErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type RedeliverFailedEventsError = RedeliverFailedEventsErrors[keyof RedeliverFailedEventsErrors];

export type RedeliverFailedEventsResponses = {
    /**
     * Queued.
     */
    200: QueuedEvents;
};

export type RedeliverFailedEventsResponse = RedeliverFailedEventsResponses[keyof RedeliverFailedEventsResponses];

export type GetPlanData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: {
        /**
         * A plan to change to.
         */
        target?: string;
    };
    url: '/v1/billing/plan';
};

export type GetPlanErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type GetPlanError = GetPlanErrors[keyof GetPlanErrors];

export type GetPlanResponses = {
    /**
     * Plan and use.
     */
    200: BillingPlan;
};

export type GetPlanResponse = GetPlanResponses[keyof GetPlanResponses];

export type RecordPaymentEventData = {
    /**
     * An event as Stripe sends it.
     */
    body: {
        id: string;
        type: string;
        created: number;
    };
    headers?: {
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/billing/webhook';
};

export type RecordPaymentEventErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type RecordPaymentEventError = RecordPaymentEventErrors[keyof RecordPaymentEventErrors];

export type RecordPaymentEventResponses = {
    /**
     * Accepted; its outcome is in the log.
     */
    200: {
        received: true;
    };
};

export type RecordPaymentEventResponse = RecordPaymentEventResponses[keyof RecordPaymentEventResponses];

export type ListUsersData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: {
        /**
         * People a page, 50 by default.
         */
        limit?: number;
        /**
         * The `next_cursor` of the answer before.
         */
        cursor?: string;
        /**
         * A part of the name or the address, in any case.
         */
        search?: string;
    };
    url: '/v1/users/list';
};

export type ListUsersErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ListUsersError = ListUsersErrors[keyof ListUsersErrors];

export type ListUsersResponses = {
    /**
     * One page, and how many seats are taken.
     */
    200: UserList;
};

export type ListUsersResponse = ListUsersResponses[keyof ListUsersResponses];

export type InviteUserData = {
    body: NewInvitation;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/users/invite';
};

export type InviteUserErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type InviteUserError = InviteUserErrors[keyof InviteUserErrors];

export type InviteUserResponses = {
    /**
     * Invited.
     */
    200: InvitationAnswer;
};

export type InviteUserResponse = InviteUserResponses[keyof InviteUserResponses];

export type ListInvitationsData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: {
        /**
         * Invitations a page, 50 by default.
         */
        limit?: number;
        /**
         * The `next_cursor` of the answer before.
         */
        cursor?: string;
    };
    url: '/v1/users/invitations';
};

export type ListInvitationsErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ListInvitationsError = ListInvitationsErrors[keyof ListInvitationsErrors];

export type ListInvitationsResponses = {
    /**
     * One page.
     */
    200: InvitationList;
};

export type ListInvitationsResponse = ListInvitationsResponses[keyof ListInvitationsResponses];

export type ResendInvitationData = {
    body?: never;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The invitation.
         */
        id: string;
    };
    query?: never;
    url: '/v1/users/invitations/{id}/resend';
};

export type ResendInvitationErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ResendInvitationError = ResendInvitationErrors[keyof ResendInvitationErrors];

export type ResendInvitationResponses = {
    /**
     * On its way again.
     */
    200: InvitationAnswer;
};

export type ResendInvitationResponse = ResendInvitationResponses[keyof ResendInvitationResponses];

export type RevokeInvitationData = {
    body?: never;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
    };
    path: {
        /**
         * The invitation.
         */
        id: string;
    };
    query?: never;
    url: '/v1/users/invitations/{id}';
};

export type RevokeInvitationErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type RevokeInvitationError = RevokeInvitationErrors[keyof RevokeInvitationErrors];

export type RevokeInvitationResponses = {
    /**
     * Done; the message is for the person who asked.
     */
    200: Message;
};

export type RevokeInvitationResponse = RevokeInvitationResponses[keyof RevokeInvitationResponses];

export type ChangeRoleData = {
    body: NewRole;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
    };
    path: {
        /**
         * The member.
         */
        id: string;
    };
    query?: never;
    url: '/v1/users/{id}/role';
};

export type ChangeRoleErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ChangeRoleError = ChangeRoleErrors[keyof ChangeRoleErrors];

export type ChangeRoleResponses = {
    /**
     * In force with their next request.
     */
    200: RoleAnswer;
};

export type ChangeRoleResponse = ChangeRoleResponses[keyof ChangeRoleResponses];

export type RemoveUserData = {
    body?: never;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
    };
    path: {
        /**
         * The member.
         */
        id: string;
    };
    query?: never;
    url: '/v1/users/{id}';
};

export type RemoveUserErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type RemoveUserError = RemoveUserErrors[keyof RemoveUserErrors];

export type RemoveUserResponses = {
    /**
     * Done; the message is for the person who asked.
     */
    200: Message;
};

export type RemoveUserResponse = RemoveUserResponses[keyof RemoveUserResponses];

export type AcceptInvitationData = {
    body: InvitationAcceptance;
    headers?: {
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/teams/create_password';
};

export type AcceptInvitationErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type AcceptInvitationError = AcceptInvitationErrors[keyof AcceptInvitationErrors];

export type AcceptInvitationResponses = {
    /**
     * Done; the message is for the person who asked.
     */
    200: Message;
};

export type AcceptInvitationResponse = AcceptInvitationResponses[keyof AcceptInvitationResponses];

export type ListAuditLogData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: {
        /**
         * Entries a page, 50 by default.
         */
        limit?: number;
        /**
         * The `next_cursor` of the answer before.
         */
        cursor?: string;
        /**
         * What one person or one API key did.
         */
        actor_id?: string;
        /**
         * What actions begin with.
         */
        group?: 'accounts' | 'settings' | 'team' | 'billing' | 'certificates' | 'collectors' | 'transparency' | 'configuration' | 'environments' | 'notifications' | 'discovery' | 'services' | 'analytics' | 'public-status' | 'reports' | 'long-work' | 'operator' | 'audit' | 'admin';
        /**
         * From this instant on.
         */
        from?: string;
        /**
         * Before this instant.
         */
        until?: string;
    };
    url: '/v1/audit';
};

export type ListAuditLogErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ListAuditLogError = ListAuditLogErrors[keyof ListAuditLogErrors];

export type ListAuditLogResponses = {
    /**
     * One page.
     */
    200: AuditLog;
};

export type ListAuditLogResponse = ListAuditLogResponses[keyof ListAuditLogResponses];

export type ExportAuditLogData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Default `json`.
         */
        format?: 'csv' | 'json';
        /**
         * What one person or one API key did.
         */
        actor_id?: string;
        /**
         * What actions begin with.
         */
        group?: 'accounts' | 'settings' | 'team' | 'billing' | 'certificates' | 'collectors' | 'transparency' | 'configuration' | 'environments' | 'notifications' | 'discovery' | 'services' | 'analytics' | 'public-status' | 'reports' | 'long-work' | 'operator' | 'audit' | 'admin';
        /**
         * From this instant on.
         */
        from?: string;
        /**
         * Before this instant.
         */
        until?: string;
    };
    url: '/v1/audit/export';
};

export type ExportAuditLogErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ExportAuditLogError = ExportAuditLogErrors[keyof ExportAuditLogErrors];

export type ExportAuditLogResponses = {
    /**
     * The file.
     */
    200: AuditExport;
};

export type ExportAuditLogResponse = ExportAuditLogResponses[keyof ExportAuditLogResponses];

export type GetProfileData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/profile';
};

export type GetProfileErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type GetProfileError = GetProfileErrors[keyof GetProfileErrors];

export type GetProfileResponses = {
    /**
     * Your own.
     */
    200: Profile;
};

export type GetProfileResponse = GetProfileResponses[keyof GetProfileResponses];

export type UpdateProfileData = {
    body: NewProfile;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/profile';
};

export type UpdateProfileErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type UpdateProfileError = UpdateProfileErrors[keyof UpdateProfileErrors];

export type UpdateProfileResponses = {
    /**
     * Saved.
     */
    200: Profile;
};

export type UpdateProfileResponse = UpdateProfileResponses[keyof UpdateProfileResponses];

export type CancelEmailChangeData = {
    body?: never;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/profile/email-change';
};

export type CancelEmailChangeErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type CancelEmailChangeError = CancelEmailChangeErrors[keyof CancelEmailChangeErrors];

export type CancelEmailChangeResponses = {
    /**
     * Done; the message is for the person who asked.
     */
    200: Message;
};

export type CancelEmailChangeResponse = CancelEmailChangeResponses[keyof CancelEmailChangeResponses];

export type GetEmailChangeData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * The token at the end of the mailed link.
         */
        token: string;
    };
    query?: never;
    url: '/v1/profile/email-change/{token}';
};

export type GetEmailChangeErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type GetEmailChangeError = GetEmailChangeErrors[keyof GetEmailChangeErrors];

export type GetEmailChangeResponses = {
    /**
     * The change.
     */
    200: EmailChangeAnswer;
};

export type GetEmailChangeResponse = GetEmailChangeResponses[keyof GetEmailChangeResponses];

export type ConfirmEmailChangeData = {
    body?: never;
    headers?: {
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The token at the end of the mailed link.
         */
        token: string;
    };
    query?: never;
    url: '/v1/profile/email-change/{token}/confirm';
};

export type ConfirmEmailChangeErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ConfirmEmailChangeError = ConfirmEmailChangeErrors[keyof ConfirmEmailChangeErrors];

export type ConfirmEmailChangeResponses = {
    /**
     * The change.
     */
    200: EmailChangeAnswer;
};

export type ConfirmEmailChangeResponse = ConfirmEmailChangeResponses[keyof ConfirmEmailChangeResponses];

export type StepDownData = {
    body?: never;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/profile/step-down';
};

export type StepDownErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type StepDownError = StepDownErrors[keyof StepDownErrors];

export type StepDownResponses = {
    /**
     * Done; the message is for the person who asked.
     */
    200: Message;
};

export type StepDownResponse = StepDownResponses[keyof StepDownResponses];

export type LeaveOrganizationData = {
    body: Leave;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/profile/leave';
};

export type LeaveOrganizationErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type LeaveOrganizationError = LeaveOrganizationErrors[keyof LeaveOrganizationErrors];

export type LeaveOrganizationResponses = {
    /**
     * Done; the message is for the person who asked.
     */
    200: Message;
};

export type LeaveOrganizationResponse = LeaveOrganizationResponses[keyof LeaveOrganizationResponses];

export type RequestMailboxProofData = {
    body?: never;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/profile/mailbox-proof';
};

export type RequestMailboxProofErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type RequestMailboxProofError = RequestMailboxProofErrors[keyof RequestMailboxProofErrors];

export type RequestMailboxProofResponses = {
    /**
     * Done; the message is for the person who asked.
     */
    200: Message;
};

export type RequestMailboxProofResponse = RequestMailboxProofResponses[keyof RequestMailboxProofResponses];

export type ProveMailboxData = {
    body?: never;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The token at the end of the mailed link.
         */
        token: string;
    };
    query?: never;
    url: '/v1/profile/mailbox-proof/{token}';
};

export type ProveMailboxErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ProveMailboxError = ProveMailboxErrors[keyof ProveMailboxErrors];

export type ProveMailboxResponses = {
    /**
     * Done; the message is for the person who asked.
     */
    200: Message;
};

export type ProveMailboxResponse = ProveMailboxResponses[keyof ProveMailboxResponses];

export type UpdateOrganizationData = {
    body: NewOrganizationName;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/organization';
};

export type UpdateOrganizationErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type UpdateOrganizationError = UpdateOrganizationErrors[keyof UpdateOrganizationErrors];

export type UpdateOrganizationResponses = {
    /**
     * Renamed.
     */
    200: OrganizationAnswer;
};

export type UpdateOrganizationResponse = UpdateOrganizationResponses[keyof UpdateOrganizationResponses];

export type ListTokensData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: {
        /**
         * Tokens a page. Without `limit` and `cursor` all are answered; with `cursor` alone 50.
         */
        limit?: number;
        /**
         * The `next_cursor` of the answer before.
         */
        cursor?: string;
    };
    url: '/v1/tokens';
};

export type ListTokensErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ListTokensError = ListTokensErrors[keyof ListTokensErrors];

export type ListTokensResponses = {
    /**
     * All of them, or a page.
     */
    200: TokenList;
};

export type ListTokensResponse = ListTokensResponses[keyof ListTokensResponses];

export type AddTokenData = {
    body: NewToken;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/tokens';
};

export type AddTokenErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type AddTokenError = AddTokenErrors[keyof AddTokenErrors];

export type AddTokenResponses = {
    /**
     * Created.
     */
    200: NewTokenAnswer;
};

export type AddTokenResponse = AddTokenResponses[keyof AddTokenResponses];

export type RevokeTokenData = {
    body?: never;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
    };
    path: {
        /**
         * The token.
         */
        id: string;
    };
    query?: never;
    url: '/v1/tokens/{id}';
};

export type RevokeTokenErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type RevokeTokenError = RevokeTokenErrors[keyof RevokeTokenErrors];

export type RevokeTokenResponses = {
    /**
     * Done; the message is for the person who asked.
     */
    200: Message;
};

export type RevokeTokenResponse = RevokeTokenResponses[keyof RevokeTokenResponses];

export type ListApiKeysData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: {
        /**
         * Keys a page. Without `limit` and `cursor` all are answered; with `cursor` alone 50.
         */
        limit?: number;
        /**
         * The `next_cursor` of the answer before.
         */
        cursor?: string;
    };
    url: '/v1/api-keys';
};

export type ListApiKeysErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ListApiKeysError = ListApiKeysErrors[keyof ListApiKeysErrors];

export type ListApiKeysResponses = {
    /**
     * All of them, or a page.
     */
    200: ApiKeyList;
};

export type ListApiKeysResponse = ListApiKeysResponses[keyof ListApiKeysResponses];

export type AddApiKeyData = {
    body: NewApiKey;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/api-keys';
};

export type AddApiKeyErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type AddApiKeyError = AddApiKeyErrors[keyof AddApiKeyErrors];

export type AddApiKeyResponses = {
    /**
     * Created.
     */
    200: NewApiKeyAnswer;
};

export type AddApiKeyResponse = AddApiKeyResponses[keyof AddApiKeyResponses];

export type RotateApiKeyData = {
    body?: ApiKeyRotation;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The API key.
         */
        id: string;
    };
    query?: never;
    url: '/v1/api-keys/{id}/rotate';
};

export type RotateApiKeyErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type RotateApiKeyError = RotateApiKeyErrors[keyof RotateApiKeyErrors];

export type RotateApiKeyResponses = {
    /**
     * Rotated; the answer holds the new key.
     */
    200: NewApiKeyAnswer;
};

export type RotateApiKeyResponse = RotateApiKeyResponses[keyof RotateApiKeyResponses];

export type RevokeApiKeyData = {
    body?: never;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
    };
    path: {
        /**
         * The API key.
         */
        id: string;
    };
    query?: never;
    url: '/v1/api-keys/{id}';
};

export type RevokeApiKeyErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type RevokeApiKeyError = RevokeApiKeyErrors[keyof RevokeApiKeyErrors];

export type RevokeApiKeyResponses = {
    /**
     * Done; the message is for the person who asked.
     */
    200: Message;
};

export type RevokeApiKeyResponse = RevokeApiKeyResponses[keyof RevokeApiKeyResponses];

export type GetPublicStatusPageData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/public-status-page';
};

export type GetPublicStatusPageErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type GetPublicStatusPageError = GetPublicStatusPageErrors[keyof GetPublicStatusPageErrors];

export type GetPublicStatusPageResponses = {
    /**
     * The settings; null before they were first saved.
     */
    200: PublicStatusPageAnswer;
};

export type GetPublicStatusPageResponse = GetPublicStatusPageResponses[keyof GetPublicStatusPageResponses];

export type SavePublicStatusPageData = {
    body: PublicStatusPageSettings;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/public-status-page';
};

export type SavePublicStatusPageErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type SavePublicStatusPageError = SavePublicStatusPageErrors[keyof SavePublicStatusPageErrors];

export type SavePublicStatusPageResponses = {
    /**
     * The settings.
     */
    200: PublicStatusPageSaved;
};

export type SavePublicStatusPageResponse = SavePublicStatusPageResponses[keyof SavePublicStatusPageResponses];

export type ReadPublicStatusData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * 3 to 40 of `a` to `z`, `0` to `9` and `-`.
         */
        address: string;
    };
    query?: never;
    url: '/v1/status/{address}';
};

export type ReadPublicStatusErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ReadPublicStatusError = ReadPublicStatusErrors[keyof ReadPublicStatusErrors];

export type ReadPublicStatusResponses = {
    /**
     * The endpoints and their last problems.
     */
    200: PublicStatus;
};

export type ReadPublicStatusResponse = ReadPublicStatusResponses[keyof ReadPublicStatusResponses];

export type GetReportSettingsData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/reports';
};

export type GetReportSettingsErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type GetReportSettingsError = GetReportSettingsErrors[keyof GetReportSettingsErrors];

export type GetReportSettingsResponses = {
    /**
     * The settings.
     */
    200: ReportSettings;
};

export type GetReportSettingsResponse = GetReportSettingsResponses[keyof GetReportSettingsResponses];

export type SaveReportSettingsData = {
    body: ReportSettingsToSave;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/reports';
};

export type SaveReportSettingsErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type SaveReportSettingsError = SaveReportSettingsErrors[keyof SaveReportSettingsErrors];

export type SaveReportSettingsResponses = {
    /**
     * The settings.
     */
    200: ReportSettings;
};

export type SaveReportSettingsResponse = SaveReportSettingsResponses[keyof SaveReportSettingsResponses];

export type PreviewReportData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/reports/preview';
};

export type PreviewReportErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type PreviewReportError = PreviewReportErrors[keyof PreviewReportErrors];

export type PreviewReportResponses = {
    /**
     * The mail.
     */
    200: ReportPreview;
};

export type PreviewReportResponse = PreviewReportResponses[keyof PreviewReportResponses];

export type TestReportData = {
    body?: never;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/reports/test';
};

export type TestReportErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type TestReportError = TestReportErrors[keyof TestReportErrors];

export type TestReportResponses = {
    /**
     * The mail server took it.
     */
    200: ReportTested;
};

export type TestReportResponse = TestReportResponses[keyof TestReportResponses];

export type GetReportLinkData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * The token at the end of the mailed link.
         */
        token: string;
    };
    query?: never;
    url: '/v1/reports/links/{token}';
};

export type GetReportLinkErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type GetReportLinkError = GetReportLinkErrors[keyof GetReportLinkErrors];

export type GetReportLinkResponses = {
    /**
     * The recipient.
     */
    200: LinkedReport;
};

export type GetReportLinkResponse = GetReportLinkResponses[keyof GetReportLinkResponses];

export type SubscribeToReportData = {
    body?: never;
    headers?: {
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The token at the end of the mailed link.
         */
        token: string;
    };
    query?: never;
    url: '/v1/reports/links/{token}/subscribe';
};

export type SubscribeToReportErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type SubscribeToReportError = SubscribeToReportErrors[keyof SubscribeToReportErrors];

export type SubscribeToReportResponses = {
    /**
     * The recipient.
     */
    200: LinkedReport;
};

export type SubscribeToReportResponse = SubscribeToReportResponses[keyof SubscribeToReportResponses];

export type UnsubscribeFromReportData = {
    body?: never;
    headers?: {
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The token at the end of the mailed link.
         */
        token: string;
    };
    query?: never;
    url: '/v1/reports/links/{token}/unsubscribe';
};

export type UnsubscribeFromReportErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type UnsubscribeFromReportError = UnsubscribeFromReportErrors[keyof UnsubscribeFromReportErrors];

export type UnsubscribeFromReportResponses = {
    /**
     * The recipient.
     */
    200: LinkedReport;
};

export type UnsubscribeFromReportResponse = UnsubscribeFromReportResponses[keyof UnsubscribeFromReportResponses];

export type DeployServiceData = {
    body: NewService;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/services/deploy';
};

export type DeployServiceErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type DeployServiceError = DeployServiceErrors[keyof DeployServiceErrors];

export type DeployServiceResponses = {
    /**
     * The deployment began.
     */
    200: ServiceDeployed;
};

export type DeployServiceResponse = DeployServiceResponses[keyof DeployServiceResponses];

export type ListAllServicesData = {
    body?: ServiceListRequest;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/services/list';
};

export type ListAllServicesErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ListAllServicesError = ListAllServicesErrors[keyof ListAllServicesErrors];

export type ListAllServicesResponses = {
    /**
     * The services, newest first.
     */
    200: Array<Service>;
};

export type ListAllServicesResponse = ListAllServicesResponses[keyof ListAllServicesResponses];

export type TerminateServiceData = {
    body: ServiceToTerminate;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/services/terminate';
};

export type TerminateServiceErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type TerminateServiceError = TerminateServiceErrors[keyof TerminateServiceErrors];

export type TerminateServiceResponses = {
    /**
     * The deletion began.
     */
    200: ServiceTerminated;
};

export type TerminateServiceResponse = TerminateServiceResponses[keyof TerminateServiceResponses];

export type ResizeServiceData = {
    body: ServiceToResize;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
        /**
         * `respond-async`: answers 202 with the job (RFC 7240).
         */
        Prefer?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/services/resize';
};

export type ResizeServiceErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ResizeServiceError = ResizeServiceErrors[keyof ResizeServiceErrors];

export type ResizeServiceResponses = {
    /**
     * The resize began.
     */
    200: ServiceResized;
    /**
     * With `Prefer: respond-async`: the job.
     */
    202: Job;
};

export type ResizeServiceResponse = ResizeServiceResponses[keyof ResizeServiceResponses];

export type ListServiceBackupsData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: {
        /**
         * Of this service only. Without it, deleted services are included.
         */
        resource_id?: string;
    };
    url: '/v1/services/backups';
};

export type ListServiceBackupsErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ListServiceBackupsError = ListServiceBackupsErrors[keyof ListServiceBackupsErrors];

export type ListServiceBackupsResponses = {
    /**
     * The backups and the drills.
     */
    200: ServiceBackups;
};

export type ListServiceBackupsResponse = ListServiceBackupsResponses[keyof ListServiceBackupsResponses];

export type BackUpServiceData = {
    body?: never;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
        /**
         * `respond-async`: answers 202 with the job (RFC 7240).
         */
        Prefer?: string;
    };
    path: {
        /**
         * The service.
         */
        resource_id: string;
    };
    query?: never;
    url: '/v1/services/{resource_id}/backups';
};

export type BackUpServiceErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type BackUpServiceError = BackUpServiceErrors[keyof BackUpServiceErrors];

export type BackUpServiceResponses = {
    /**
     * The backup began.
     */
    200: ServiceBackupBegun;
    /**
     * With `Prefer: respond-async`: the job.
     */
    202: Job;
};

export type BackUpServiceResponse = BackUpServiceResponses[keyof BackUpServiceResponses];

export type SetBackupScheduleData = {
    body: ServiceBackupSchedule;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
    };
    path: {
        /**
         * The service.
         */
        resource_id: string;
    };
    query?: never;
    url: '/v1/services/{resource_id}/backup-schedule';
};

export type SetBackupScheduleErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type SetBackupScheduleError = SetBackupScheduleErrors[keyof SetBackupScheduleErrors];

export type SetBackupScheduleResponses = {
    /**
     * Done; the message is for the person who asked.
     */
    200: Message;
};

export type SetBackupScheduleResponse = SetBackupScheduleResponses[keyof SetBackupScheduleResponses];

export type DownloadServiceBackupData = {
    body?: never;
    path: {
        /**
         * The backup.
         */
        id: string;
    };
    query?: {
        /**
         * What it is, or the tar archive.
         */
        format?: 'json' | 'archive';
    };
    url: '/v1/services/backups/{id}/data';
};

export type DownloadServiceBackupErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type DownloadServiceBackupError = DownloadServiceBackupErrors[keyof DownloadServiceBackupErrors];

export type DownloadServiceBackupResponses = {
    /**
     * The data.
     */
    200: ServiceBackupFacts;
};

export type DownloadServiceBackupResponse = DownloadServiceBackupResponses[keyof DownloadServiceBackupResponses];

export type RestoreServiceBackupData = {
    body: ServiceRestore;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
        /**
         * `respond-async`: answers 202 with the job (RFC 7240).
         */
        Prefer?: string;
    };
    path: {
        /**
         * The backup.
         */
        id: string;
    };
    query?: never;
    url: '/v1/services/backups/{id}/restore';
};

export type RestoreServiceBackupErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type RestoreServiceBackupError = RestoreServiceBackupErrors[keyof RestoreServiceBackupErrors];

export type RestoreServiceBackupResponses = {
    /**
     * The restore began.
     */
    200: ServiceRestoreBegun;
    /**
     * With `Prefer: respond-async`: the job.
     */
    202: Job;
};

export type RestoreServiceBackupResponse = RestoreServiceBackupResponses[keyof RestoreServiceBackupResponses];

export type StartServiceDrillData = {
    body?: never;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
        /**
         * `respond-async`: answers 202 with the job (RFC 7240).
         */
        Prefer?: string;
    };
    path: {
        /**
         * The backup.
         */
        id: string;
    };
    query?: never;
    url: '/v1/services/backups/{id}/drill';
};

export type StartServiceDrillErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type StartServiceDrillError = StartServiceDrillErrors[keyof StartServiceDrillErrors];

export type StartServiceDrillResponses = {
    /**
     * The drill began.
     */
    200: ServiceDrillBegun;
    /**
     * With `Prefer: respond-async`: the job.
     */
    202: Job;
};

export type StartServiceDrillResponse = StartServiceDrillResponses[keyof StartServiceDrillResponses];

export type DeleteServiceBackupData = {
    body?: never;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
    };
    path: {
        /**
         * The backup.
         */
        id: string;
    };
    query?: never;
    url: '/v1/services/backups/{id}';
};

export type DeleteServiceBackupErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type DeleteServiceBackupError = DeleteServiceBackupErrors[keyof DeleteServiceBackupErrors];

export type DeleteServiceBackupResponses = {
    /**
     * Done; the message is for the person who asked.
     */
    200: Message;
};

export type DeleteServiceBackupResponse = DeleteServiceBackupResponses[keyof DeleteServiceBackupResponses];

export type ListCloudAccountsData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/cloud-accounts';
};

export type ListCloudAccountsErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ListCloudAccountsError = ListCloudAccountsErrors[keyof ListCloudAccountsErrors];

export type ListCloudAccountsResponses = {
    /**
     * The accounts, the operator's first.
     */
    200: CloudAccountList;
};

export type ListCloudAccountsResponse = ListCloudAccountsResponses[keyof ListCloudAccountsResponses];

export type AddCloudAccountData = {
    body: NewCloudAccount;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/cloud-accounts';
};

export type AddCloudAccountErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type AddCloudAccountError = AddCloudAccountErrors[keyof AddCloudAccountErrors];

export type AddCloudAccountResponses = {
    /**
     * The account was added.
     */
    200: CloudAccountAdded;
};

export type AddCloudAccountResponse = AddCloudAccountResponses[keyof AddCloudAccountResponses];

export type SetCloudCredentialsData = {
    body: NewCloudCredentials;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
    };
    path: {
        /**
         * The account.
         */
        id: string;
    };
    query?: never;
    url: '/v1/cloud-accounts/{id}/credentials';
};

export type SetCloudCredentialsErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type SetCloudCredentialsError = SetCloudCredentialsErrors[keyof SetCloudCredentialsErrors];

export type SetCloudCredentialsResponses = {
    /**
     * Done; the message is for the person who asked.
     */
    200: Message;
};

export type SetCloudCredentialsResponse = SetCloudCredentialsResponses[keyof SetCloudCredentialsResponses];

export type CheckCloudAccountData = {
    body?: never;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The account.
         */
        id: string;
    };
    query?: never;
    url: '/v1/cloud-accounts/{id}/check';
};

export type CheckCloudAccountErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type CheckCloudAccountError = CheckCloudAccountErrors[keyof CheckCloudAccountErrors];

export type CheckCloudAccountResponses = {
    /**
     * What is missing, if anything.
     */
    200: CloudAccountCheck;
};

export type CheckCloudAccountResponse = CheckCloudAccountResponses[keyof CheckCloudAccountResponses];

export type ForgetCloudAccountData = {
    body?: never;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The account.
         */
        id: string;
    };
    query?: never;
    url: '/v1/cloud-accounts/{id}/forget';
};

export type ForgetCloudAccountErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ForgetCloudAccountError = ForgetCloudAccountErrors[keyof ForgetCloudAccountErrors];

export type ForgetCloudAccountResponses = {
    /**
     * What may still be on the cloud, and cost money there.
     */
    200: CloudAccountForgotten;
};

export type ForgetCloudAccountResponse = ForgetCloudAccountResponses[keyof ForgetCloudAccountResponses];

export type DeleteCloudAccountData = {
    body?: never;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
    };
    path: {
        /**
         * The account.
         */
        id: string;
    };
    query?: never;
    url: '/v1/cloud-accounts/{id}';
};

export type DeleteCloudAccountErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type DeleteCloudAccountError = DeleteCloudAccountErrors[keyof DeleteCloudAccountErrors];

export type DeleteCloudAccountResponses = {
    /**
     * Done; the message is for the person who asked.
     */
    200: Message;
};

export type DeleteCloudAccountResponse = DeleteCloudAccountResponses[keyof DeleteCloudAccountResponses];

export type ExportServiceData = {
    body?: never;
    path: {
        /**
         * The service.
         */
        resource_id: string;
    };
    query?: {
        /**
         * The files in JSON, or in a tar archive with gzip.
         */
        format?: 'json' | 'archive';
    };
    url: '/v1/services/{resource_id}/export';
};

export type ExportServiceErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ExportServiceError = ExportServiceErrors[keyof ExportServiceErrors];

export type ExportServiceResponses = {
    /**
     * The files.
     */
    200: ServiceExport;
};

export type ExportServiceResponse = ExportServiceResponses[keyof ExportServiceResponses];

export type GetServiceCatalogData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/services/catalog';
};

export type GetServiceCatalogErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type GetServiceCatalogError = GetServiceCatalogErrors[keyof GetServiceCatalogErrors];

export type GetServiceCatalogResponses = {
    /**
     * The clouds.
     */
    200: ServiceCatalog;
};

export type GetServiceCatalogResponse = GetServiceCatalogResponses[keyof GetServiceCatalogResponses];

export type ListServicesData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: {
        /**
         * Services a page, 500 by default.
         */
        limit?: number;
        /**
         * The `next_cursor` of the answer before.
         */
        cursor?: string;
    };
    url: '/v1/services';
};

export type ListServicesErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ListServicesError = ListServicesErrors[keyof ListServicesErrors];

export type ListServicesResponses = {
    /**
     * The services, newest first.
     */
    200: ServiceList;
};

export type ListServicesResponse = ListServicesResponses[keyof ListServicesResponses];

export type GetServiceData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * The service.
         */
        resource_id: string;
    };
    query?: never;
    url: '/v1/services/{resource_id}';
};

export type GetServiceErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type GetServiceError = GetServiceErrors[keyof GetServiceErrors];

export type GetServiceResponses = {
    /**
     * The service.
     */
    200: ServiceAnswer;
};

export type GetServiceResponse = GetServiceResponses[keyof GetServiceResponses];

export type RevealServicePasswordData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * The service.
         */
        resource_id: string;
    };
    query?: never;
    url: '/v1/services/{resource_id}/password';
};

export type RevealServicePasswordErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type RevealServicePasswordError = RevealServicePasswordErrors[keyof RevealServicePasswordErrors];

export type RevealServicePasswordResponses = {
    /**
     * User and password.
     */
    200: ServicePassword;
};

export type RevealServicePasswordResponse = RevealServicePasswordResponses[keyof RevealServicePasswordResponses];

export type RotateServicePasswordData = {
    body?: never;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
        /**
         * `respond-async`: answers 202 with the job (RFC 7240).
         */
        Prefer?: string;
    };
    path: {
        /**
         * The service.
         */
        resource_id: string;
    };
    query?: never;
    url: '/v1/services/{resource_id}/rotate-password';
};

export type RotateServicePasswordErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type RotateServicePasswordError = RotateServicePasswordErrors[keyof RotateServicePasswordErrors];

export type RotateServicePasswordResponses = {
    /**
     * The change began.
     */
    200: ServicePasswordChange;
    /**
     * With `Prefer: respond-async`: the job.
     */
    202: Job;
};

export type RotateServicePasswordResponse = RotateServicePasswordResponses[keyof RotateServicePasswordResponses];

export type CloseOldConnectionsData = {
    body?: never;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
    };
    path: {
        /**
         * The service.
         */
        resource_id: string;
    };
    query?: never;
    url: '/v1/services/{resource_id}/old-connections';
};

export type CloseOldConnectionsErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type CloseOldConnectionsError = CloseOldConnectionsErrors[keyof CloseOldConnectionsErrors];

export type CloseOldConnectionsResponses = {
    /**
     * Done; the message is for the person who asked.
     */
    200: Message;
};

export type CloseOldConnectionsResponse = CloseOldConnectionsResponses[keyof CloseOldConnectionsResponses];

export type ListOldConnectionsData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * The service.
         */
        resource_id: string;
    };
    query?: never;
    url: '/v1/services/{resource_id}/old-connections';
};

export type ListOldConnectionsErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ListOldConnectionsError = ListOldConnectionsErrors[keyof ListOldConnectionsErrors];

export type ListOldConnectionsResponses = {
    /**
     * The connections, the oldest first, at most a hundred lines.
     */
    200: OldConnections;
};

export type ListOldConnectionsResponse = ListOldConnectionsResponses[keyof ListOldConnectionsResponses];

export type NameServiceData = {
    body: ServiceNames;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
    };
    path: {
        /**
         * The service.
         */
        resource_id: string;
    };
    query?: never;
    url: '/v1/services/{resource_id}/names';
};

export type NameServiceErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type NameServiceError = NameServiceErrors[keyof NameServiceErrors];

export type NameServiceResponses = {
    /**
     * Done; the message is for the person who asked.
     */
    200: Message;
};

export type NameServiceResponse = NameServiceResponses[keyof NameServiceResponses];

export type SetAllowlistData = {
    body: ServiceAllowlist;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
    };
    path: {
        /**
         * The service.
         */
        resource_id: string;
    };
    query?: never;
    url: '/v1/services/{resource_id}/allowlist';
};

export type SetAllowlistErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type SetAllowlistError = SetAllowlistErrors[keyof SetAllowlistErrors];

export type SetAllowlistResponses = {
    /**
     * The change began.
     */
    200: ServiceAllowlistChange;
    /**
     * With `Prefer: respond-async`: the job.
     */
    202: Job;
};

export type SetAllowlistResponse = SetAllowlistResponses[keyof SetAllowlistResponses];

export type ProtectServiceData = {
    body: TerminationProtection;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
    };
    path: {
        /**
         * The service.
         */
        resource_id: string;
    };
    query?: never;
    url: '/v1/services/{resource_id}/termination-protection';
};

export type ProtectServiceErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ProtectServiceError = ProtectServiceErrors[keyof ProtectServiceErrors];

export type ProtectServiceResponses = {
    /**
     * Done; the message is for the person who asked.
     */
    200: Message;
};

export type ProtectServiceResponse = ProtectServiceResponses[keyof ProtectServiceResponses];

export type ExportConfigurationData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: {
        /**
         * Whose keys are used; `default` if absent.
         */
        stack?: string;
    };
    url: '/v1/configuration';
};

export type ExportConfigurationErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ExportConfigurationError = ExportConfigurationErrors[keyof ExportConfigurationErrors];

export type ExportConfigurationResponses = {
    /**
     * The configuration.
     */
    200: ConfigurationExport;
};

export type ExportConfigurationResponse = ExportConfigurationResponses[keyof ExportConfigurationResponses];

export type PlanConfigurationData = {
    body: {
        stack?: string;
        configuration: {
            environments?: Array<{
                /**
                 * Names the object in this file, and stays the same when everything else changes.
                 */
                key: string;
                name: string;
                description?: string;
            }>;
            endpoints?: Array<{
                /**
                 * Names the object in this file, and stays the same when everything else changes.
                 */
                key: string;
                /**
                 * host, host:port, or protocol://host:port?servername=NAME&address=IP
                 */
                domain: string;
                /**
                 * The key of an environment.
                 */
                environment?: string;
                tags?: {
                    [key: string]: string;
                };
            }>;
            uploads?: Array<{
                /**
                 * Names the object in this file, and stays the same when everything else changes.
                 */
                key: string;
                name: string;
                /**
                 * One certificate with its chain: PEM, or DER or PKCS #7 in base64.
                 */
                certificate: string;
                /**
                 * The key of an environment.
                 */
                environment?: string;
                tags?: {
                    [key: string]: string;
                };
            }>;
            dates?: Array<{
                /**
                 * Names the object in this file, and stays the same when everything else changes.
                 */
                key: string;
                name: string;
                /**
                 * A day, which begins at 00:00 UTC, or an instant.
                 */
                expires: string | string;
                issuer?: string;
                /**
                 * The key of an environment.
                 */
                environment?: string;
                tags?: {
                    [key: string]: string;
                };
            }>;
            channels?: Array<{
                /**
                 * Names the object in this file, and stays the same when everything else changes.
                 */
                key: string;
                type: 'email' | 'slack' | 'telegram' | 'google_chat' | 'teams' | 'pagerduty' | 'splunk' | 'zapier' | 'webhook' | 'alertmanager';
                name: string;
                enabled?: boolean;
                /**
                 * Whether it receives alerts that no route matches.
                 */
                default?: boolean;
                settings?: {
                    [key: string]: string;
                };
            }>;
            routes?: Array<{
                /**
                 * Names the object in this file, and stays the same when everything else changes.
                 */
                key: string;
                /**
                 * name=value
                 */
                tag?: string;
                /**
                 * The key of an environment.
                 */
                environment?: string;
                /**
                 * Keys of channels.
                 */
                channels: Array<string>;
            }>;
            day_rules?: Array<{
                /**
                 * Names the object in this file, and stays the same when everything else changes.
                 */
                key: string;
                /**
                 * name=value
                 */
                tag: string;
                days: Array<number>;
            }>;
            domains?: Array<{
                /**
                 * Names the object in this file, and stays the same when everything else changes.
                 */
                key: string;
                /**
                 * Whose issued certificates are watched, with those of all names below it.
                 */
                domain: string;
                /**
                 * Organizations as in their certificates; none: any.
                 */
                allowed_issuers?: Array<string>;
            }>;
            alerts?: {
                days: Array<number>;
                scale_to_lifetime?: boolean;
            };
        };
        prune?: boolean;
    };
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/configuration/plan';
};

export type PlanConfigurationErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type PlanConfigurationError = PlanConfigurationErrors[keyof PlanConfigurationErrors];

export type PlanConfigurationResponses = {
    /**
     * The plan.
     */
    200: ConfigurationPlan;
};

export type PlanConfigurationResponse = PlanConfigurationResponses[keyof PlanConfigurationResponses];

export type ApplyConfigurationData = {
    body: {
        stack?: string;
        configuration: {
            environments?: Array<{
                /**
                 * Names the object in this file, and stays the same when everything else changes.
                 */
                key: string;
                name: string;
                description?: string;
            }>;
            endpoints?: Array<{
                /**
                 * Names the object in this file, and stays the same when everything else changes.
                 */
                key: string;
                /**
                 * host, host:port, or protocol://host:port?servername=NAME&address=IP
                 */
                domain: string;
                /**
                 * The key of an environment.
                 */
                environment?: string;
                tags?: {
                    [key: string]: string;
                };
            }>;
            uploads?: Array<{
                /**
                 * Names the object in this file, and stays the same when everything else changes.
                 */
                key: string;
                name: string;
                /**
                 * One certificate with its chain: PEM, or DER or PKCS #7 in base64.
                 */
                certificate: string;
                /**
                 * The key of an environment.
                 */
                environment?: string;
                tags?: {
                    [key: string]: string;
                };
            }>;
            dates?: Array<{
                /**
                 * Names the object in this file, and stays the same when everything else changes.
                 */
                key: string;
                name: string;
                /**
                 * A day, which begins at 00:00 UTC, or an instant.
                 */
                expires: string | string;
                issuer?: string;
                /**
                 * The key of an environment.
                 */
                environment?: string;
                tags?: {
                    [key: string]: string;
                };
            }>;
            channels?: Array<{
                /**
                 * Names the object in this file, and stays the same when everything else changes.
                 */
                key: string;
                type: 'email' | 'slack' | 'telegram' | 'google_chat' | 'teams' | 'pagerduty' | 'splunk' | 'zapier' | 'webhook' | 'alertmanager';
                name: string;
                enabled?: boolean;
                /**
                 * Whether it receives alerts that no route matches.
                 */
                default?: boolean;
                settings?: {
                    [key: string]: string;
                };
            }>;
            routes?: Array<{
                /**
                 * Names the object in this file, and stays the same when everything else changes.
                 */
                key: string;
                /**
                 * name=value
                 */
                tag?: string;
                /**
                 * The key of an environment.
                 */
                environment?: string;
                /**
                 * Keys of channels.
                 */
                channels: Array<string>;
            }>;
            day_rules?: Array<{
                /**
                 * Names the object in this file, and stays the same when everything else changes.
                 */
                key: string;
                /**
                 * name=value
                 */
                tag: string;
                days: Array<number>;
            }>;
            domains?: Array<{
                /**
                 * Names the object in this file, and stays the same when everything else changes.
                 */
                key: string;
                /**
                 * Whose issued certificates are watched, with those of all names below it.
                 */
                domain: string;
                /**
                 * Organizations as in their certificates; none: any.
                 */
                allowed_issuers?: Array<string>;
            }>;
            alerts?: {
                days: Array<number>;
                scale_to_lifetime?: boolean;
            };
        };
        prune?: boolean;
        digest?: string;
    };
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/configuration/apply';
};

export type ApplyConfigurationErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ApplyConfigurationError = ApplyConfigurationErrors[keyof ApplyConfigurationErrors];

export type ApplyConfigurationResponses = {
    /**
     * What was done.
     */
    200: ConfigurationApplied;
};

export type ApplyConfigurationResponse = ApplyConfigurationResponses[keyof ApplyConfigurationResponses];

export type ListCollectorsData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: {
        /**
         * Collectors a page. Without `limit` and `cursor` all are answered; with `cursor` alone 50.
         */
        limit?: number;
        /**
         * The `next_cursor` of the answer before.
         */
        cursor?: string;
    };
    url: '/v1/collectors';
};

export type ListCollectorsErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ListCollectorsError = ListCollectorsErrors[keyof ListCollectorsErrors];

export type ListCollectorsResponses = {
    /**
     * All of them, or a page.
     */
    200: CollectorList;
};

export type ListCollectorsResponse = ListCollectorsResponses[keyof ListCollectorsResponses];

export type AddCollectorData = {
    body: NewCollector;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/collectors';
};

export type AddCollectorErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type AddCollectorError = AddCollectorErrors[keyof AddCollectorErrors];

export type AddCollectorResponses = {
    /**
     * Added.
     */
    200: CollectorToken;
};

export type AddCollectorResponse = AddCollectorResponses[keyof AddCollectorResponses];

export type ImportBundlesData = {
    body: BundleFiles;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/collectors/import';
};

export type ImportBundlesErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ImportBundlesError = ImportBundlesErrors[keyof ImportBundlesErrors];

export type ImportBundlesResponses = {
    /**
     * What became of each.
     */
    200: BundleImport;
};

export type ImportBundlesResponse = ImportBundlesResponses[keyof ImportBundlesResponses];

export type RemoveCollectorData = {
    body?: never;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
    };
    path: {
        /**
         * The collector.
         */
        id: string;
    };
    query?: never;
    url: '/v1/collectors/{id}';
};

export type RemoveCollectorErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type RemoveCollectorError = RemoveCollectorErrors[keyof RemoveCollectorErrors];

export type RemoveCollectorResponses = {
    /**
     * Done; the message is for the person who asked.
     */
    200: Message;
};

export type RemoveCollectorResponse = RemoveCollectorResponses[keyof RemoveCollectorResponses];

export type GetCollectorData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * The collector.
         */
        id: string;
    };
    query?: never;
    url: '/v1/collectors/{id}';
};

export type GetCollectorErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type GetCollectorError = GetCollectorErrors[keyof GetCollectorErrors];

export type GetCollectorResponses = {
    /**
     * The collector.
     */
    200: CollectorDetail;
};

export type GetCollectorResponse = GetCollectorResponses[keyof GetCollectorResponses];

export type UpdateCollectorData = {
    body: NewCollector;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
    };
    path: {
        /**
         * The collector.
         */
        id: string;
    };
    query?: never;
    url: '/v1/collectors/{id}';
};

export type UpdateCollectorErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type UpdateCollectorError = UpdateCollectorErrors[keyof UpdateCollectorErrors];

export type UpdateCollectorResponses = {
    /**
     * Changed.
     */
    200: CollectorAnswer;
};

export type UpdateCollectorResponse = UpdateCollectorResponses[keyof UpdateCollectorResponses];

export type ListCollectorFilesData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * The collector.
         */
        id: string;
    };
    query?: {
        /**
         * Files a page, 50 by default.
         */
        limit?: number;
        /**
         * The `next_cursor` of the answer before.
         */
        cursor?: string;
        /**
         * Only files that could not be read.
         */
        problems?: 'true' | 'false';
    };
    url: '/v1/collectors/{id}/files';
};

export type ListCollectorFilesErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ListCollectorFilesError = ListCollectorFilesErrors[keyof ListCollectorFilesErrors];

export type ListCollectorFilesResponses = {
    /**
     * A page.
     */
    200: CollectorFileList;
};

export type ListCollectorFilesResponse = ListCollectorFilesResponses[keyof ListCollectorFilesResponses];

export type AskCollectorData = {
    body: AskedEndpoint;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The collector.
         */
        id: string;
    };
    query?: never;
    url: '/v1/collectors/{id}/endpoints';
};

export type AskCollectorErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type AskCollectorError = AskCollectorErrors[keyof AskCollectorErrors];

export type AskCollectorResponses = {
    /**
     * Asked.
     */
    200: AskedEndpointAnswer;
};

export type AskCollectorResponse = AskCollectorResponses[keyof AskCollectorResponses];

export type RenewCollectorTokenData = {
    body?: never;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The collector.
         */
        id: string;
    };
    query?: never;
    url: '/v1/collectors/{id}/token';
};

export type RenewCollectorTokenErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type RenewCollectorTokenError = RenewCollectorTokenErrors[keyof RenewCollectorTokenErrors];

export type RenewCollectorTokenResponses = {
    /**
     * The token.
     */
    200: CollectorToken;
};

export type RenewCollectorTokenResponse = RenewCollectorTokenResponses[keyof RenewCollectorTokenResponses];

export type RevokeCollectorData = {
    body?: never;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The collector.
         */
        id: string;
    };
    query?: never;
    url: '/v1/collectors/{id}/revoke';
};

export type RevokeCollectorErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type RevokeCollectorError = RevokeCollectorErrors[keyof RevokeCollectorErrors];

export type RevokeCollectorResponses = {
    /**
     * Revoked.
     */
    200: CollectorAnswer;
};

export type RevokeCollectorResponse = RevokeCollectorResponses[keyof RevokeCollectorResponses];

export type ListWatchedDomainsData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: {
        /**
         * Domains a page. Without `limit` and `cursor` all are answered; with `cursor` alone 50.
         */
        limit?: number;
        /**
         * The `next_cursor` of the answer before.
         */
        cursor?: string;
    };
    url: '/v1/ct/domains';
};

export type ListWatchedDomainsErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ListWatchedDomainsError = ListWatchedDomainsErrors[keyof ListWatchedDomainsErrors];

export type ListWatchedDomainsResponses = {
    /**
     * All of them, or a page.
     */
    200: WatchedDomainList;
};

export type ListWatchedDomainsResponse = ListWatchedDomainsResponses[keyof ListWatchedDomainsResponses];

export type WatchDomainData = {
    body: NewWatchedDomain;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/ct/domains';
};

export type WatchDomainErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type WatchDomainError = WatchDomainErrors[keyof WatchDomainErrors];

export type WatchDomainResponses = {
    /**
     * Watched.
     */
    200: WatchedDomainAnswer;
};

export type WatchDomainResponse = WatchDomainResponses[keyof WatchDomainResponses];

export type UnwatchDomainData = {
    body?: never;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
    };
    path: {
        /**
         * The watched domain.
         */
        id: string;
    };
    query?: never;
    url: '/v1/ct/domains/{id}';
};

export type UnwatchDomainErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type UnwatchDomainError = UnwatchDomainErrors[keyof UnwatchDomainErrors];

export type UnwatchDomainResponses = {
    /**
     * Done; the message is for the person who asked.
     */
    200: Message;
};

export type UnwatchDomainResponse = UnwatchDomainResponses[keyof UnwatchDomainResponses];

export type UpdateWatchedDomainData = {
    body: WatchedDomainChange;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
    };
    path: {
        /**
         * The watched domain.
         */
        id: string;
    };
    query?: never;
    url: '/v1/ct/domains/{id}';
};

export type UpdateWatchedDomainErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type UpdateWatchedDomainError = UpdateWatchedDomainErrors[keyof UpdateWatchedDomainErrors];

export type UpdateWatchedDomainResponses = {
    /**
     * Changed.
     */
    200: WatchedDomainAnswer;
};

export type UpdateWatchedDomainResponse = UpdateWatchedDomainResponses[keyof UpdateWatchedDomainResponses];

export type VerifyDomainData = {
    body?: never;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The watched domain.
         */
        id: string;
    };
    query?: never;
    url: '/v1/ct/domains/{id}/verify';
};

export type VerifyDomainErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type VerifyDomainError = VerifyDomainErrors[keyof VerifyDomainErrors];

export type VerifyDomainResponses = {
    /**
     * Verified.
     */
    200: WatchedDomainAnswer;
};

export type VerifyDomainResponse = VerifyDomainResponses[keyof VerifyDomainResponses];

export type ListIssuancesData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: {
        /**
         * Certificates a page, 50 by default.
         */
        limit?: number;
        /**
         * The `next_cursor` of the answer before.
         */
        cursor?: string;
        /**
         * `open`: unknown and not judged.
         */
        filter?: 'open' | 'served' | 'known_key' | 'expected' | 'unknown' | 'ours' | 'not_ours';
        /**
         * Only below this watched domain.
         */
        domain_id?: string;
        /**
         * Only those with a name that contains it.
         */
        search?: string;
    };
    url: '/v1/ct/issuances';
};

export type ListIssuancesErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ListIssuancesError = ListIssuancesErrors[keyof ListIssuancesErrors];

export type ListIssuancesResponses = {
    /**
     * One page.
     */
    200: IssuanceList;
};

export type ListIssuancesResponse = ListIssuancesResponses[keyof ListIssuancesResponses];

export type GetIssuanceData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * The issued certificate.
         */
        id: string;
    };
    query?: never;
    url: '/v1/ct/issuances/{id}';
};

export type GetIssuanceErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type GetIssuanceError = GetIssuanceErrors[keyof GetIssuanceErrors];

export type GetIssuanceResponses = {
    /**
     * The certificate.
     */
    200: IssuanceAnswer;
};

export type GetIssuanceResponse = GetIssuanceResponses[keyof GetIssuanceResponses];

export type JudgeIssuanceData = {
    body: IssuanceVerdict;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The issued certificate.
         */
        id: string;
    };
    query?: never;
    url: '/v1/ct/issuances/{id}/verdict';
};

export type JudgeIssuanceErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type JudgeIssuanceError = JudgeIssuanceErrors[keyof JudgeIssuanceErrors];

export type JudgeIssuanceResponses = {
    /**
     * Judged.
     */
    200: JudgedIssuance;
};

export type JudgeIssuanceResponse = JudgeIssuanceResponses[keyof JudgeIssuanceResponses];

export type AcknowledgeIssuanceData = {
    body?: never;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The issued certificate.
         */
        id: string;
    };
    query?: never;
    url: '/v1/ct/issuances/{id}/acknowledge';
};

export type AcknowledgeIssuanceErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type AcknowledgeIssuanceError = AcknowledgeIssuanceErrors[keyof AcknowledgeIssuanceErrors];

export type AcknowledgeIssuanceResponses = {
    /**
     * Acknowledged.
     */
    200: AcknowledgedIssuance;
};

export type AcknowledgeIssuanceResponse = AcknowledgeIssuanceResponses[keyof AcknowledgeIssuanceResponses];

export type GetSourcesData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/ct/sources';
};

export type GetSourcesErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type GetSourcesError = GetSourcesErrors[keyof GetSourcesErrors];

export type GetSourcesResponses = {
    /**
     * The sources.
     */
    200: TransparencySources;
};

export type GetSourcesResponse = GetSourcesResponses[keyof GetSourcesResponses];

export type GetCollectorDocsData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/collector/docs';
};

export type GetCollectorDocsErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type GetCollectorDocsError = GetCollectorDocsErrors[keyof GetCollectorDocsErrors];

export type GetCollectorDocsResponses = {
    /**
     * What there is.
     */
    200: CollectorDocs;
};

export type GetCollectorDocsResponse = GetCollectorDocsResponses[keyof GetCollectorDocsResponses];

export type GetAdminDashboardData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/admin/dashboard';
};

export type GetAdminDashboardErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type GetAdminDashboardError = GetAdminDashboardErrors[keyof GetAdminDashboardErrors];

export type GetAdminDashboardResponses = {
    /**
     * The figures.
     */
    200: AdminDashboard;
};

export type GetAdminDashboardResponse = GetAdminDashboardResponses[keyof GetAdminDashboardResponses];

export type ListOrganizationsData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: {
        /**
         * Organizations a page, 50 by default.
         */
        limit?: number;
        /**
         * The `next_cursor` of the answer before.
         */
        cursor?: string;
    };
    url: '/v1/admin/organizations';
};

export type ListOrganizationsErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ListOrganizationsError = ListOrganizationsErrors[keyof ListOrganizationsErrors];

export type ListOrganizationsResponses = {
    /**
     * One page.
     */
    200: AdminOrganizationList;
};

export type ListOrganizationsResponse = ListOrganizationsResponses[keyof ListOrganizationsResponses];

export type SearchOrganizationsData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: {
        /**
         * Part of the name, or of the email address of a member, in any case.
         */
        q?: string;
        /**
         * Organizations a page, 50 by default.
         */
        limit?: number;
        /**
         * The `next_cursor` of the answer before.
         */
        cursor?: string;
    };
    url: '/v1/admin/search';
};

export type SearchOrganizationsErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type SearchOrganizationsError = SearchOrganizationsErrors[keyof SearchOrganizationsErrors];

export type SearchOrganizationsResponses = {
    /**
     * One page.
     */
    200: AdminOrganizationList;
};

export type SearchOrganizationsResponse = SearchOrganizationsResponses[keyof SearchOrganizationsResponses];

export type ListAdminActivityData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: {
        /**
         * Entries a page, 50 by default.
         */
        limit?: number;
        /**
         * The `next_cursor` of the answer before.
         */
        cursor?: string;
    };
    url: '/v1/admin/activity';
};

export type ListAdminActivityErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ListAdminActivityError = ListAdminActivityErrors[keyof ListAdminActivityErrors];

export type ListAdminActivityResponses = {
    /**
     * One page.
     */
    200: AdminActivityList;
};

export type ListAdminActivityResponse = ListAdminActivityResponses[keyof ListAdminActivityResponses];

export type GetAdminHealthData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/admin/health';
};

export type GetAdminHealthErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type GetAdminHealthError = GetAdminHealthErrors[keyof GetAdminHealthErrors];

export type GetAdminHealthResponses = {
    /**
     * The state.
     */
    200: AdminHealthAnswer;
};

export type GetAdminHealthResponse = GetAdminHealthResponses[keyof GetAdminHealthResponses];

export type GetAdminChartsData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/admin/charts';
};

export type GetAdminChartsErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type GetAdminChartsError = GetAdminChartsErrors[keyof GetAdminChartsErrors];

export type GetAdminChartsResponses = {
    /**
     * Seven values each.
     */
    200: AdminCharts;
};

export type GetAdminChartsResponse = GetAdminChartsResponses[keyof GetAdminChartsResponses];

export type GetOperatorViewData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/admin/operator-view';
};

export type GetOperatorViewErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type GetOperatorViewError = GetOperatorViewErrors[keyof GetOperatorViewErrors];

export type GetOperatorViewResponses = {
    /**
     * The queues, checks and services.
     */
    200: OperatorView;
};

export type GetOperatorViewResponse = GetOperatorViewResponses[keyof GetOperatorViewResponses];

export type GetDatabaseFiguresData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/admin/database';
};

export type GetDatabaseFiguresErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type GetDatabaseFiguresError = GetDatabaseFiguresErrors[keyof GetDatabaseFiguresErrors];

export type GetDatabaseFiguresResponses = {
    /**
     * The figures.
     */
    200: DatabaseFigures;
};

export type GetDatabaseFiguresResponse = GetDatabaseFiguresResponses[keyof GetDatabaseFiguresResponses];

export type ListFailingChannelsData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer you have.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/admin/failing-channels';
};

export type ListFailingChannelsErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ListFailingChannelsError = ListFailingChannelsErrors[keyof ListFailingChannelsErrors];

export type ListFailingChannelsResponses = {
    /**
     * The channels.
     */
    200: FailingChannels;
};

export type ListFailingChannelsResponse = ListFailingChannelsResponses[keyof ListFailingChannelsResponses];

export type ResendDeadLettersData = {
    body: {
        queue: string;
    };
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The organization.
         */
        id: string;
    };
    query?: never;
    url: '/v1/admin/organizations/{id}/resend';
};

export type ResendDeadLettersErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ResendDeadLettersError = ResendDeadLettersErrors[keyof ResendDeadLettersErrors];

export type ResendDeadLettersResponses = {
    /**
     * They are queued.
     */
    200: QueuedAgain;
};

export type ResendDeadLettersResponse = ResendDeadLettersResponses[keyof ResendDeadLettersResponses];

export type RetryFailedJobsData = {
    body?: never;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/admin/failed-jobs/retry';
};

export type RetryFailedJobsErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type RetryFailedJobsError = RetryFailedJobsErrors[keyof RetryFailedJobsErrors];

export type RetryFailedJobsResponses = {
    /**
     * They are queued.
     */
    200: QueuedAgain;
};

export type RetryFailedJobsResponse = RetryFailedJobsResponses[keyof RetryFailedJobsResponses];

export type DisableOrganizationData = {
    body: {
        disabled: boolean;
    };
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The organization.
         */
        id: string;
    };
    query?: never;
    url: '/v1/admin/organizations/{id}/disable';
};

export type DisableOrganizationErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type DisableOrganizationError = DisableOrganizationErrors[keyof DisableOrganizationErrors];

export type DisableOrganizationResponses = {
    /**
     * Changed.
     */
    200: AdminOrganizationAnswer;
};

export type DisableOrganizationResponse = DisableOrganizationResponses[keyof DisableOrganizationResponses];

export type ResetOrganizationData = {
    body?: never;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
        /**
         * Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The organization.
         */
        id: string;
    };
    query?: never;
    url: '/v1/admin/organizations/{id}/reset';
};

export type ResetOrganizationErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The `Idempotency-Key` belongs to another request.
     */
    422: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type ResetOrganizationError = ResetOrganizationErrors[keyof ResetOrganizationErrors];

export type ResetOrganizationResponses = {
    /**
     * What was cleared.
     */
    200: ResetResult;
};

export type ResetOrganizationResponse = ResetOrganizationResponses[keyof ResetOrganizationResponses];

export type DeleteOrganizationData = {
    body?: never;
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
    };
    path: {
        /**
         * The organization.
         */
        id: string;
    };
    query?: never;
    url: '/v1/admin/organizations/{id}';
};

export type DeleteOrganizationErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * In conflict with what is there.
     */
    409: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type DeleteOrganizationError = DeleteOrganizationErrors[keyof DeleteOrganizationErrors];

export type DeleteOrganizationResponses = {
    /**
     * Done; the message is for the person who asked.
     */
    200: Message;
};

export type DeleteOrganizationResponse = DeleteOrganizationResponses[keyof DeleteOrganizationResponses];

export type UpdateOrganizationPlanData = {
    body: {
        plan: 'Forever Free' | 'Starter' | 'Professional' | 'Business' | 'Essentials' | 'Team' | 'Enterprise' | 'Self-hosted';
        /**
         * Null returns to the plan's own; left out, it stays.
         */
        certificate_limit?: number | null;
        /**
         * Null returns to the plan's own; left out, it stays.
         */
        user_limit?: number | null;
    };
    headers?: {
        /**
         * The ETag of what you read: 412 if that changed since.
         */
        'If-Match'?: string;
    };
    path: {
        /**
         * The organization.
         */
        id: string;
    };
    query?: never;
    url: '/v1/admin/organizations/{id}/plan';
};

export type UpdateOrganizationPlanErrors = {
    /**
     * The request cannot be used as it is; the code and details say why.
     */
    400: Error;
    /**
     * Not signed in, or the sign-in was refused.
     */
    401: Error;
    /**
     * Not allowed for this role, this plan or this origin.
     */
    403: Error;
    /**
     * Not there, or not yours.
     */
    404: Error;
    /**
     * Changed since it was read, as `If-Match` says.
     */
    412: Error;
    /**
     * The body is larger than 1 MB, or 32 MB for an import.
     */
    413: Error;
    /**
     * The body is not JSON.
     */
    415: Error;
    /**
     * Too many attempts from this address or for this account, or too many requests with this token or API key.
     */
    429: Error;
    /**
     * A fault on the server, logged there.
     */
    500: Error;
    /**
     * Starting, overloaded or without its database.
     */
    503: Error;
};

export type UpdateOrganizationPlanError = UpdateOrganizationPlanErrors[keyof UpdateOrganizationPlanErrors];

export type UpdateOrganizationPlanResponses = {
    /**
     * Changed.
     */
    200: AdminOrganizationAnswer;
};

export type UpdateOrganizationPlanResponse = UpdateOrganizationPlanResponses[keyof UpdateOrganizationPlanResponses];

export type PostCertificateAddedWebhookPayload = {
    type: 'certificate.added';
    timestamp: string;
    data: {
        certificate: EventCertificate;
    };
};

export type PostCertificateAddedWebhookRequest = {
    body: PostCertificateAddedWebhookPayload;
    key: 'certificate.added';
    path?: never;
    query?: never;
};

export type PostCertificateRenewedWebhookPayload = {
    type: 'certificate.renewed';
    timestamp: string;
    data: {
        certificate: EventCertificate;
        previous: EventPreviousCertificate;
    };
};

export type PostCertificateRenewedWebhookRequest = {
    body: PostCertificateRenewedWebhookPayload;
    key: 'certificate.renewed';
    path?: never;
    query?: never;
};

export type PostCertificateChangedWebhookPayload = {
    type: 'certificate.changed';
    timestamp: string;
    data: {
        certificate: EventCertificate;
        previous: EventPreviousCertificate;
        change: EventChange;
    };
};

export type PostCertificateChangedWebhookRequest = {
    body: PostCertificateChangedWebhookPayload;
    key: 'certificate.changed';
    path?: never;
    query?: never;
};

export type PostCertificateRemovedWebhookPayload = {
    type: 'certificate.removed';
    timestamp: string;
    data: {
        certificate: EventRemovedCertificate;
    };
};

export type PostCertificateRemovedWebhookRequest = {
    body: PostCertificateRemovedWebhookPayload;
    key: 'certificate.removed';
    path?: never;
    query?: never;
};

export type PostCheckFailedWebhookPayload = {
    type: 'check.failed';
    timestamp: string;
    data: {
        certificate: EventCertificate;
        check: EventCheck;
    };
};

export type PostCheckFailedWebhookRequest = {
    body: PostCheckFailedWebhookPayload;
    key: 'check.failed';
    path?: never;
    query?: never;
};

export type PostCheckRecoveredWebhookPayload = {
    type: 'check.recovered';
    timestamp: string;
    data: {
        certificate: EventCertificate;
    };
};

export type PostCheckRecoveredWebhookRequest = {
    body: PostCheckRecoveredWebhookPayload;
    key: 'check.recovered';
    path?: never;
    query?: never;
};

export type PostAlertRaisedWebhookPayload = {
    type: 'alert.raised';
    timestamp: string;
    data: {
        severity: 'critical' | 'warning' | 'info';
        alerts: Array<EventAlert>;
        alerts_left_out: number;
    };
};

export type PostAlertRaisedWebhookRequest = {
    body: PostAlertRaisedWebhookPayload;
    key: 'alert.raised';
    path?: never;
    query?: never;
};

export type PostDiscoveryCompletedWebhookPayload = {
    type: 'discovery.completed';
    timestamp: string;
    data: {
        discovery: EventDiscovery;
    };
};

export type PostDiscoveryCompletedWebhookRequest = {
    body: PostDiscoveryCompletedWebhookPayload;
    key: 'discovery.completed';
    path?: never;
    query?: never;
};

/** Every operation, by its method and path. */
export interface Operations {
  post: {
    '/v1/accounts/register': { data: RegisterData; responses: RegisterResponses };
    '/v1/accounts/login': { data: LoginData; responses: LoginResponses };
    '/v1/accounts/login/second-factor': { data: FinishLoginData; responses: FinishLoginResponses };
    '/v1/accounts/logout': { data: LogoutData; responses: LogoutResponses };
    '/v1/accounts/reset-password': { data: RequestPasswordResetData; responses: RequestPasswordResetResponses };
    '/v1/accounts/reset-password/{token}': { data: ResetPasswordData; responses: ResetPasswordResponses };
    '/v1/accounts/sessions/end-others': { data: EndOtherSessionsData; responses: EndOtherSessionsResponses };
    '/v1/accounts/two-factor/app': { data: BeginTotpData; responses: BeginTotpResponses };
    '/v1/accounts/two-factor/app/confirm': { data: ConfirmTotpData; responses: ConfirmTotpResponses };
    '/v1/accounts/two-factor/app/remove': { data: RemoveTotpData; responses: RemoveTotpResponses };
    '/v1/accounts/two-factor/recovery-codes': { data: RenewRecoveryCodesData; responses: RenewRecoveryCodesResponses };
    '/v1/accounts/passkeys/{id}/remove': { data: RemovePasskeyData; responses: RemovePasskeyResponses };
    '/v1/accounts/identities/{provider}/remove': { data: RemoveIdentityData; responses: RemoveIdentityResponses };
    '/v1/certificates/discover': { data: StartDiscoveryData; responses: StartDiscoveryResponses };
    '/v1/certificates/discover/{id}/cancel': { data: CancelDiscoveryData; responses: CancelDiscoveryResponses };
    '/v1/certificates': { data: CreateCertificateData; responses: CreateCertificateResponses };
    '/v1/certificates/add': { data: AddCertificateData; responses: AddCertificateResponses };
    '/v1/certificates/uploads': { data: AddUploadData; responses: AddUploadResponses };
    '/v1/certificates/dates': { data: AddDateData; responses: AddDateResponses };
    '/v1/certificates/import': { data: ImportCertificatesData; responses: ImportCertificatesResponses };
    '/v1/certificates/check-all': { data: CheckAllCertificatesData; responses: CheckAllCertificatesResponses };
    '/v1/certificates/bulk-delete': { data: RemoveCertificatesData; responses: RemoveCertificatesResponses };
    '/v1/certificates/{id}/renewal/look': { data: RequestRenewalLookData; responses: RequestRenewalLookResponses };
    '/v1/certificates/{id}/check': { data: CheckCertificateData; responses: CheckCertificateResponses };
    '/v1/jobs/{job_id}/cancel': { data: CancelJobData; responses: CancelJobResponses };
    '/v1/calendar/rotate': { data: RotateCalendarLinkData; responses: RotateCalendarLinkResponses };
    '/v1/trust-anchors': { data: AddAnchorSetData; responses: AddAnchorSetResponses };
    '/v1/environments': { data: AddEnvironmentData; responses: AddEnvironmentResponses };
    '/v1/notifications/channels': { data: SaveChannelData; responses: SaveChannelResponses };
    '/v1/notifications/channels/webhook/rotate-secret': { data: RotateSigningSecretData; responses: RotateSigningSecretResponses };
    '/v1/notifications/channels/{type}/test': { data: TestChannelData; responses: TestChannelResponses };
    '/v1/notifications/test-all': { data: TestAllChannelsData; responses: TestAllChannelsResponses };
    '/v1/notification-channels': { data: AddChannelData; responses: AddChannelResponses };
    '/v1/notification-channels/{id}/test': { data: TestChannelByIdData; responses: TestChannelByIdResponses };
    '/v1/notification-channels/{id}/rotate-secret': { data: RotateChannelSecretData; responses: RotateChannelSecretResponses };
    '/v1/notifications/deliveries/{id}/resend': { data: ResendDeliveryData; responses: ResendDeliveryResponses };
    '/v1/notifications/{id}/acknowledge': { data: AcknowledgeNotificationData; responses: AcknowledgeNotificationResponses };
    '/v1/notifications/settings': { data: SaveNotificationSettingsData; responses: SaveNotificationSettingsResponses };
    '/v1/notifications/template-preview': { data: PreviewTemplateData; responses: PreviewTemplateResponses };
    '/v1/certificates/{id}/snooze': { data: SnoozeCertificateData; responses: SnoozeCertificateResponses };
    '/v1/certificates/{id}/unsnooze': { data: UnsnoozeCertificateData; responses: UnsnoozeCertificateResponses };
    '/v1/notifications/alert-settings': { data: SaveAlertSettingsData; responses: SaveAlertSettingsResponses };
    '/v1/notifications/day-rules': { data: SaveDayRuleData; responses: SaveDayRuleResponses };
    '/v1/notification-routes': { data: SaveAlertRouteData; responses: SaveAlertRouteResponses };
    '/v1/notifications/maintenance-windows': { data: AddMaintenanceWindowData; responses: AddMaintenanceWindowResponses };
    '/v1/notifications/alert-links/{token}/acknowledge': { data: AcknowledgeByLinkData; responses: AcknowledgeByLinkResponses };
    '/v1/statuspage/test': { data: TestStatusPageData; responses: TestStatusPageResponses };
    '/v1/webhooks': { data: AddWebhookEndpointData; responses: AddWebhookEndpointResponses };
    '/v1/webhooks/{id}/rotate-secret': { data: RotateEndpointSecretData; responses: RotateEndpointSecretResponses };
    '/v1/webhooks/{id}/test': { data: TestWebhookEndpointData; responses: TestWebhookEndpointResponses };
    '/v1/webhooks/{id}/events/{event_id}/redeliver': { data: RedeliverEventData; responses: RedeliverEventResponses };
    '/v1/webhooks/{id}/redeliver-failed': { data: RedeliverFailedEventsData; responses: RedeliverFailedEventsResponses };
    '/v1/billing/webhook': { data: RecordPaymentEventData; responses: RecordPaymentEventResponses };
    '/v1/users/invite': { data: InviteUserData; responses: InviteUserResponses };
    '/v1/users/invitations/{id}/resend': { data: ResendInvitationData; responses: ResendInvitationResponses };
    '/v1/teams/create_password': { data: AcceptInvitationData; responses: AcceptInvitationResponses };
    '/v1/profile/email-change/{token}/confirm': { data: ConfirmEmailChangeData; responses: ConfirmEmailChangeResponses };
    '/v1/profile/step-down': { data: StepDownData; responses: StepDownResponses };
    '/v1/profile/leave': { data: LeaveOrganizationData; responses: LeaveOrganizationResponses };
    '/v1/profile/mailbox-proof': { data: RequestMailboxProofData; responses: RequestMailboxProofResponses };
    '/v1/profile/mailbox-proof/{token}': { data: ProveMailboxData; responses: ProveMailboxResponses };
    '/v1/tokens': { data: AddTokenData; responses: AddTokenResponses };
    '/v1/api-keys': { data: AddApiKeyData; responses: AddApiKeyResponses };
    '/v1/api-keys/{id}/rotate': { data: RotateApiKeyData; responses: RotateApiKeyResponses };
    '/v1/reports/test': { data: TestReportData; responses: TestReportResponses };
    '/v1/reports/links/{token}/subscribe': { data: SubscribeToReportData; responses: SubscribeToReportResponses };
    '/v1/reports/links/{token}/unsubscribe': { data: UnsubscribeFromReportData; responses: UnsubscribeFromReportResponses };
    '/v1/services/deploy': { data: DeployServiceData; responses: DeployServiceResponses };
    '/v1/services/list': { data: ListAllServicesData; responses: ListAllServicesResponses };
    '/v1/services/terminate': { data: TerminateServiceData; responses: TerminateServiceResponses };
    '/v1/services/resize': { data: ResizeServiceData; responses: ResizeServiceResponses };
    '/v1/services/{resource_id}/backups': { data: BackUpServiceData; responses: BackUpServiceResponses };
    '/v1/services/backups/{id}/restore': { data: RestoreServiceBackupData; responses: RestoreServiceBackupResponses };
    '/v1/services/backups/{id}/drill': { data: StartServiceDrillData; responses: StartServiceDrillResponses };
    '/v1/cloud-accounts': { data: AddCloudAccountData; responses: AddCloudAccountResponses };
    '/v1/cloud-accounts/{id}/check': { data: CheckCloudAccountData; responses: CheckCloudAccountResponses };
    '/v1/cloud-accounts/{id}/forget': { data: ForgetCloudAccountData; responses: ForgetCloudAccountResponses };
    '/v1/services/{resource_id}/rotate-password': { data: RotateServicePasswordData; responses: RotateServicePasswordResponses };
    '/v1/configuration/plan': { data: PlanConfigurationData; responses: PlanConfigurationResponses };
    '/v1/configuration/apply': { data: ApplyConfigurationData; responses: ApplyConfigurationResponses };
    '/v1/collectors': { data: AddCollectorData; responses: AddCollectorResponses };
    '/v1/collectors/import': { data: ImportBundlesData; responses: ImportBundlesResponses };
    '/v1/collectors/{id}/endpoints': { data: AskCollectorData; responses: AskCollectorResponses };
    '/v1/collectors/{id}/token': { data: RenewCollectorTokenData; responses: RenewCollectorTokenResponses };
    '/v1/collectors/{id}/revoke': { data: RevokeCollectorData; responses: RevokeCollectorResponses };
    '/v1/ct/domains': { data: WatchDomainData; responses: WatchDomainResponses };
    '/v1/ct/domains/{id}/verify': { data: VerifyDomainData; responses: VerifyDomainResponses };
    '/v1/ct/issuances/{id}/verdict': { data: JudgeIssuanceData; responses: JudgeIssuanceResponses };
    '/v1/ct/issuances/{id}/acknowledge': { data: AcknowledgeIssuanceData; responses: AcknowledgeIssuanceResponses };
    '/v1/admin/organizations/{id}/resend': { data: ResendDeadLettersData; responses: ResendDeadLettersResponses };
    '/v1/admin/failed-jobs/retry': { data: RetryFailedJobsData; responses: RetryFailedJobsResponses };
    '/v1/admin/organizations/{id}/disable': { data: DisableOrganizationData; responses: DisableOrganizationResponses };
    '/v1/admin/organizations/{id}/reset': { data: ResetOrganizationData; responses: ResetOrganizationResponses };
  };
  get: {
    '/v1/accounts/activate/{token}': { data: ActivateAccountData; responses: ActivateAccountResponses };
    '/v1/accounts/session': { data: GetSessionData; responses: GetSessionResponses };
    '/v1/accounts/sessions': { data: ListSessionsData; responses: ListSessionsResponses };
    '/v1/accounts/two-factor': { data: GetTwoFactorData; responses: GetTwoFactorResponses };
    '/v1/accounts/passkeys': { data: ListPasskeysData; responses: ListPasskeysResponses };
    '/v1/accounts/identities': { data: ListIdentitiesData; responses: ListIdentitiesResponses };
    '/v1/certificates/discover': { data: ListDiscoveriesData; responses: ListDiscoveriesResponses };
    '/v1/certificates/discover/{id}': { data: GetDiscoveryData; responses: GetDiscoveryResponses };
    '/v1/analytics': { data: GetAnalyticsData; responses: GetAnalyticsResponses };
    '/v1/certificates/analytics': { data: GetCertificateAnalyticsData; responses: GetCertificateAnalyticsResponses };
    '/v1/analytics/expiries': { data: GetExpiriesData; responses: GetExpiriesResponses };
    '/v1/analytics/team': { data: GetTeamAnalyticsData; responses: GetTeamAnalyticsResponses };
    '/v1/analytics/timeline': { data: GetTimelineData; responses: GetTimelineResponses };
    '/v1/analytics/trends': { data: ListTrendsData; responses: ListTrendsResponses };
    '/v1/readiness': { data: GetReadinessData; responses: GetReadinessResponses };
    '/v1/readiness/endpoints': { data: ListReadinessData; responses: ListReadinessResponses };
    '/v1/readiness/export': { data: ExportReadinessData; responses: ExportReadinessResponses };
    '/v1/cryptography': { data: GetCryptographyData; responses: GetCryptographyResponses };
    '/v1/cryptography/cbom': { data: ExportCbomData; responses: ExportCbomResponses };
    '/v1/evidence': { data: ExportEvidenceData; responses: ExportEvidenceResponses };
    '/v1/analytics/trends/export': { data: ExportTrendsData; responses: ExportTrendsResponses };
    '/v1/certificates/list': { data: ListCertificatesData; responses: ListCertificatesResponses };
    '/v1/certificates': { data: ListCertificatePagesData; responses: ListCertificatePagesResponses };
    '/v1/certificates/ssl-scores': { data: ListSslScoresData; responses: ListSslScoresResponses };
    '/v1/certificates/ssl-scores/export': { data: ExportSslScoresData; responses: ExportSslScoresResponses };
    '/v1/certificates/import/{job_id}': { data: GetImportData; responses: GetImportResponses };
    '/v1/certificates/export': { data: ExportCertificatesData; responses: ExportCertificatesResponses };
    '/v1/metrics': { data: GetMetricsData; responses: GetMetricsResponses };
    '/v1/prometheus/targets': { data: ListScrapeTargetsData; responses: ListScrapeTargetsResponses };
    '/v1/certificates/widgets': { data: GetWidgetsData; responses: GetWidgetsResponses };
    '/v1/certificates/facets': { data: GetFacetsData; responses: GetFacetsResponses };
    '/v1/certificates/check-all/{job_id}': { data: GetCheckRunData; responses: GetCheckRunResponses };
    '/v1/certificates/{id}': { data: GetCertificateData; responses: GetCertificateResponses };
    '/v1/certificates/{id}/lint': { data: GetLintFindingsData; responses: GetLintFindingsResponses };
    '/v1/certificates/{id}/history': { data: ListCertificateHistoryData; responses: ListCertificateHistoryResponses };
    '/v1/certificates/{id}/history/compare': { data: CompareHistoryData; responses: CompareHistoryResponses };
    '/v1/certificates/{id}/history/{entry_id}': { data: GetHistoryEntryData; responses: GetHistoryEntryResponses };
    '/v1/certificates/{id}/renewals': { data: ListRenewalsData; responses: ListRenewalsResponses };
    '/v1/certificates/{id}/deployment': { data: GetDeploymentData; responses: GetDeploymentResponses };
    '/v1/certificates/{id}/renewal': { data: GetRenewalCheckData; responses: GetRenewalCheckResponses };
    '/v1/dashboard/stats': { data: GetDashboardStatsData; responses: GetDashboardStatsResponses };
    '/v1/jobs': { data: ListJobsData; responses: ListJobsResponses };
    '/v1/jobs/{job_id}': { data: GetJobData; responses: GetJobResponses };
    '/v1/calendar': { data: GetCalendarLinkData; responses: GetCalendarLinkResponses };
    '/v1/trust-anchors': { data: ListAnchorSetsData; responses: ListAnchorSetsResponses };
    '/v1/trust-anchors/{id}': { data: GetAnchorSetData; responses: GetAnchorSetResponses };
    '/v1/trust-anchor-assignments': { data: ListAnchorAssignmentsData; responses: ListAnchorAssignmentsResponses };
    '/v1/environments': { data: ListEnvironmentsData; responses: ListEnvironmentsResponses };
    '/v1/notifications/channels': { data: ListChannelsData; responses: ListChannelsResponses };
    '/v1/notification-channels': { data: ListAllChannelsData; responses: ListAllChannelsResponses };
    '/v1/notifications/log': { data: ListNotificationLogData; responses: ListNotificationLogResponses };
    '/v1/notifications/deliveries': { data: ListDeliveriesData; responses: ListDeliveriesResponses };
    '/v1/notifications/deliveries/{id}': { data: GetDeliveryData; responses: GetDeliveryResponses };
    '/v1/notifications/settings': { data: GetNotificationSettingsData; responses: GetNotificationSettingsResponses };
    '/v1/certificates/{id}/alerts': { data: GetCertificateAlertsData; responses: GetCertificateAlertsResponses };
    '/v1/notifications/alert-settings': { data: GetAlertSettingsData; responses: GetAlertSettingsResponses };
    '/v1/notifications/day-rules': { data: ListDayRulesData; responses: ListDayRulesResponses };
    '/v1/notification-routes': { data: ListAlertRoutesData; responses: ListAlertRoutesResponses };
    '/v1/notifications/maintenance-windows': { data: ListMaintenanceWindowsData; responses: ListMaintenanceWindowsResponses };
    '/v1/notifications/alert-links/{token}': { data: GetAlertByLinkData; responses: GetAlertByLinkResponses };
    '/v1/events': { data: ListEventsData; responses: ListEventsResponses };
    '/v1/events/{id}': { data: GetEventData; responses: GetEventResponses };
    '/v1/webhooks': { data: ListWebhookEndpointsData; responses: ListWebhookEndpointsResponses };
    '/v1/webhooks/{id}/deliveries': { data: ListWebhookDeliveriesData; responses: ListWebhookDeliveriesResponses };
    '/v1/billing/plan': { data: GetPlanData; responses: GetPlanResponses };
    '/v1/users/list': { data: ListUsersData; responses: ListUsersResponses };
    '/v1/users/invitations': { data: ListInvitationsData; responses: ListInvitationsResponses };
    '/v1/audit': { data: ListAuditLogData; responses: ListAuditLogResponses };
    '/v1/audit/export': { data: ExportAuditLogData; responses: ExportAuditLogResponses };
    '/v1/profile': { data: GetProfileData; responses: GetProfileResponses };
    '/v1/profile/email-change/{token}': { data: GetEmailChangeData; responses: GetEmailChangeResponses };
    '/v1/tokens': { data: ListTokensData; responses: ListTokensResponses };
    '/v1/api-keys': { data: ListApiKeysData; responses: ListApiKeysResponses };
    '/v1/public-status-page': { data: GetPublicStatusPageData; responses: GetPublicStatusPageResponses };
    '/v1/status/{address}': { data: ReadPublicStatusData; responses: ReadPublicStatusResponses };
    '/v1/reports': { data: GetReportSettingsData; responses: GetReportSettingsResponses };
    '/v1/reports/preview': { data: PreviewReportData; responses: PreviewReportResponses };
    '/v1/reports/links/{token}': { data: GetReportLinkData; responses: GetReportLinkResponses };
    '/v1/services/backups': { data: ListServiceBackupsData; responses: ListServiceBackupsResponses };
    '/v1/services/backups/{id}/data': { data: DownloadServiceBackupData; responses: DownloadServiceBackupResponses };
    '/v1/cloud-accounts': { data: ListCloudAccountsData; responses: ListCloudAccountsResponses };
    '/v1/services/{resource_id}/export': { data: ExportServiceData; responses: ExportServiceResponses };
    '/v1/services/catalog': { data: GetServiceCatalogData; responses: GetServiceCatalogResponses };
    '/v1/services': { data: ListServicesData; responses: ListServicesResponses };
    '/v1/services/{resource_id}': { data: GetServiceData; responses: GetServiceResponses };
    '/v1/services/{resource_id}/password': { data: RevealServicePasswordData; responses: RevealServicePasswordResponses };
    '/v1/services/{resource_id}/old-connections': { data: ListOldConnectionsData; responses: ListOldConnectionsResponses };
    '/v1/configuration': { data: ExportConfigurationData; responses: ExportConfigurationResponses };
    '/v1/collectors': { data: ListCollectorsData; responses: ListCollectorsResponses };
    '/v1/collectors/{id}': { data: GetCollectorData; responses: GetCollectorResponses };
    '/v1/collectors/{id}/files': { data: ListCollectorFilesData; responses: ListCollectorFilesResponses };
    '/v1/ct/domains': { data: ListWatchedDomainsData; responses: ListWatchedDomainsResponses };
    '/v1/ct/issuances': { data: ListIssuancesData; responses: ListIssuancesResponses };
    '/v1/ct/issuances/{id}': { data: GetIssuanceData; responses: GetIssuanceResponses };
    '/v1/ct/sources': { data: GetSourcesData; responses: GetSourcesResponses };
    '/v1/collector/docs': { data: GetCollectorDocsData; responses: GetCollectorDocsResponses };
    '/v1/admin/dashboard': { data: GetAdminDashboardData; responses: GetAdminDashboardResponses };
    '/v1/admin/organizations': { data: ListOrganizationsData; responses: ListOrganizationsResponses };
    '/v1/admin/search': { data: SearchOrganizationsData; responses: SearchOrganizationsResponses };
    '/v1/admin/activity': { data: ListAdminActivityData; responses: ListAdminActivityResponses };
    '/v1/admin/health': { data: GetAdminHealthData; responses: GetAdminHealthResponses };
    '/v1/admin/charts': { data: GetAdminChartsData; responses: GetAdminChartsResponses };
    '/v1/admin/operator-view': { data: GetOperatorViewData; responses: GetOperatorViewResponses };
    '/v1/admin/database': { data: GetDatabaseFiguresData; responses: GetDatabaseFiguresResponses };
    '/v1/admin/failing-channels': { data: ListFailingChannelsData; responses: ListFailingChannelsResponses };
  };
  put: {
    '/v1/accounts/password': { data: ChangePasswordData; responses: ChangePasswordResponses };
    '/v1/accounts/passkeys/{id}': { data: RenamePasskeyData; responses: RenamePasskeyResponses };
    '/v1/certificates/{id}/upload': { data: ReplaceUploadData; responses: ReplaceUploadResponses };
    '/v1/certificates/{id}/date': { data: UpdateDateData; responses: UpdateDateResponses };
    '/v1/certificates/by-domain/{domain}': { data: UpsertCertificateData; responses: UpsertCertificateResponses };
    '/v1/certificates/{id}/tags': { data: UpdateCertificateTagsData; responses: UpdateCertificateTagsResponses };
    '/v1/certificates/{id}/anchors': { data: AssignCertificateAnchorsData; responses: AssignCertificateAnchorsResponses };
    '/v1/trust-anchors/{id}': { data: UpdateAnchorSetData; responses: UpdateAnchorSetResponses };
    '/v1/trust-anchor-assignments': { data: AssignAnchorsData; responses: AssignAnchorsResponses };
    '/v1/environments/{id}': { data: UpdateEnvironmentData; responses: UpdateEnvironmentResponses };
    '/v1/notification-channels/{id}': { data: UpdateChannelData; responses: UpdateChannelResponses };
    '/v1/webhooks/{id}': { data: UpdateWebhookEndpointData; responses: UpdateWebhookEndpointResponses };
    '/v1/users/{id}/role': { data: ChangeRoleData; responses: ChangeRoleResponses };
    '/v1/profile': { data: UpdateProfileData; responses: UpdateProfileResponses };
    '/v1/organization': { data: UpdateOrganizationData; responses: UpdateOrganizationResponses };
    '/v1/public-status-page': { data: SavePublicStatusPageData; responses: SavePublicStatusPageResponses };
    '/v1/reports': { data: SaveReportSettingsData; responses: SaveReportSettingsResponses };
    '/v1/services/{resource_id}/backup-schedule': { data: SetBackupScheduleData; responses: SetBackupScheduleResponses };
    '/v1/cloud-accounts/{id}/credentials': { data: SetCloudCredentialsData; responses: SetCloudCredentialsResponses };
    '/v1/services/{resource_id}/names': { data: NameServiceData; responses: NameServiceResponses };
    '/v1/services/{resource_id}/allowlist': { data: SetAllowlistData; responses: SetAllowlistResponses };
    '/v1/services/{resource_id}/termination-protection': { data: ProtectServiceData; responses: ProtectServiceResponses };
    '/v1/collectors/{id}': { data: UpdateCollectorData; responses: UpdateCollectorResponses };
    '/v1/ct/domains/{id}': { data: UpdateWatchedDomainData; responses: UpdateWatchedDomainResponses };
    '/v1/admin/organizations/{id}/plan': { data: UpdateOrganizationPlanData; responses: UpdateOrganizationPlanResponses };
  };
  delete: {
    '/v1/accounts/sessions/{handle}': { data: EndSessionData; responses: EndSessionResponses };
    '/v1/certificates/{id}': { data: RemoveCertificateData; responses: RemoveCertificateResponses };
    '/v1/trust-anchors/{id}': { data: RemoveAnchorSetData; responses: RemoveAnchorSetResponses };
    '/v1/environments/{id}': { data: RemoveEnvironmentData; responses: RemoveEnvironmentResponses };
    '/v1/notification-channels/{id}': { data: RemoveChannelData; responses: RemoveChannelResponses };
    '/v1/notifications/day-rules/{id}': { data: RemoveDayRuleData; responses: RemoveDayRuleResponses };
    '/v1/notification-routes/{id}': { data: RemoveAlertRouteData; responses: RemoveAlertRouteResponses };
    '/v1/notifications/maintenance-windows/{id}': { data: RemoveMaintenanceWindowData; responses: RemoveMaintenanceWindowResponses };
    '/v1/webhooks/{id}': { data: RemoveWebhookEndpointData; responses: RemoveWebhookEndpointResponses };
    '/v1/users/invitations/{id}': { data: RevokeInvitationData; responses: RevokeInvitationResponses };
    '/v1/users/{id}': { data: RemoveUserData; responses: RemoveUserResponses };
    '/v1/profile/email-change': { data: CancelEmailChangeData; responses: CancelEmailChangeResponses };
    '/v1/tokens/{id}': { data: RevokeTokenData; responses: RevokeTokenResponses };
    '/v1/api-keys/{id}': { data: RevokeApiKeyData; responses: RevokeApiKeyResponses };
    '/v1/services/backups/{id}': { data: DeleteServiceBackupData; responses: DeleteServiceBackupResponses };
    '/v1/cloud-accounts/{id}': { data: DeleteCloudAccountData; responses: DeleteCloudAccountResponses };
    '/v1/services/{resource_id}/old-connections': { data: CloseOldConnectionsData; responses: CloseOldConnectionsResponses };
    '/v1/collectors/{id}': { data: RemoveCollectorData; responses: RemoveCollectorResponses };
    '/v1/ct/domains/{id}': { data: UnwatchDomainData; responses: UnwatchDomainResponses };
    '/v1/admin/organizations/{id}': { data: DeleteOrganizationData; responses: DeleteOrganizationResponses };
  };
}
