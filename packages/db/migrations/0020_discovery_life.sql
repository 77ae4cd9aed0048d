ALTER TABLE "discovery_names" ADD COLUMN "not_before" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "discovery_names" ADD COLUMN "log_not_before" timestamp with time zone;