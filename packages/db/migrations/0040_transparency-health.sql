ALTER TABLE "issuance_searches" ADD COLUMN "answered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "issuance_searches" ADD COLUMN "started_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "issuance_searches" ADD COLUMN "restart_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "transparency_logs" ADD COLUMN "late_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "transparency_logs" ADD COLUMN "gap" jsonb;--> statement-breakpoint
UPDATE "transparency_logs" SET "broken" = jsonb_build_array("broken") WHERE jsonb_typeof("broken") = 'object';