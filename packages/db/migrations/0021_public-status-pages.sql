CREATE TABLE "public_status_pages" (
	"org_id" uuid PRIMARY KEY NOT NULL,
	"enabled" boolean NOT NULL,
	"address" text NOT NULL,
	"title" text NOT NULL,
	"tag_name" text NOT NULL,
	"tag_value" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "public_status_pages" ADD CONSTRAINT "public_status_pages_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "public_status_pages_address_key" ON "public_status_pages" USING btree ("address");