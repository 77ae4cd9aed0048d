DROP INDEX "certificates_org_target_key";--> statement-breakpoint
ALTER TABLE "discovery_names" ADD COLUMN "domain" text;--> statement-breakpoint
UPDATE "discovery_names" SET "domain" = CASE WHEN "port" = 443 THEN "host" ELSE "host" || ':' || "port" END;--> statement-breakpoint
ALTER TABLE "discovery_names" ALTER COLUMN "domain" SET NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "certificates_org_domain_key" ON "certificates" USING btree ("org_id","domain");
