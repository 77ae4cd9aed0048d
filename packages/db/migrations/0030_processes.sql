CREATE TABLE "processes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"parent_id" uuid,
	"kind" text NOT NULL,
	"subject" text,
	"scope" jsonb,
	"started_by" uuid,
	"state" text DEFAULT 'running' NOT NULL,
	"step" text NOT NULL,
	"ending" text,
	"error" text,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer,
	"tries" smallint DEFAULT 0 NOT NULL,
	"wakes" integer DEFAULT 0 NOT NULL,
	"generation" integer DEFAULT 0 NOT NULL,
	"run_at" timestamp with time zone DEFAULT now() NOT NULL,
	"scheduled_at" timestamp with time zone DEFAULT now() NOT NULL,
	"lease_until" timestamp with time zone,
	"deadline_at" timestamp with time zone NOT NULL,
	"cancel_requested_at" timestamp with time zone,
	"spent_ms" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "processes" ADD CONSTRAINT "processes_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "processes" ADD CONSTRAINT "processes_parent_id_processes_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."processes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "processes" ADD CONSTRAINT "processes_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "processes_org_idx" ON "processes" USING btree ("org_id","created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "processes_subject_idx" ON "processes" USING btree ("org_id","kind","subject","created_at") WHERE "processes"."subject" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "processes_running_subject_idx" ON "processes" USING btree ("org_id","kind","subject") WHERE "processes"."state" = 'running';--> statement-breakpoint
CREATE INDEX "processes_running_idx" ON "processes" USING btree ("run_at") WHERE "processes"."state" = 'running';--> statement-breakpoint
CREATE INDEX "processes_parent_idx" ON "processes" USING btree ("parent_id") WHERE "processes"."parent_id" is not null;