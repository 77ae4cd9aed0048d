ALTER TABLE "issuances" ALTER COLUMN "not_before" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "issuances" ALTER COLUMN "not_after" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "issuances" ADD COLUMN "scts" jsonb;--> statement-breakpoint
CREATE INDEX "issuances_places_idx" ON "issuances" USING gin ("found" jsonb_path_ops);