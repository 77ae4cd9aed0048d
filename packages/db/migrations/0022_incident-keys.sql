ALTER TABLE "deliveries" ADD COLUMN "incident_key" text;
--> statement-breakpoint
-- What was told before goes on under the key that it was opened by, which all alerts about one end had in common.
UPDATE "deliveries" SET "incident_key" = "alerts"."org_id" || '/' || "alerts"."certificate_id" || '/' || replace("alerts"."rule", 'expired', 'expiry')
FROM "alerts" WHERE "alerts"."id" = "deliveries"."alert_id"
  AND "deliveries"."channel" IN ('pagerduty', 'splunk') AND "deliveries"."kind" = 'alert' AND "deliveries"."first_attempt_at" IS NOT NULL;
