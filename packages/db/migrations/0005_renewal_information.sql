CREATE TABLE "renewal_info_cas" (
	"directory" text PRIMARY KEY NOT NULL,
	"leased_until" timestamp with time zone,
	"paused_until" timestamp with time zone,
	"failures" smallint DEFAULT 0 NOT NULL,
	"problem" text
);
--> statement-breakpoint
CREATE TABLE "renewal_infos" (
	"fingerprint256" text PRIMARY KEY NOT NULL,
	"directory" text NOT NULL,
	"next_ask_at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone,
	"window_start" timestamp with time zone,
	"window_end" timestamp with time zone,
	"explanation_url" text,
	"usual_end" timestamp with time zone,
	"asks_now_since" timestamp with time zone,
	"problem" text
);
--> statement-breakpoint
ALTER TABLE "certificate_renewals" ADD COLUMN "fingerprint256" text;--> statement-breakpoint
ALTER TABLE "renewal_infos" ADD CONSTRAINT "renewal_infos_directory_renewal_info_cas_directory_fk" FOREIGN KEY ("directory") REFERENCES "public"."renewal_info_cas"("directory") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "renewal_infos_due_idx" ON "renewal_infos" USING btree ("directory","next_ask_at");--> statement-breakpoint
CREATE INDEX "renewal_infos_now_idx" ON "renewal_infos" USING btree ("fingerprint256") WHERE "renewal_infos"."asks_now_since" is not null;--> statement-breakpoint
CREATE INDEX "certificate_renewals_fingerprint_idx" ON "certificate_renewals" USING hash ("fingerprint256");--> statement-breakpoint
UPDATE "certificate_renewals" SET "fingerprint256" = "certificates"."fingerprint256" FROM "certificates" WHERE "certificates"."id" = "certificate_renewals"."certificate_id";
