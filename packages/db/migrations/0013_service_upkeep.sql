CREATE TABLE "service_charges" (
	"service_id" uuid NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"until" timestamp with time zone,
	"hourly_usd" double precision NOT NULL,
	CONSTRAINT "service_charges_service_id_since_pk" PRIMARY KEY("service_id","since")
);
--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "certificate_fingerprint256" text;--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "certificate_names" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "extra_names" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "renewal_tried_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "served_fingerprint256" text;--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "problem_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "service_charges" ADD CONSTRAINT "service_charges_service_id_services_id_fk" FOREIGN KEY ("service_id") REFERENCES "public"."services"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "service_charges_open_key" ON "service_charges" USING btree ("service_id") WHERE "service_charges"."until" is null;