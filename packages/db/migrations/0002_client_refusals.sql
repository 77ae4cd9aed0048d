CREATE TABLE "applied_client_rules" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"version" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "certificate_refusals" (
	"certificate_id" uuid NOT NULL,
	"client" text NOT NULL,
	"refused_from" timestamp with time zone NOT NULL,
	"alerted_at" timestamp with time zone,
	CONSTRAINT "certificate_refusals_certificate_id_client_pk" PRIMARY KEY("certificate_id","client")
);
--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "client_facts" jsonb;--> statement-breakpoint
ALTER TABLE "certificate_refusals" ADD CONSTRAINT "certificate_refusals_certificate_id_certificates_id_fk" FOREIGN KEY ("certificate_id") REFERENCES "public"."certificates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "certificate_refusals_pending_idx" ON "certificate_refusals" USING btree ("refused_from","certificate_id") WHERE "certificate_refusals"."alerted_at" is null;