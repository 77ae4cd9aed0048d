CREATE TABLE "organization_days" (
	"org_id" uuid NOT NULL,
	"day" date NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	"total" integer NOT NULL,
	"expired" integer NOT NULL,
	"critical" integer NOT NULL,
	"warning" integer NOT NULL,
	"valid" integer NOT NULL,
	"unreachable" integer NOT NULL,
	"health_score" smallint NOT NULL,
	"risk_score" smallint NOT NULL,
	"late" integer NOT NULL,
	"renewals" integer NOT NULL,
	"issuers_total" integer NOT NULL,
	"issuers" jsonb NOT NULL,
	"groups" jsonb NOT NULL,
	CONSTRAINT "organization_days_org_id_day_pk" PRIMARY KEY("org_id","day")
);
--> statement-breakpoint
ALTER TABLE "organization_days" ADD CONSTRAINT "organization_days_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;