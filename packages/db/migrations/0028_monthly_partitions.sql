-- `checked` entries, one per endpoint and day, get a partition per month, so that old ones are dropped; the few others stay together.
ALTER TABLE certificate_history RENAME TO certificate_history_before;
--> statement-breakpoint
DROP INDEX certificate_history_certificate_idx, certificate_history_x509_idx;
--> statement-breakpoint
CREATE TABLE "certificate_history" (
	"id" uuid NOT NULL,
	"certificate_id" uuid NOT NULL,
	"action" text NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	"issuer" text NOT NULL,
	"not_after" timestamp with time zone NOT NULL,
	"fingerprint256" text NOT NULL
) PARTITION BY LIST ("action");
--> statement-breakpoint
CREATE TABLE certificate_history_changes PARTITION OF certificate_history DEFAULT;
--> statement-breakpoint
CREATE TABLE certificate_history_checked PARTITION OF certificate_history FOR VALUES IN ('checked') PARTITION BY RANGE ("recorded_at");
--> statement-breakpoint
CREATE TABLE certificate_history_checked_default PARTITION OF certificate_history_checked DEFAULT;
--> statement-breakpoint
-- The months that there were; the bounds are taken over as text.
DO $$
DECLARE
  month record;
BEGIN
  FOR month IN
    SELECT replace(relname, 'certificate_history_', 'certificate_history_checked_') AS name, pg_get_expr(relpartbound, oid) AS bound
    FROM pg_inherits JOIN pg_class ON oid = inhrelid
    WHERE inhparent = 'certificate_history_before'::regclass AND relname ~ '^certificate_history_\d{4}_\d\d$'
  LOOP
    EXECUTE format('CREATE TABLE %I PARTITION OF certificate_history_checked %s', month.name, month.bound);
  END LOOP;
END
$$;
--> statement-breakpoint
INSERT INTO certificate_history (id, certificate_id, action, recorded_at, issuer, not_after, fingerprint256)
SELECT id, certificate_id, action, recorded_at, issuer, not_after, fingerprint256 FROM certificate_history_before;
--> statement-breakpoint
DROP TABLE certificate_history_before;
--> statement-breakpoint
ALTER TABLE "certificate_history" ADD CONSTRAINT "certificate_history_recorded_at_id_action_pk" PRIMARY KEY("recorded_at","id","action");
--> statement-breakpoint
CREATE INDEX "certificate_history_certificate_idx" ON "certificate_history" USING btree ("certificate_id","recorded_at","id");
--> statement-breakpoint
CREATE INDEX "certificate_history_x509_idx" ON "certificate_history" USING hash ("fingerprint256") WHERE "certificate_history"."action" <> 'checked';
--> statement-breakpoint
ALTER TABLE "certificate_history" ADD CONSTRAINT "certificate_history_certificate_id_certificates_id_fk" FOREIGN KEY ("certificate_id") REFERENCES "public"."certificates"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ANALYZE certificate_history;
--> statement-breakpoint
-- Attempts have a partition per month of their message, whose ID begins with its time.
ALTER TABLE delivery_attempts RENAME TO delivery_attempts_before;
--> statement-breakpoint
ALTER TABLE delivery_attempts_before DROP CONSTRAINT delivery_attempts_message_id_attempt_pk;
--> statement-breakpoint
CREATE TABLE "delivery_attempts" (
	"message_id" uuid NOT NULL,
	"attempt" smallint NOT NULL,
	"org_id" uuid NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"outcome" text,
	"status" smallint,
	"answer" text,
	CONSTRAINT "delivery_attempts_message_id_attempt_pk" PRIMARY KEY("message_id","attempt")
) PARTITION BY RANGE ("message_id");
--> statement-breakpoint
CREATE TABLE delivery_attempts_default PARTITION OF delivery_attempts DEFAULT;
--> statement-breakpoint
-- Of each month with a message.
DO $$
DECLARE
  month record;
BEGIN
  FOR month IN
    WITH present AS (
      SELECT DISTINCT date_trunc('month', to_timestamp(('x' || lpad(left(replace(message_id::text, '-', ''), 12), 16, '0'))::bit(64)::bigint / 1000.0), 'UTC') AS start
      FROM delivery_attempts_before WHERE substr(message_id::text, 15, 1) = '7'
    ), bounds AS (
      SELECT start, lpad(to_hex((extract(epoch FROM start) * 1000)::bigint), 12, '0') AS low,
        lpad(to_hex((extract(epoch FROM (start AT TIME ZONE 'UTC' + interval '1 month') AT TIME ZONE 'UTC') * 1000)::bigint), 12, '0') AS high
      FROM present
    )
    SELECT 'delivery_attempts_' || to_char(start AT TIME ZONE 'UTC', 'YYYY_MM') AS name,
      (low || repeat('0', 20))::uuid AS low, (high || repeat('0', 20))::uuid AS high
    FROM bounds
  LOOP
    EXECUTE format('CREATE TABLE %I PARTITION OF delivery_attempts FOR VALUES FROM (%L) TO (%L)', month.name, month.low, month.high);
  END LOOP;
END
$$;
--> statement-breakpoint
INSERT INTO delivery_attempts (message_id, attempt, org_id, started_at, finished_at, outcome, status, answer)
SELECT message_id, attempt, org_id, started_at, finished_at, outcome, status, answer FROM delivery_attempts_before;
--> statement-breakpoint
DROP TABLE delivery_attempts_before;
--> statement-breakpoint
ALTER TABLE "delivery_attempts" ADD CONSTRAINT "delivery_attempts_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ANALYZE delivery_attempts;
--> statement-breakpoint
CREATE INDEX "alerts_raised_idx" ON "alerts" USING brin ("raised_at");
