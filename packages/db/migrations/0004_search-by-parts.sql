DROP INDEX "certificates_search_idx";--> statement-breakpoint
CREATE INDEX "certificates_search_idx" ON "certificates" USING gin (lower(substr("domain", 2)) gin_trgm_ops);