CREATE TABLE "alert_route_channels" (
	"route_id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	CONSTRAINT "alert_route_channels_route_id_channel_id_pk" PRIMARY KEY("route_id","channel_id")
);
--> statement-breakpoint
CREATE TABLE "alert_routes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"tag" text,
	"environment_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "alert_routes_one_subject" CHECK (num_nonnulls("alert_routes"."tag", "alert_routes"."environment_id") <= 1)
);
--> statement-breakpoint
ALTER TABLE "notification_channels" DROP CONSTRAINT "notification_channels_org_id_type_pk";--> statement-breakpoint
ALTER TABLE "notification_channels" ADD COLUMN "id" uuid;--> statement-breakpoint
ALTER TABLE "notification_channels" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "notification_channels" ADD COLUMN "queue" text;--> statement-breakpoint
ALTER TABLE "notification_channels" ADD COLUMN "in_default_route" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_channels" ADD COLUMN "created_at" timestamp with time zone;--> statement-breakpoint
-- The queue keeps the type as its name, so that deliveries and encrypted settings need no change.
UPDATE "notification_channels" SET
  "id" = (lpad(to_hex((extract(epoch from "updated_at") * 1000)::bigint), 12, '0') || '7' || substr(md5(gen_random_uuid()::text), 1, 3)
    || '8' || substr(md5(gen_random_uuid()::text), 1, 15))::uuid,
  "name" = CASE "type" WHEN 'email' THEN 'Email' WHEN 'slack' THEN 'Slack' WHEN 'telegram' THEN 'Telegram'
    WHEN 'google_chat' THEN 'Google Chat' WHEN 'teams' THEN 'Microsoft Teams' WHEN 'pagerduty' THEN 'PagerDuty'
    WHEN 'splunk' THEN 'Splunk On-Call' WHEN 'zapier' THEN 'Zapier' WHEN 'webhook' THEN 'Webhook' ELSE "type" END,
  "queue" = "type", "created_at" = "updated_at";--> statement-breakpoint
ALTER TABLE "notification_channels" ALTER COLUMN "id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_channels" ADD PRIMARY KEY ("id");--> statement-breakpoint
ALTER TABLE "notification_channels" ALTER COLUMN "name" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_channels" ALTER COLUMN "queue" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_channels" ALTER COLUMN "created_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "alert_route_channels" ADD CONSTRAINT "alert_route_channels_route_id_alert_routes_id_fk" FOREIGN KEY ("route_id") REFERENCES "public"."alert_routes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_route_channels" ADD CONSTRAINT "alert_route_channels_channel_id_notification_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."notification_channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_routes" ADD CONSTRAINT "alert_routes_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_routes" ADD CONSTRAINT "alert_routes_environment_id_environments_id_fk" FOREIGN KEY ("environment_id") REFERENCES "public"."environments"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alert_route_channels_channel_idx" ON "alert_route_channels" USING btree ("channel_id");--> statement-breakpoint
CREATE UNIQUE INDEX "alert_routes_tag_key" ON "alert_routes" USING btree ("org_id","tag");--> statement-breakpoint
CREATE UNIQUE INDEX "alert_routes_environment_key" ON "alert_routes" USING btree ("environment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "notification_channels_queue_key" ON "notification_channels" USING btree ("org_id","queue");--> statement-breakpoint
CREATE UNIQUE INDEX "notification_channels_name_key" ON "notification_channels" USING btree ("org_id",lower("name"));