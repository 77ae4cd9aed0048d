CREATE TABLE "cached_images" (
	"key" text PRIMARY KEY NOT NULL,
	"content_type" text,
	"bytes" "bytea",
	"fetched_at" timestamp with time zone NOT NULL
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
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"ip" text,
	"user_agent" text
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"email" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"role" text NOT NULL,
	"password_hash" text,
	"activated_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid,
	"actor_id" uuid,
	"actor_email" text,
	"action" text NOT NULL,
	"subject_id" uuid,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"ip" text,
	"at" timestamp with time zone NOT NULL
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
	"address" text,
	"protocol" text,
	"cipher" text,
	"key_type" text,
	"key_bits" integer,
	"unreachable_reason" text,
	"unreachable_detail" text,
	"unreachable_since" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "check_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"started_by" uuid,
	"status" text NOT NULL,
	"selection" jsonb NOT NULL,
	"total" integer NOT NULL,
	"succeeded" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"failures" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"cursor" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "check_schedule" (
	"certificate_id" uuid PRIMARY KEY NOT NULL,
	"shard" smallint NOT NULL,
	"next_check_at" timestamp with time zone NOT NULL,
	"fails" smallint DEFAULT 0 NOT NULL,
	"last_checked_at" timestamp with time zone,
	"last_recorded_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "x509_certificates" (
	"fingerprint256" text PRIMARY KEY NOT NULL,
	"facts" jsonb NOT NULL,
	"first_seen_at" timestamp with time zone NOT NULL
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
ALTER TABLE "one_time_links" ADD CONSTRAINT "one_time_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificate_history" ADD CONSTRAINT "certificate_history_certificate_id_certificates_id_fk" FOREIGN KEY ("certificate_id") REFERENCES "public"."certificates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_environment_id_environments_id_fk" FOREIGN KEY ("environment_id") REFERENCES "public"."environments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_runs" ADD CONSTRAINT "check_runs_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_runs" ADD CONSTRAINT "check_runs_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_schedule" ADD CONSTRAINT "check_schedule_certificate_id_certificates_id_fk" FOREIGN KEY ("certificate_id") REFERENCES "public"."certificates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "environments" ADD CONSTRAINT "environments_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "one_time_links_user_idx" ON "one_time_links" USING btree ("user_id","purpose");--> statement-breakpoint
CREATE INDEX "one_time_links_expires_idx" ON "one_time_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_user_idx" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expires_idx" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree ("email");--> statement-breakpoint
CREATE INDEX "users_org_idx" ON "users" USING btree ("org_id");--> statement-breakpoint
CREATE INDEX "audit_log_org_idx" ON "audit_log" USING btree ("org_id","at");--> statement-breakpoint
CREATE INDEX "certificate_history_certificate_idx" ON "certificate_history" USING btree ("certificate_id","recorded_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "certificates_org_target_key" ON "certificates" USING btree ("org_id","host","port");--> statement-breakpoint
CREATE INDEX "certificates_org_expiry_idx" ON "certificates" USING btree ("org_id",coalesce("not_after", 'infinity'::timestamptz),"id");--> statement-breakpoint
CREATE INDEX "certificates_org_domain_idx" ON "certificates" USING btree ("org_id","domain","id");--> statement-breakpoint
CREATE INDEX "certificates_org_issuer_idx" ON "certificates" USING btree ("org_id",coalesce("issuer", ''),"id");--> statement-breakpoint
CREATE INDEX "certificates_org_unreachable_idx" ON "certificates" USING btree ("org_id",coalesce("not_after", 'infinity'::timestamptz),"id") WHERE "certificates"."unreachable_reason" is not null;--> statement-breakpoint
CREATE INDEX "certificates_domain_trgm_idx" ON "certificates" USING gin ("domain" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "certificates_environment_idx" ON "certificates" USING btree ("environment_id");--> statement-breakpoint
CREATE INDEX "check_runs_org_idx" ON "check_runs" USING btree ("org_id","created_at");--> statement-breakpoint
CREATE INDEX "check_schedule_due_idx" ON "check_schedule" USING btree ("shard","next_check_at");--> statement-breakpoint
CREATE UNIQUE INDEX "environments_org_name_key" ON "environments" USING btree ("org_id",lower("name"));