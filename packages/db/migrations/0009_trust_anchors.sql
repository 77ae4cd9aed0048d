CREATE TABLE "anchor_rules" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"certificate_id" uuid,
	"tag" text,
	"set_id" uuid,
	CONSTRAINT "anchor_rules_one_subject" CHECK (num_nonnulls("anchor_rules"."certificate_id", "anchor_rules"."tag") <= 1)
);
--> statement-breakpoint
CREATE TABLE "anchor_sets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"name" text NOT NULL,
	"digest" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "anchors" (
	"set_id" uuid NOT NULL,
	"fingerprint256" text NOT NULL,
	"place" smallint NOT NULL,
	"is_root" boolean NOT NULL,
	"facts" jsonb NOT NULL,
	CONSTRAINT "anchors_set_id_fingerprint256_pk" PRIMARY KEY("set_id","fingerprint256")
);
--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "anchor_fingerprint256" text;--> statement-breakpoint
ALTER TABLE "check_schedule" ADD COLUMN "anchors_digest" text;--> statement-breakpoint
ALTER TABLE "anchor_rules" ADD CONSTRAINT "anchor_rules_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "anchor_rules" ADD CONSTRAINT "anchor_rules_certificate_id_certificates_id_fk" FOREIGN KEY ("certificate_id") REFERENCES "public"."certificates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "anchor_rules" ADD CONSTRAINT "anchor_rules_set_id_anchor_sets_id_fk" FOREIGN KEY ("set_id") REFERENCES "public"."anchor_sets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "anchor_sets" ADD CONSTRAINT "anchor_sets_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "anchors" ADD CONSTRAINT "anchors_set_id_anchor_sets_id_fk" FOREIGN KEY ("set_id") REFERENCES "public"."anchor_sets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "anchor_rules_certificate_key" ON "anchor_rules" USING btree ("certificate_id");--> statement-breakpoint
CREATE UNIQUE INDEX "anchor_rules_tag_key" ON "anchor_rules" USING btree ("org_id","tag");--> statement-breakpoint
CREATE UNIQUE INDEX "anchor_rules_organization_key" ON "anchor_rules" USING btree ("org_id") WHERE "anchor_rules"."certificate_id" is null and "anchor_rules"."tag" is null;--> statement-breakpoint
CREATE INDEX "anchor_rules_set_idx" ON "anchor_rules" USING btree ("set_id");--> statement-breakpoint
CREATE UNIQUE INDEX "anchor_sets_name_key" ON "anchor_sets" USING btree ("org_id",lower("name"));--> statement-breakpoint
CREATE INDEX "certificates_anchor_idx" ON "certificates" USING btree ("org_id","anchor_fingerprint256") WHERE "certificates"."anchor_fingerprint256" is not null;