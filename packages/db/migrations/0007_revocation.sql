ALTER TABLE "certificates" ADD COLUMN "warnings" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "revocation" jsonb;