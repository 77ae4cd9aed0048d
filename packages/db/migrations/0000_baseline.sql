CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
-- What a tag is found by: its value, name=value, and name= for whatever value. Most certificates have none.
CREATE FUNCTION certificate_tag_terms(tags jsonb) RETURNS text[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN tags = '{}'::jsonb THEN '{}'::text[] ELSE (
    SELECT array_agg(DISTINCT term ORDER BY term)
    FROM jsonb_each_text(tags) AS tag (name, value)
    CROSS JOIN LATERAL (VALUES (lower(value)), (lower(name) || '=' || lower(value)), (lower(name) || '=')) AS terms (term)
  ) END;
--> statement-breakpoint
CREATE TABLE "auth_challenges" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"user_id" uuid,
	"challenge" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cached_images" (
	"key" text PRIMARY KEY NOT NULL,
	"content_type" text,
	"bytes" "bytea",
	"fetched_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"caller" text NOT NULL,
	"key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"attempt" integer DEFAULT 1 NOT NULL,
	"lease_until" timestamp with time zone NOT NULL,
	"took_effect" boolean DEFAULT false NOT NULL,
	"sealed_answer" text,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identities" (
	"provider" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" uuid NOT NULL,
	"email" text NOT NULL,
	"linked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "identities_provider_subject_pk" PRIMARY KEY("provider","subject")
);
--> statement-breakpoint
CREATE TABLE "one_time_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "organizations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"plan" text NOT NULL,
	"certificate_limit" integer,
	"user_limit" integer,
	"disabled" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"user_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "recovery_codes_user_id_hash_pk" PRIMARY KEY("user_id","hash")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"ip" text,
	"user_agent" text,
	"last_active_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "totp_secrets" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone,
	"last_step" bigint
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"email" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"company" text DEFAULT '' NOT NULL,
	"position" text DEFAULT '' NOT NULL,
	"role" text NOT NULL,
	"password_hash" text,
	"activated_at" timestamp with time zone,
	"mailbox_proven_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid,
	"actor_kind" text DEFAULT 'session' NOT NULL,
	"actor_id" uuid,
	"actor_email" text,
	"token_id" uuid,
	"actor_name" text,
	"action" text NOT NULL,
	"subject_id" uuid,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"ip" text,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing_accounts" (
	"org_id" uuid PRIMARY KEY NOT NULL,
	"client_reference_id" text NOT NULL,
	"plan" text,
	"customer_id" text,
	"subscription_id" text,
	"status" text,
	"interval" text,
	"trial_ends_at" timestamp with time zone,
	"period_ends_at" timestamp with time zone,
	"cancel_at_period_end" boolean DEFAULT false NOT NULL,
	"payment_failed_at" timestamp with time zone,
	"applied_event_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"org_id" uuid,
	"customer_id" text,
	"subscription_id" text,
	"created_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"outcome" text NOT NULL,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "calendar_cancellations" (
	"certificate_id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"domain" text NOT NULL,
	"not_after" timestamp with time zone NOT NULL,
	"sequence" integer NOT NULL,
	"cancelled_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "calendar_feeds" (
	"org_id" uuid PRIMARY KEY NOT NULL,
	"rotation" integer NOT NULL,
	"rotated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "certificate_addresses" (
	"certificate_id" uuid NOT NULL,
	"address" text NOT NULL,
	"place" smallint NOT NULL,
	"fingerprint256" text,
	"not_before" timestamp with time zone,
	"not_after" timestamp with time zone,
	"reasons" text[] NOT NULL,
	"unreachable_reason" text,
	"unreachable_detail" text,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "certificate_addresses_certificate_id_address_pk" PRIMARY KEY("certificate_id","address")
);
--> statement-breakpoint
CREATE TABLE "certificate_counts" (
	"org_id" uuid NOT NULL,
	"expires_hour" timestamp with time zone NOT NULL,
	"total" integer NOT NULL,
	"unreachable" integer NOT NULL,
	CONSTRAINT "certificate_counts_org_id_expires_hour_pk" PRIMARY KEY("org_id","expires_hour")
);
--> statement-breakpoint
CREATE TABLE "certificate_history" (
	"id" uuid NOT NULL,
	"certificate_id" uuid NOT NULL,
	"action" text NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	"issuer" text NOT NULL,
	"not_after" timestamp with time zone NOT NULL,
	"fingerprint256" text NOT NULL,
	CONSTRAINT "certificate_history_recorded_at_id_pk" PRIMARY KEY("recorded_at","id")
) PARTITION BY RANGE ("recorded_at");
--> statement-breakpoint
CREATE TABLE "certificates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"host" text NOT NULL,
	"port" integer NOT NULL,
	"domain" text NOT NULL,
	"environment_id" uuid,
	"tags" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"issuer" text,
	"not_before" timestamp with time zone,
	"not_after" timestamp with time zone,
	"fingerprint" text,
	"fingerprint256" text,
	"serial_number" text,
	"san" text[] DEFAULT '{}' NOT NULL,
	"chain" text[] DEFAULT '{}' NOT NULL,
	"root_fingerprint256" text,
	"reasons" text[] DEFAULT '{}' NOT NULL,
	"warnings" text[] DEFAULT '{}' NOT NULL,
	"others" jsonb,
	"missing_issuer" jsonb,
	"revocation" jsonb,
	"address" text,
	"protocol" text,
	"cipher" text,
	"key_type" text,
	"key_bits" integer,
	"unreachable_reason" text,
	"unreachable_detail" text,
	"unreachable_since" timestamp with time zone,
	"expiry_sequence" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone GENERATED ALWAYS AS (coalesce(not_after, 'infinity'::timestamptz)) STORED NOT NULL,
	"issuer_key" text COLLATE "C" GENERATED ALWAYS AS (lower(left(coalesce(issuer, ''), 100))) STORED NOT NULL,
	"search_text" text COLLATE "C" GENERATED ALWAYS AS (lower(domain || E'\n' || left(coalesce(issuer, ''), 200))) STORED NOT NULL,
	"tag_terms" text[] GENERATED ALWAYS AS (certificate_tag_terms(tags)) STORED NOT NULL
);
--> statement-breakpoint
CREATE TABLE "check_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"selection" jsonb NOT NULL,
	"succeeded" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"failures" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"cursor" uuid
);
--> statement-breakpoint
CREATE TABLE "check_schedule" (
	"certificate_id" uuid PRIMARY KEY NOT NULL,
	"shard" smallint NOT NULL,
	"next_check_at" timestamp with time zone NOT NULL,
	"fails" smallint DEFAULT 0 NOT NULL,
	"last_checked_at" timestamp with time zone,
	"last_recorded_at" timestamp with time zone,
	"address_set" text,
	"addresses_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "unused_x509" (
	"fingerprint256" text PRIMARY KEY NOT NULL,
	"found_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "x509_certificates" (
	"fingerprint256" text PRIMARY KEY NOT NULL,
	"facts" jsonb NOT NULL,
	"first_seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "discovery_jobs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"sources" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "discovery_names" (
	"job_id" uuid NOT NULL,
	"host" text COLLATE "C" NOT NULL,
	"port" integer NOT NULL,
	"is_wildcard" boolean NOT NULL,
	"sources" text[] NOT NULL,
	"is_further" boolean DEFAULT false NOT NULL,
	"state" text NOT NULL,
	"reachable" boolean,
	"detail" text,
	"issuer" text,
	"not_before" timestamp with time zone,
	"not_after" timestamp with time zone,
	"san" text[],
	"log_issuer" text,
	"log_not_before" timestamp with time zone,
	"log_not_after" timestamp with time zone,
	"log_san" text[],
	"wildcard" text,
	CONSTRAINT "discovery_names_job_id_host_port_is_wildcard_pk" PRIMARY KEY("job_id","host","port","is_wildcard")
);
--> statement-breakpoint
CREATE TABLE "environments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"type" text NOT NULL,
	"occurred_at" timestamp with time zone NOT NULL,
	"subject_id" uuid NOT NULL,
	"data" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"endpoint_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"state" text NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"message_id" uuid,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"status" smallint,
	"duration_ms" integer,
	"problem" text,
	"sent_at" timestamp with time zone,
	CONSTRAINT "webhook_deliveries_endpoint_id_event_id_pk" PRIMARY KEY("endpoint_id","event_id")
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"name" text NOT NULL,
	"sealed_settings" text NOT NULL,
	"types" text[] NOT NULL,
	"enabled" boolean NOT NULL,
	"broken_at" timestamp with time zone,
	"broken_reason" text,
	"failing_since" timestamp with time zone,
	"failures" smallint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "certificate_import_lines" (
	"import_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"domain" text NOT NULL,
	"host" text,
	"port" integer,
	"environment_id" uuid,
	"tags" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"result" text NOT NULL,
	"message" text,
	"certificate_id" uuid,
	CONSTRAINT "certificate_import_lines_import_id_line_pk" PRIMARY KEY("import_id","line")
);
--> statement-breakpoint
CREATE TABLE "alert_day_rules" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"certificate_id" uuid,
	"tag" text,
	"days" smallint[] NOT NULL,
	CONSTRAINT "alert_day_rules_one_subject" CHECK (num_nonnulls("alert_day_rules"."certificate_id", "alert_day_rules"."tag") = 1)
);
--> statement-breakpoint
CREATE TABLE "alert_snoozes" (
	"certificate_id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alert_sweeps" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"expiry_until" timestamp with time zone NOT NULL,
	CONSTRAINT "alert_sweeps_one_row" CHECK ("alert_sweeps"."one")
);
--> statement-breakpoint
CREATE TABLE "alerts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"certificate_id" uuid NOT NULL,
	"domain" text NOT NULL,
	"rule" text NOT NULL,
	"threshold" smallint NOT NULL,
	"occasion" text NOT NULL,
	"summary" text NOT NULL,
	"not_after" timestamp with time zone,
	"issuer" text,
	"fingerprint256" text,
	"reasons" text[] DEFAULT '{}' NOT NULL,
	"raised_at" timestamp with time zone NOT NULL,
	"acknowledged_at" timestamp with time zone,
	"acknowledged_by" text,
	"escalated_at" timestamp with time zone,
	"resolved_at" timestamp with time zone,
	"resolution" text
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"alert_id" uuid,
	"channel" text NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"held_for" text,
	"message_id" uuid,
	"incident_key" text,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"maybe_repeated" boolean DEFAULT false NOT NULL,
	"text" text,
	"problem" text,
	"created_at" timestamp with time zone NOT NULL,
	"first_attempt_at" timestamp with time zone,
	"sent_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "delivery_attempts" (
	"message_id" uuid NOT NULL,
	"attempt" smallint NOT NULL,
	"org_id" uuid NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"outcome" text,
	"status" smallint,
	"answer" text,
	CONSTRAINT "delivery_attempts_message_id_attempt_pk" PRIMARY KEY("message_id","attempt")
);
--> statement-breakpoint
CREATE TABLE "delivery_queues" (
	"org_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"paused_until" timestamp with time zone,
	"claim" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "delivery_queues_org_id_channel_pk" PRIMARY KEY("org_id","channel")
);
--> statement-breakpoint
CREATE TABLE "maintenance_windows" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"name" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_channels" (
	"org_id" uuid NOT NULL,
	"type" text NOT NULL,
	"enabled" boolean NOT NULL,
	"complete" boolean NOT NULL,
	"sealed_settings" text NOT NULL,
	"broken_at" timestamp with time zone,
	"broken_reason" text,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "notification_channels_org_id_type_pk" PRIMARY KEY("org_id","type")
);
--> statement-breakpoint
CREATE TABLE "notification_settings" (
	"org_id" uuid PRIMARY KEY NOT NULL,
	"alert_days" smallint[],
	"escalation_enabled" boolean DEFAULT false NOT NULL,
	"escalation_delay_hours" integer DEFAULT 24 NOT NULL,
	"escalation_email" text DEFAULT '' NOT NULL,
	"escalation_enabled_at" timestamp with time zone,
	"grouping_enabled" boolean DEFAULT false NOT NULL,
	"grouping_interval_hours" integer DEFAULT 6 NOT NULL,
	"custom_template" text,
	"status_page_enabled" boolean DEFAULT false NOT NULL,
	"status_page_url" text DEFAULT '' NOT NULL,
	"sealed_status_page_api_key" text,
	"quiet_hours" jsonb
);
--> statement-breakpoint
CREATE TABLE "operator_alerts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"detail" text NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "processes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"parent_id" uuid,
	"kind" text NOT NULL,
	"subject" text,
	"scope" jsonb,
	"started_by" uuid,
	"state" text DEFAULT 'running' NOT NULL,
	"step" text NOT NULL,
	"ending" text,
	"error" text,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer,
	"tries" smallint DEFAULT 0 NOT NULL,
	"wakes" integer DEFAULT 0 NOT NULL,
	"generation" integer DEFAULT 0 NOT NULL,
	"run_at" timestamp with time zone DEFAULT now() NOT NULL,
	"scheduled_at" timestamp with time zone DEFAULT now() NOT NULL,
	"lease_until" timestamp with time zone,
	"deadline_at" timestamp with time zone NOT NULL,
	"cancel_requested_at" timestamp with time zone,
	"spent_ms" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"created_by" uuid,
	"name" text NOT NULL,
	"hash" text NOT NULL,
	"ending" text NOT NULL,
	"can_read" boolean NOT NULL,
	"can_write" boolean NOT NULL,
	"can_delete" boolean DEFAULT false NOT NULL,
	"scope" jsonb,
	"allowed_addresses" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"replaced_by" uuid,
	"address_refused_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "email_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"new_email" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"old_confirmed_at" timestamp with time zone,
	"new_confirmed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"hash" text NOT NULL,
	"ending" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"email" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"role" text NOT NULL,
	"invited_by" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"accepted_at" timestamp with time zone,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "auth_challenges" ADD CONSTRAINT "auth_challenges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_time_links" ADD CONSTRAINT "one_time_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "totp_secrets" ADD CONSTRAINT "totp_secrets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_accounts" ADD CONSTRAINT "billing_accounts_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_events" ADD CONSTRAINT "payment_events_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificate_addresses" ADD CONSTRAINT "certificate_addresses_certificate_id_certificates_id_fk" FOREIGN KEY ("certificate_id") REFERENCES "public"."certificates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificate_history" ADD CONSTRAINT "certificate_history_certificate_id_certificates_id_fk" FOREIGN KEY ("certificate_id") REFERENCES "public"."certificates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_environment_id_environments_id_fk" FOREIGN KEY ("environment_id") REFERENCES "public"."environments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_runs" ADD CONSTRAINT "check_runs_id_processes_id_fk" FOREIGN KEY ("id") REFERENCES "public"."processes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_schedule" ADD CONSTRAINT "check_schedule_certificate_id_certificates_id_fk" FOREIGN KEY ("certificate_id") REFERENCES "public"."certificates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discovery_jobs" ADD CONSTRAINT "discovery_jobs_id_processes_id_fk" FOREIGN KEY ("id") REFERENCES "public"."processes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discovery_names" ADD CONSTRAINT "discovery_names_job_id_discovery_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."discovery_jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "environments" ADD CONSTRAINT "environments_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificate_import_lines" ADD CONSTRAINT "certificate_import_lines_import_id_processes_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."processes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_day_rules" ADD CONSTRAINT "alert_day_rules_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_day_rules" ADD CONSTRAINT "alert_day_rules_certificate_id_certificates_id_fk" FOREIGN KEY ("certificate_id") REFERENCES "public"."certificates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_snoozes" ADD CONSTRAINT "alert_snoozes_certificate_id_certificates_id_fk" FOREIGN KEY ("certificate_id") REFERENCES "public"."certificates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_snoozes" ADD CONSTRAINT "alert_snoozes_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_alert_id_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."alerts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_attempts" ADD CONSTRAINT "delivery_attempts_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_queues" ADD CONSTRAINT "delivery_queues_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "maintenance_windows" ADD CONSTRAINT "maintenance_windows_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_channels" ADD CONSTRAINT "notification_channels_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "processes" ADD CONSTRAINT "processes_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "processes" ADD CONSTRAINT "processes_parent_id_processes_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."processes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "processes" ADD CONSTRAINT "processes_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_replaced_by_api_keys_id_fk" FOREIGN KEY ("replaced_by") REFERENCES "public"."api_keys"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "auth_challenges_expires_idx" ON "auth_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "auth_challenges_user_idx" ON "auth_challenges" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "idempotency_keys_caller_key_idx" ON "idempotency_keys" USING btree ("caller","key");--> statement-breakpoint
CREATE INDEX "idempotency_keys_expires_idx" ON "idempotency_keys" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "identities_user_key" ON "identities" USING btree ("user_id","provider");--> statement-breakpoint
CREATE INDEX "one_time_links_user_idx" ON "one_time_links" USING btree ("user_id","purpose");--> statement-breakpoint
CREATE INDEX "one_time_links_expires_idx" ON "one_time_links" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "passkeys_credential_key" ON "passkeys" USING btree ("credential_id");--> statement-breakpoint
CREATE INDEX "passkeys_user_idx" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_user_idx" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expires_idx" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree ("email");--> statement-breakpoint
CREATE INDEX "users_org_idx" ON "users" USING btree ("org_id");--> statement-breakpoint
CREATE INDEX "audit_log_org_idx" ON "audit_log" USING btree ("org_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_log_actor_idx" ON "audit_log" USING btree ("org_id","actor_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_log_at_idx" ON "audit_log" USING brin ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "billing_accounts_reference_key" ON "billing_accounts" USING btree ("client_reference_id");--> statement-breakpoint
CREATE INDEX "billing_accounts_failed_idx" ON "billing_accounts" USING btree ("payment_failed_at");--> statement-breakpoint
CREATE INDEX "billing_accounts_ending_idx" ON "billing_accounts" USING btree ("period_ends_at") WHERE "billing_accounts"."cancel_at_period_end";--> statement-breakpoint
CREATE INDEX "payment_events_received_idx" ON "payment_events" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "payment_events_org_idx" ON "payment_events" USING btree ("org_id");--> statement-breakpoint
CREATE INDEX "payment_events_customer_idx" ON "payment_events" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "payment_events_subscription_idx" ON "payment_events" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "calendar_cancellations_org_idx" ON "calendar_cancellations" USING btree ("org_id","cancelled_at");--> statement-breakpoint
CREATE INDEX "certificate_history_certificate_idx" ON "certificate_history" USING btree ("certificate_id","recorded_at","id");--> statement-breakpoint
CREATE INDEX "certificate_history_x509_idx" ON "certificate_history" USING hash ("fingerprint256") WHERE "certificate_history"."action" <> 'checked';--> statement-breakpoint
CREATE UNIQUE INDEX "certificates_org_target_key" ON "certificates" USING btree ("org_id","host","port");--> statement-breakpoint
CREATE INDEX "certificates_by_expiry_idx" ON "certificates" USING btree ("org_id","expires_at","id","search_text","unreachable_reason");--> statement-breakpoint
CREATE INDEX "certificates_by_domain_idx" ON "certificates" USING btree ("org_id","search_text","id","expires_at","unreachable_reason");--> statement-breakpoint
CREATE INDEX "certificates_by_issuer_idx" ON "certificates" USING btree ("org_id","issuer_key","id","search_text","expires_at","unreachable_reason");--> statement-breakpoint
CREATE INDEX "certificates_unreachable_idx" ON "certificates" USING btree ("org_id","expires_at","id","search_text","issuer_key") WHERE "certificates"."unreachable_reason" is not null;--> statement-breakpoint
CREATE INDEX "certificates_search_idx" ON "certificates" USING gin (lower(substr("domain", 2)) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "certificates_faulty_idx" ON "certificates" USING btree ("org_id","expires_at") WHERE "certificates"."reasons" <> '{}';--> statement-breakpoint
CREATE INDEX "certificates_updated_idx" ON "certificates" USING btree ("org_id","updated_at");--> statement-breakpoint
CREATE INDEX "certificates_not_after_idx" ON "certificates" USING btree ("not_after");--> statement-breakpoint
CREATE INDEX "certificates_not_before_idx" ON "certificates" USING btree ("org_id","not_before");--> statement-breakpoint
CREATE INDEX "certificates_environment_idx" ON "certificates" USING btree ("environment_id","expires_at","id") WHERE "certificates"."environment_id" is not null;--> statement-breakpoint
CREATE INDEX "certificates_tags_idx" ON "certificates" USING gin ("tag_terms") WHERE "certificates"."tag_terms" <> '{}';--> statement-breakpoint
CREATE INDEX "certificates_tagged_idx" ON "certificates" USING btree ("org_id","expires_at","id") WHERE "certificates"."tag_terms" <> '{}';--> statement-breakpoint
CREATE INDEX "check_schedule_due_idx" ON "check_schedule" USING btree ("shard","next_check_at");--> statement-breakpoint
CREATE INDEX "check_schedule_failing_idx" ON "check_schedule" USING btree ("certificate_id") WHERE "check_schedule"."fails" >= 3;--> statement-breakpoint
CREATE INDEX "discovery_names_waiting_idx" ON "discovery_names" USING btree ("job_id") WHERE "discovery_names"."state" = 'waiting';--> statement-breakpoint
CREATE UNIQUE INDEX "environments_org_name_key" ON "environments" USING btree ("org_id",lower("name"));--> statement-breakpoint
CREATE INDEX "events_org_idx" ON "events" USING btree ("org_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "events_occurred_idx" ON "events" USING btree ("occurred_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_waiting_idx" ON "webhook_deliveries" USING btree ("endpoint_id","due_at","event_id") WHERE "webhook_deliveries"."state" in ('pending', 'sending');--> statement-breakpoint
CREATE INDEX "webhook_deliveries_event_idx" ON "webhook_deliveries" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "webhook_endpoints_org_idx" ON "webhook_endpoints" USING btree ("org_id");--> statement-breakpoint
CREATE INDEX "certificate_import_lines_waiting_idx" ON "certificate_import_lines" USING btree ("import_id","line") WHERE "certificate_import_lines"."result" = 'waiting';--> statement-breakpoint
CREATE UNIQUE INDEX "alert_day_rules_certificate_key" ON "alert_day_rules" USING btree ("certificate_id");--> statement-breakpoint
CREATE UNIQUE INDEX "alert_day_rules_tag_key" ON "alert_day_rules" USING btree ("org_id","tag");--> statement-breakpoint
CREATE UNIQUE INDEX "alerts_once_key" ON "alerts" USING btree ("certificate_id","rule","threshold","occasion");--> statement-breakpoint
CREATE INDEX "alerts_org_idx" ON "alerts" USING btree ("org_id","raised_at");--> statement-breakpoint
CREATE INDEX "alerts_open_idx" ON "alerts" USING btree ("rule","certificate_id") WHERE "alerts"."resolved_at" is null;--> statement-breakpoint
CREATE INDEX "alerts_escalation_idx" ON "alerts" USING btree ("org_id","raised_at") WHERE "alerts"."resolved_at" is null and "alerts"."acknowledged_at" is null and "alerts"."escalated_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "deliveries_once_key" ON "deliveries" USING btree ("alert_id","channel","kind");--> statement-breakpoint
CREATE INDEX "deliveries_waiting_idx" ON "deliveries" USING btree ("org_id","channel","due_at","id") WHERE "deliveries"."state" in ('pending', 'sending');--> statement-breakpoint
CREATE INDEX "deliveries_log_idx" ON "deliveries" USING btree ("org_id","created_at","id");--> statement-breakpoint
CREATE INDEX "deliveries_message_idx" ON "deliveries" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "delivery_queues_due_idx" ON "delivery_queues" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "maintenance_windows_org_idx" ON "maintenance_windows" USING btree ("org_id","ends_at");--> statement-breakpoint
CREATE UNIQUE INDEX "operator_alerts_open_key" ON "operator_alerts" USING btree ("kind") WHERE "operator_alerts"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "processes_org_idx" ON "processes" USING btree ("org_id","created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "processes_subject_idx" ON "processes" USING btree ("org_id","kind","subject","created_at") WHERE "processes"."subject" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "processes_running_subject_idx" ON "processes" USING btree ("org_id","kind","subject") WHERE "processes"."state" = 'running';--> statement-breakpoint
CREATE INDEX "processes_running_idx" ON "processes" USING btree ("run_at") WHERE "processes"."state" = 'running';--> statement-breakpoint
CREATE INDEX "processes_parent_idx" ON "processes" USING btree ("parent_id") WHERE "processes"."parent_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_hash_key" ON "api_keys" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "api_keys_org_idx" ON "api_keys" USING btree ("org_id");--> statement-breakpoint
CREATE UNIQUE INDEX "email_changes_user_key" ON "email_changes" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "tokens_hash_key" ON "tokens" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "tokens_user_idx" ON "tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "invitations_org_idx" ON "invitations" USING btree ("org_id","email");--> statement-breakpoint
CREATE INDEX "invitations_expires_idx" ON "invitations" USING btree ("expires_at");
--> statement-breakpoint
-- The net below the monthly partitions, which ensureHistoryPartitions makes ahead of time.
CREATE TABLE certificate_history_default PARTITION OF certificate_history DEFAULT;
--> statement-breakpoint
-- Rewritten at every check: room on each page for new versions, and a vacuum long before a fifth of it is dead.
ALTER TABLE check_schedule SET (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
--> statement-breakpoint
ALTER TABLE certificate_counts SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);
--> statement-breakpoint
-- The hour that certificate_counts files a certificate under; UTC, because some zones are off by half an hour.
CREATE FUNCTION certificate_expiry_hour(not_after timestamptz) RETURNS timestamptz
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN coalesce(date_trunc('hour', not_after, 'UTC'), 'infinity'::timestamptz);
--> statement-breakpoint
-- One function for the three events: it adds up what a statement changed and touches each count row once, in key
-- order, so that two statements never wait for each other in a ring.
CREATE FUNCTION certificate_counts_apply() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO certificate_counts AS counts (org_id, expires_hour, total, unreachable)
    SELECT org_id, certificate_expiry_hour(not_after), count(*), count(unreachable_reason)
    FROM new_rows GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (org_id, expires_hour) DO UPDATE
      SET total = counts.total + excluded.total, unreachable = counts.unreachable + excluded.unreachable;
    RETURN NULL;
  END IF;

  IF TG_OP = 'DELETE' THEN
    INSERT INTO certificate_counts AS counts (org_id, expires_hour, total, unreachable)
    SELECT org_id, certificate_expiry_hour(not_after), -count(*), -count(unreachable_reason)
    FROM old_rows GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (org_id, expires_hour) DO UPDATE
      SET total = counts.total + excluded.total, unreachable = counts.unreachable + excluded.unreachable;
    DELETE FROM certificate_counts AS counts
    USING (SELECT DISTINCT org_id, certificate_expiry_hour(not_after) AS expires_hour FROM old_rows) AS touched
    WHERE counts.org_id = touched.org_id AND counts.expires_hour = touched.expires_hour AND counts.total = 0;
    RETURN NULL;
  END IF;

  INSERT INTO certificate_counts AS counts (org_id, expires_hour, total, unreachable)
  SELECT org_id, expires_hour, sum(total), sum(unreachable)
  FROM (
    SELECT org_id, certificate_expiry_hour(not_after) AS expires_hour, 1 AS total, (unreachable_reason IS NOT NULL)::int AS unreachable
    FROM new_rows
    UNION ALL
    SELECT org_id, certificate_expiry_hour(not_after), -1, -(unreachable_reason IS NOT NULL)::int
    FROM old_rows
  ) AS changes
  GROUP BY 1, 2 HAVING sum(total) <> 0 OR sum(unreachable) <> 0 ORDER BY 1, 2
  ON CONFLICT (org_id, expires_hour) DO UPDATE
    SET total = counts.total + excluded.total, unreachable = counts.unreachable + excluded.unreachable;
  DELETE FROM certificate_counts AS counts
  USING (SELECT DISTINCT org_id, certificate_expiry_hour(not_after) AS expires_hour FROM old_rows) AS touched
  WHERE counts.org_id = touched.org_id AND counts.expires_hour = touched.expires_hour AND counts.total = 0;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER certificate_counts_insert AFTER INSERT ON certificates
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION certificate_counts_apply();
--> statement-breakpoint
CREATE TRIGGER certificate_counts_update AFTER UPDATE ON certificates
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION certificate_counts_apply();
--> statement-breakpoint
CREATE TRIGGER certificate_counts_delete AFTER DELETE ON certificates
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION certificate_counts_apply();
--> statement-breakpoint
CREATE FUNCTION certificate_counts_clear() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  TRUNCATE certificate_counts;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER certificate_counts_truncate AFTER TRUNCATE ON certificates
  FOR EACH STATEMENT EXECUTE FUNCTION certificate_counts_clear();
