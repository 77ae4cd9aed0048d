CREATE TABLE "cloud_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"name" text NOT NULL,
	"cloud" text NOT NULL,
	"credentials_sealed" text NOT NULL,
	"problem" text,
	"is_refused" boolean DEFAULT false NOT NULL,
	"checked_at" timestamp with time zone NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "service_orphans" ADD COLUMN "account_id" uuid;--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "account_id" uuid;--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "machine_key" text;--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "machine_report" jsonb;--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "cloud_seen_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "drift" text;--> statement-breakpoint
ALTER TABLE "cloud_accounts" ADD CONSTRAINT "cloud_accounts_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cloud_accounts" ADD CONSTRAINT "cloud_accounts_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "cloud_accounts_name_key" ON "cloud_accounts" USING btree ("org_id",lower("name"));--> statement-breakpoint
ALTER TABLE "service_orphans" ADD CONSTRAINT "service_orphans_account_id_cloud_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."cloud_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "services" ADD CONSTRAINT "services_account_id_cloud_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."cloud_accounts"("id") ON DELETE restrict ON UPDATE no action;