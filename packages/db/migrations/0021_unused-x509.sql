CREATE TABLE "unused_x509" (
	"fingerprint256" text PRIMARY KEY NOT NULL,
	"found_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "certificate_history_x509_idx" ON "certificate_history" USING hash ("fingerprint256") WHERE "certificate_history"."action" <> 'checked';