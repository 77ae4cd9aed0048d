CREATE TABLE "discovery_jobs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"domain" text NOT NULL,
	"started_by" uuid,
	"status" text NOT NULL,
	"error" text,
	"progress" smallint DEFAULT 0 NOT NULL,
	"sources" jsonb NOT NULL,
	"spent_ms" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"heartbeat_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "discovery_names" (
	"job_id" uuid NOT NULL,
	"host" text COLLATE "C" NOT NULL,
	"port" integer NOT NULL,
	"is_wildcard" boolean NOT NULL,
	"sources" text[] NOT NULL,
	"is_further" boolean DEFAULT false NOT NULL,
	"state" text NOT NULL,
	"reachable" boolean,
	"detail" text,
	"issuer" text,
	"not_after" timestamp with time zone,
	"san" text[],
	"log_issuer" text,
	"log_not_after" timestamp with time zone,
	"log_san" text[],
	"wildcard" text,
	CONSTRAINT "discovery_names_job_id_host_port_is_wildcard_pk" PRIMARY KEY("job_id","host","port","is_wildcard")
);
--> statement-breakpoint
ALTER TABLE "discovery_jobs" ADD CONSTRAINT "discovery_jobs_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discovery_jobs" ADD CONSTRAINT "discovery_jobs_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discovery_names" ADD CONSTRAINT "discovery_names_job_id_discovery_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."discovery_jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "discovery_jobs_org_idx" ON "discovery_jobs" USING btree ("org_id","domain","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "discovery_jobs_running_idx" ON "discovery_jobs" USING btree ("org_id","domain") WHERE "discovery_jobs"."status" = 'running';--> statement-breakpoint
CREATE INDEX "discovery_names_waiting_idx" ON "discovery_names" USING btree ("job_id") WHERE "discovery_names"."state" = 'waiting';