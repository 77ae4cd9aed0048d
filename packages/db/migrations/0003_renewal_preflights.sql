CREATE TABLE "domain_registrations" (
	"domain" text PRIMARY KEY NOT NULL,
	"ends_at" timestamp with time zone,
	"next_look_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "renewal_preflights" (
	"org_id" uuid NOT NULL,
	"domain" text NOT NULL,
	"next_look_at" timestamp with time zone NOT NULL,
	"looked_at" timestamp with time zone,
	"findings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"skipped" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "renewal_preflights_org_id_domain_pk" PRIMARY KEY("org_id","domain")
);
--> statement-breakpoint
ALTER TABLE "renewal_preflights" ADD CONSTRAINT "renewal_preflights_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "renewal_preflights_due_idx" ON "renewal_preflights" USING btree ("next_look_at");