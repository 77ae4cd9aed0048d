CREATE TABLE "sct_inclusions" (
	"fingerprint256" text NOT NULL,
	"log_id" text NOT NULL,
	"signed_at" timestamp with time zone NOT NULL,
	"inclusion" jsonb,
	"asked_at" timestamp with time zone,
	"next_at" timestamp with time zone,
	CONSTRAINT "sct_inclusions_fingerprint256_log_id_signed_at_pk" PRIMARY KEY("fingerprint256","log_id","signed_at")
);
--> statement-breakpoint
ALTER TABLE "sct_inclusions" ADD CONSTRAINT "sct_inclusions_fingerprint256_x509_certificates_fingerprint256_fk" FOREIGN KEY ("fingerprint256") REFERENCES "public"."x509_certificates"("fingerprint256") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sct_inclusions_due_idx" ON "sct_inclusions" USING btree ("log_id","next_at") WHERE "sct_inclusions"."next_at" is not null;--> statement-breakpoint
CREATE INDEX "sct_inclusions_asked_idx" ON "sct_inclusions" USING btree ("asked_at") WHERE "sct_inclusions"."asked_at" is not null;