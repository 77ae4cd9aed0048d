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
CREATE TABLE "delivery_outlets" (
	"org_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"paused_until" timestamp with time zone,
	"claim" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "delivery_outlets_org_id_channel_pk" PRIMARY KEY("org_id","channel")
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
ALTER TABLE "alert_day_rules" ADD CONSTRAINT "alert_day_rules_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_day_rules" ADD CONSTRAINT "alert_day_rules_certificate_id_certificates_id_fk" FOREIGN KEY ("certificate_id") REFERENCES "public"."certificates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_snoozes" ADD CONSTRAINT "alert_snoozes_certificate_id_certificates_id_fk" FOREIGN KEY ("certificate_id") REFERENCES "public"."certificates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_snoozes" ADD CONSTRAINT "alert_snoozes_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_alert_id_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."alerts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_attempts" ADD CONSTRAINT "delivery_attempts_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_outlets" ADD CONSTRAINT "delivery_outlets_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "maintenance_windows" ADD CONSTRAINT "maintenance_windows_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_channels" ADD CONSTRAINT "notification_channels_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
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
CREATE INDEX "delivery_outlets_due_idx" ON "delivery_outlets" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "maintenance_windows_org_idx" ON "maintenance_windows" USING btree ("org_id","ends_at");--> statement-breakpoint
CREATE UNIQUE INDEX "operator_alerts_open_key" ON "operator_alerts" USING btree ("kind") WHERE "operator_alerts"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "certificates_not_after_idx" ON "certificates" USING btree ("not_after");--> statement-breakpoint
CREATE INDEX "check_schedule_failing_idx" ON "check_schedule" USING btree ("certificate_id") WHERE "check_schedule"."fails" >= 3;