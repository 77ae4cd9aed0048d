CREATE TABLE "service_backups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"service_id" uuid NOT NULL,
	"cause" text NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"object" text NOT NULL,
	"engine" text NOT NULL,
	"password_sealed" text NOT NULL,
	"bytes" bigint,
	"contents" jsonb,
	"failure" text,
	"taken_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"removal_wanted_at" timestamp with time zone,
	"cleared_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "service_drills" (
	"id" uuid PRIMARY KEY NOT NULL,
	"service_id" uuid NOT NULL,
	"backup_taken_at" timestamp with time zone NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"ports" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"evidence" jsonb,
	"failure" text,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "service_operations" ADD COLUMN "backup_id" uuid;--> statement-breakpoint
ALTER TABLE "service_operations" ADD COLUMN "copy_id" uuid;--> statement-breakpoint
ALTER TABLE "service_operations" ADD COLUMN "deletes_after" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "backup_schedule" text DEFAULT 'daily' NOT NULL;--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "backup_problem" text;--> statement-breakpoint
ALTER TABLE "service_backups" ADD CONSTRAINT "service_backups_service_id_services_id_fk" FOREIGN KEY ("service_id") REFERENCES "public"."services"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_drills" ADD CONSTRAINT "service_drills_service_id_services_id_fk" FOREIGN KEY ("service_id") REFERENCES "public"."services"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "service_backups_service_idx" ON "service_backups" USING btree ("service_id","taken_at","id");--> statement-breakpoint
CREATE INDEX "service_drills_service_idx" ON "service_drills" USING btree ("service_id","started_at","id");