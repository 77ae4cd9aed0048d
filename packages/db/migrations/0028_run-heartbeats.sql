ALTER TABLE "check_runs" ADD COLUMN "heartbeat_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "certificate_imports" ADD COLUMN "heartbeat_at" timestamp with time zone;