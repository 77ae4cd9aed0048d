CREATE TABLE "certificate_deployments" (
	"certificate_id" uuid PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"served" text NOT NULL,
	"known" text NOT NULL,
	"since" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "collector_files" ADD COLUMN "replaced" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "certificate_deployments" ADD CONSTRAINT "certificate_deployments_certificate_id_certificates_id_fk" FOREIGN KEY ("certificate_id") REFERENCES "public"."certificates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "certificate_deployments_served_idx" ON "certificate_deployments" USING btree ("served");--> statement-breakpoint
CREATE INDEX "collector_files_certificate_idx" ON "collector_files" USING hash (("chain"[1]));--> statement-breakpoint
CREATE INDEX "collector_files_replaced_idx" ON "collector_files" USING gin ("replaced") WHERE "collector_files"."replaced" <> '{}';