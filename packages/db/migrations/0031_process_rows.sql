-- A process that ran goes on from its first step: what was done is on the rows of its kind.
INSERT INTO processes (id, org_id, kind, subject, started_by, state, step, error, done, total, generation, spent_ms, deadline_at, created_at, finished_at)
SELECT id, org_id, 'discovery', domain, started_by, case when status = 'failed' and error = 'Cancelled' then 'cancelled' else status end, 'find_names', nullif(error, 'Cancelled'), progress, 100, least(spent_ms, 1), spent_ms,
  now() + interval '1 day', created_at, finished_at FROM discovery_jobs;--> statement-breakpoint
INSERT INTO processes (id, org_id, kind, scope, started_by, state, step, error, done, total, generation, deadline_at, created_at, finished_at)
SELECT id, org_id, 'import', scope, started_by, case when status = 'failed' and error = 'Cancelled' then 'cancelled' else status end, 'add_certificates', nullif(error, 'Cancelled'),
  total - (SELECT count(*) FROM certificate_import_lines AS line WHERE line.import_id = certificate_imports.id AND line.result = 'waiting'),
  total, (heartbeat_at IS NOT NULL)::int, now() + interval '1 day', created_at, finished_at FROM certificate_imports;--> statement-breakpoint
INSERT INTO processes (id, org_id, kind, scope, started_by, state, step, error, done, total, generation, deadline_at, created_at, finished_at)
SELECT id, org_id, 'check_run', selection->'scope', started_by, case when status = 'failed' and error = 'Cancelled' then 'cancelled' else status end, 'check_certificates', nullif(error, 'Cancelled'), succeeded + failed, total,
  (heartbeat_at IS NOT NULL)::int, now() + interval '1 day', created_at, finished_at FROM check_runs;--> statement-breakpoint
UPDATE check_runs SET selection = selection - 'scope' WHERE selection ? 'scope';--> statement-breakpoint
ALTER TABLE "check_runs" DROP CONSTRAINT "check_runs_org_id_organizations_id_fk";
--> statement-breakpoint
ALTER TABLE "check_runs" DROP CONSTRAINT "check_runs_started_by_users_id_fk";
--> statement-breakpoint
ALTER TABLE "discovery_jobs" DROP CONSTRAINT "discovery_jobs_org_id_organizations_id_fk";
--> statement-breakpoint
ALTER TABLE "discovery_jobs" DROP CONSTRAINT "discovery_jobs_started_by_users_id_fk";
--> statement-breakpoint
ALTER TABLE "certificate_import_lines" DROP CONSTRAINT "certificate_import_lines_import_id_certificate_imports_id_fk";
--> statement-breakpoint
DROP INDEX "check_runs_org_idx";--> statement-breakpoint
DROP INDEX "discovery_jobs_org_idx";--> statement-breakpoint
DROP INDEX "discovery_jobs_running_idx";--> statement-breakpoint
ALTER TABLE "check_runs" ADD CONSTRAINT "check_runs_id_processes_id_fk" FOREIGN KEY ("id") REFERENCES "public"."processes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discovery_jobs" ADD CONSTRAINT "discovery_jobs_id_processes_id_fk" FOREIGN KEY ("id") REFERENCES "public"."processes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificate_import_lines" ADD CONSTRAINT "certificate_import_lines_import_id_processes_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."processes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_runs" DROP COLUMN "org_id";--> statement-breakpoint
ALTER TABLE "check_runs" DROP COLUMN "started_by";--> statement-breakpoint
ALTER TABLE "check_runs" DROP COLUMN "status";--> statement-breakpoint
ALTER TABLE "check_runs" DROP COLUMN "total";--> statement-breakpoint
ALTER TABLE "check_runs" DROP COLUMN "error";--> statement-breakpoint
ALTER TABLE "check_runs" DROP COLUMN "created_at";--> statement-breakpoint
ALTER TABLE "check_runs" DROP COLUMN "heartbeat_at";--> statement-breakpoint
ALTER TABLE "check_runs" DROP COLUMN "finished_at";--> statement-breakpoint
ALTER TABLE "discovery_jobs" DROP COLUMN "org_id";--> statement-breakpoint
ALTER TABLE "discovery_jobs" DROP COLUMN "domain";--> statement-breakpoint
ALTER TABLE "discovery_jobs" DROP COLUMN "started_by";--> statement-breakpoint
ALTER TABLE "discovery_jobs" DROP COLUMN "status";--> statement-breakpoint
ALTER TABLE "discovery_jobs" DROP COLUMN "error";--> statement-breakpoint
ALTER TABLE "discovery_jobs" DROP COLUMN "progress";--> statement-breakpoint
ALTER TABLE "discovery_jobs" DROP COLUMN "spent_ms";--> statement-breakpoint
ALTER TABLE "discovery_jobs" DROP COLUMN "created_at";--> statement-breakpoint
ALTER TABLE "discovery_jobs" DROP COLUMN "heartbeat_at";--> statement-breakpoint
ALTER TABLE "discovery_jobs" DROP COLUMN "finished_at";--> statement-breakpoint
DROP TABLE "certificate_imports";
