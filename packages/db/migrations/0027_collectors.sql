CREATE TABLE "collector_bundles" (
	"collector_id" uuid NOT NULL,
	"sequence" integer NOT NULL,
	"hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"via" text NOT NULL,
	"missing_before" integer DEFAULT 0 NOT NULL,
	"content" "bytea",
	"position" integer DEFAULT 0 NOT NULL,
	"endpoints" integer NOT NULL,
	"files" integer NOT NULL,
	"recorded_at" timestamp with time zone,
	"problem" text,
	CONSTRAINT "collector_bundles_collector_id_sequence_pk" PRIMARY KEY("collector_id","sequence")
);
--> statement-breakpoint
CREATE TABLE "collector_endpoints" (
	"certificate_id" uuid PRIMARY KEY NOT NULL,
	"collector_id" uuid NOT NULL,
	"is_asked" boolean NOT NULL,
	"seen" jsonb,
	"chain" text[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "collector_files" (
	"collector_id" uuid NOT NULL,
	"key" text NOT NULL,
	"path" text NOT NULL,
	"alias" text,
	"format" text,
	"role" text,
	"chain" text[] DEFAULT '{}' NOT NULL,
	"has_key" boolean DEFAULT false NOT NULL,
	"problem" text,
	"first_seen_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "collector_files_collector_id_key_pk" PRIMARY KEY("collector_id","key")
);
--> statement-breakpoint
CREATE TABLE "collectors" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"token_hash" text,
	"token_expires_at" timestamp with time zone,
	"public_key" text,
	"enrolled_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"sequence" integer DEFAULT 0 NOT NULL,
	"head_hash" text,
	"about" jsonb,
	"last_report_at" timestamp with time zone,
	"last_seen_at" timestamp with time zone,
	"clock_offset_ms" integer,
	"forked_at" timestamp with time zone,
	"carried_every_seconds" integer
);
--> statement-breakpoint
DROP INDEX "certificates_org_domain_key";--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "collector_id" uuid;--> statement-breakpoint
ALTER TABLE "collector_bundles" ADD CONSTRAINT "collector_bundles_collector_id_collectors_id_fk" FOREIGN KEY ("collector_id") REFERENCES "public"."collectors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collector_endpoints" ADD CONSTRAINT "collector_endpoints_certificate_id_certificates_id_fk" FOREIGN KEY ("certificate_id") REFERENCES "public"."certificates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collector_endpoints" ADD CONSTRAINT "collector_endpoints_collector_id_collectors_id_fk" FOREIGN KEY ("collector_id") REFERENCES "public"."collectors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collector_files" ADD CONSTRAINT "collector_files_collector_id_collectors_id_fk" FOREIGN KEY ("collector_id") REFERENCES "public"."collectors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collectors" ADD CONSTRAINT "collectors_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "collector_bundles_waiting_idx" ON "collector_bundles" USING btree ("collector_id","sequence") WHERE "collector_bundles"."content" is not null;--> statement-breakpoint
CREATE INDEX "collector_endpoints_collector_idx" ON "collector_endpoints" USING btree ("collector_id");--> statement-breakpoint
CREATE UNIQUE INDEX "collectors_name_key" ON "collectors" USING btree ("org_id",lower("name"));--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_collector_id_collectors_id_fk" FOREIGN KEY ("collector_id") REFERENCES "public"."collectors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "certificates_collector_idx" ON "certificates" USING btree ("collector_id") WHERE "certificates"."collector_id" is not null;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_org_domain_key" UNIQUE NULLS NOT DISTINCT("org_id","domain","collector_id");