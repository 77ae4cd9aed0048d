CREATE TABLE "certificate_renewals" (
	"certificate_id" uuid PRIMARY KEY NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"late_at" timestamp with time zone NOT NULL,
	"basis" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "notification_settings" ADD COLUMN "scale_to_lifetime" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "certificate_renewals" ADD CONSTRAINT "certificate_renewals_certificate_id_certificates_id_fk" FOREIGN KEY ("certificate_id") REFERENCES "public"."certificates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "certificate_renewals_late_idx" ON "certificate_renewals" USING btree ("late_at");--> statement-breakpoint
-- By the lifetime, as `planRenewal` decides without a window and a rhythm.
INSERT INTO "certificate_renewals" ("certificate_id", "due_at", "late_at", "basis")
SELECT "id", "not_before" + ("not_after" - "not_before") * CASE WHEN "not_after" - "not_before" < interval '240 hours' THEN 0.5 ELSE 2.0 / 3 END,
       "not_before" + ("not_after" - "not_before") * CASE WHEN "not_after" - "not_before" < interval '240 hours' THEN 0.735 ELSE 2.0 / 3 + 0.94 / 12 END, 'lifetime'
FROM "certificates" WHERE "not_before" IS NOT NULL AND "not_after" IS NOT NULL;
