DROP INDEX "certificates_org_expiry_idx";--> statement-breakpoint
DROP INDEX "certificates_org_domain_idx";--> statement-breakpoint
DROP INDEX "certificates_org_issuer_idx";--> statement-breakpoint
DROP INDEX "certificates_org_unreachable_idx";--> statement-breakpoint
DROP INDEX "certificates_domain_trgm_idx";--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "expires_at" timestamp with time zone GENERATED ALWAYS AS (coalesce(not_after, 'infinity'::timestamptz)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "issuer_key" text COLLATE "C" GENERATED ALWAYS AS (lower(left(coalesce(issuer, ''), 100))) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "search_text" text COLLATE "C" GENERATED ALWAYS AS (lower(domain || E'\n' || left(coalesce(issuer, ''), 200))) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "certificates_by_expiry_idx" ON "certificates" USING btree ("org_id","expires_at","id","search_text","unreachable_reason");--> statement-breakpoint
CREATE INDEX "certificates_by_domain_idx" ON "certificates" USING btree ("org_id","search_text","id","expires_at","unreachable_reason");--> statement-breakpoint
CREATE INDEX "certificates_by_issuer_idx" ON "certificates" USING btree ("org_id","issuer_key","id","search_text","expires_at","unreachable_reason");--> statement-breakpoint
CREATE INDEX "certificates_unreachable_idx" ON "certificates" USING btree ("org_id","expires_at","id","search_text","issuer_key") WHERE "certificates"."unreachable_reason" is not null;--> statement-breakpoint
CREATE INDEX "certificates_search_idx" ON "certificates" USING gin ("search_text" gin_trgm_ops);