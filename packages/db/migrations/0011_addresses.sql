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
ALTER TABLE "certificates" ADD COLUMN "others" jsonb;--> statement-breakpoint
ALTER TABLE "check_schedule" ADD COLUMN "address_set" text;--> statement-breakpoint
ALTER TABLE "check_schedule" ADD COLUMN "addresses_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "certificate_addresses" ADD CONSTRAINT "certificate_addresses_certificate_id_certificates_id_fk" FOREIGN KEY ("certificate_id") REFERENCES "public"."certificates"("id") ON DELETE cascade ON UPDATE no action;