CREATE TABLE "issuance_searches" (
	"source" text NOT NULL,
	"domain" text COLLATE "C" NOT NULL,
	"cursor" text,
	"outcome" text,
	"reason" text,
	"asked_at" timestamp with time zone,
	"next_at" timestamp with time zone NOT NULL,
	CONSTRAINT "issuance_searches_source_domain_pk" PRIMARY KEY("source","domain")
);
--> statement-breakpoint
CREATE TABLE "issuances" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"domain_id" uuid NOT NULL,
	"tbs_sha256" text NOT NULL,
	"spki_sha256" text NOT NULL,
	"serial_number" text NOT NULL,
	"issuer" text NOT NULL,
	"issuer_organization" text,
	"names" text[] NOT NULL,
	"not_before" timestamp with time zone NOT NULL,
	"not_after" timestamp with time zone NOT NULL,
	"der" "bytea",
	"is_precertificate" boolean NOT NULL,
	"found" jsonb NOT NULL,
	"found_at" timestamp with time zone NOT NULL,
	"state" text NOT NULL,
	"unknown_reason" text,
	"learned" boolean NOT NULL,
	"verdict" text,
	"verdict_by" text,
	"verdict_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "transparency_lists" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"listed_at" timestamp with time zone,
	"asked_at" timestamp with time zone NOT NULL,
	"problem" text
);
--> statement-breakpoint
CREATE TABLE "transparency_logs" (
	"id" text PRIMARY KEY NOT NULL,
	"log" jsonb NOT NULL,
	"is_listed" boolean DEFAULT true NOT NULL,
	"cursor" jsonb,
	"outcome" jsonb,
	"broken" jsonb,
	"asked_at" timestamp with time zone,
	"current_at" timestamp with time zone,
	"next_at" timestamp with time zone NOT NULL,
	"day" date,
	"day_bytes" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "watched_domains" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"domain" text COLLATE "C" NOT NULL,
	"token" text NOT NULL,
	"verified_by" text,
	"verified_at" timestamp with time zone,
	"learning_until" timestamp with time zone,
	"allowed_issuers" text[] DEFAULT '{}' NOT NULL,
	"caa" text[],
	"caa_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "operator_alerts_open_key";--> statement-breakpoint
ALTER TABLE "issuances" ADD CONSTRAINT "issuances_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issuances" ADD CONSTRAINT "issuances_domain_id_watched_domains_id_fk" FOREIGN KEY ("domain_id") REFERENCES "public"."watched_domains"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watched_domains" ADD CONSTRAINT "watched_domains_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "issuance_searches_due_idx" ON "issuance_searches" USING btree ("next_at");--> statement-breakpoint
CREATE UNIQUE INDEX "issuances_key" ON "issuances" USING btree ("org_id","tbs_sha256");--> statement-breakpoint
CREATE INDEX "issuances_found_idx" ON "issuances" USING btree ("org_id","found_at","id");--> statement-breakpoint
CREATE INDEX "issuances_domain_idx" ON "issuances" USING btree ("domain_id","not_before");--> statement-breakpoint
CREATE INDEX "issuances_names_idx" ON "issuances" USING gin ("names");--> statement-breakpoint
CREATE INDEX "issuances_pending_idx" ON "issuances" USING btree ("not_after","id") WHERE "issuances"."state" <> 'served' and "issuances"."verdict" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "watched_domains_key" ON "watched_domains" USING btree ("org_id","domain");--> statement-breakpoint
CREATE INDEX "watched_domains_domain_idx" ON "watched_domains" USING btree ("domain") WHERE "watched_domains"."verified_at" is not null;--> statement-breakpoint
CREATE INDEX "certificate_addresses_x509_idx" ON "certificate_addresses" USING hash ("fingerprint256");--> statement-breakpoint
CREATE UNIQUE INDEX "operator_alerts_open_key" ON "operator_alerts" USING btree ("kind") WHERE "operator_alerts"."closed_at" is null and "operator_alerts"."kind" = 'mass_outage';