ALTER TABLE "services" ADD COLUMN "allowlist" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "next_allowlist" jsonb;