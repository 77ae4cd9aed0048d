DROP INDEX "operator_alerts_open_key";--> statement-breakpoint
ALTER TABLE "transparency_logs" ADD COLUMN "broken" jsonb;--> statement-breakpoint
ALTER TABLE "transparency_logs" ADD COLUMN "broken_at" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "operator_alerts_open_key" ON "operator_alerts" USING btree ("kind") WHERE "operator_alerts"."closed_at" is null and "operator_alerts"."kind" = 'mass_outage';