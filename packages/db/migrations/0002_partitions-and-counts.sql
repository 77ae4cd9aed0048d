-- The net below the monthly partitions, which ensureHistoryPartitions makes ahead of time.
CREATE TABLE certificate_history_default PARTITION OF certificate_history DEFAULT;
--> statement-breakpoint
-- Rewritten at every check: room on each page for new versions, and a vacuum long before a fifth of it is dead.
ALTER TABLE check_schedule SET (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
--> statement-breakpoint
ALTER TABLE certificate_counts SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);
--> statement-breakpoint
-- The hour that certificate_counts files a certificate under; UTC, because some zones are off by half an hour.
CREATE FUNCTION certificate_expiry_hour(not_after timestamptz) RETURNS timestamptz
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN coalesce(date_trunc('hour', not_after, 'UTC'), 'infinity'::timestamptz);
--> statement-breakpoint
-- One function for the three events: it adds up what a statement changed and touches each count row once, in key
-- order, so that two statements never wait for each other in a ring.
CREATE FUNCTION certificate_counts_apply() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO certificate_counts AS counts (org_id, expires_hour, total, unreachable)
    SELECT org_id, certificate_expiry_hour(not_after), count(*), count(unreachable_reason)
    FROM new_rows GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (org_id, expires_hour) DO UPDATE
      SET total = counts.total + excluded.total, unreachable = counts.unreachable + excluded.unreachable;
    RETURN NULL;
  END IF;

  IF TG_OP = 'DELETE' THEN
    INSERT INTO certificate_counts AS counts (org_id, expires_hour, total, unreachable)
    SELECT org_id, certificate_expiry_hour(not_after), -count(*), -count(unreachable_reason)
    FROM old_rows GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (org_id, expires_hour) DO UPDATE
      SET total = counts.total + excluded.total, unreachable = counts.unreachable + excluded.unreachable;
    DELETE FROM certificate_counts AS counts
    USING (SELECT DISTINCT org_id, certificate_expiry_hour(not_after) AS expires_hour FROM old_rows) AS touched
    WHERE counts.org_id = touched.org_id AND counts.expires_hour = touched.expires_hour AND counts.total = 0;
    RETURN NULL;
  END IF;

  INSERT INTO certificate_counts AS counts (org_id, expires_hour, total, unreachable)
  SELECT org_id, expires_hour, sum(total), sum(unreachable)
  FROM (
    SELECT org_id, certificate_expiry_hour(not_after) AS expires_hour, 1 AS total, (unreachable_reason IS NOT NULL)::int AS unreachable
    FROM new_rows
    UNION ALL
    SELECT org_id, certificate_expiry_hour(not_after), -1, -(unreachable_reason IS NOT NULL)::int
    FROM old_rows
  ) AS changes
  GROUP BY 1, 2 HAVING sum(total) <> 0 OR sum(unreachable) <> 0 ORDER BY 1, 2
  ON CONFLICT (org_id, expires_hour) DO UPDATE
    SET total = counts.total + excluded.total, unreachable = counts.unreachable + excluded.unreachable;
  DELETE FROM certificate_counts AS counts
  USING (SELECT DISTINCT org_id, certificate_expiry_hour(not_after) AS expires_hour FROM old_rows) AS touched
  WHERE counts.org_id = touched.org_id AND counts.expires_hour = touched.expires_hour AND counts.total = 0;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER certificate_counts_insert AFTER INSERT ON certificates
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION certificate_counts_apply();
--> statement-breakpoint
CREATE TRIGGER certificate_counts_update AFTER UPDATE ON certificates
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION certificate_counts_apply();
--> statement-breakpoint
CREATE TRIGGER certificate_counts_delete AFTER DELETE ON certificates
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION certificate_counts_apply();
--> statement-breakpoint
CREATE FUNCTION certificate_counts_clear() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  TRUNCATE certificate_counts;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER certificate_counts_truncate AFTER TRUNCATE ON certificates
  FOR EACH STATEMENT EXECUTE FUNCTION certificate_counts_clear();
