-- Counts are locked by organization, last hour first: who adds a certificate locks the count of those without a date with its INSERT,
-- and an hour with the UPDATE that follows in the same transaction. In this order nobody who holds that hour waits for the other count.
CREATE OR REPLACE FUNCTION certificate_counts_apply() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO certificate_counts AS counts (org_id, expires_hour, total, unreachable)
    SELECT org_id, certificate_expiry_hour(not_after), count(*), count(unreachable_reason)
    FROM new_rows GROUP BY 1, 2 ORDER BY 1, 2 DESC
    ON CONFLICT (org_id, expires_hour) DO UPDATE
      SET total = counts.total + excluded.total, unreachable = counts.unreachable + excluded.unreachable;
    RETURN NULL;
  END IF;

  IF TG_OP = 'DELETE' THEN
    INSERT INTO certificate_counts AS counts (org_id, expires_hour, total, unreachable)
    SELECT org_id, certificate_expiry_hour(not_after), -count(*), -count(unreachable_reason)
    FROM old_rows GROUP BY 1, 2 ORDER BY 1, 2 DESC
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
  GROUP BY 1, 2 HAVING sum(total) <> 0 OR sum(unreachable) <> 0 ORDER BY 1, 2 DESC
  ON CONFLICT (org_id, expires_hour) DO UPDATE
    SET total = counts.total + excluded.total, unreachable = counts.unreachable + excluded.unreachable;
  DELETE FROM certificate_counts AS counts
  USING (SELECT DISTINCT org_id, certificate_expiry_hour(not_after) AS expires_hour FROM old_rows) AS touched
  WHERE counts.org_id = touched.org_id AND counts.expires_hour = touched.expires_hour AND counts.total = 0;
  RETURN NULL;
END
$$;
