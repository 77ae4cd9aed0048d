-- What a tag is found by: its value, name=value, and name= for whatever value. Most certificates have none.
CREATE FUNCTION certificate_tag_terms(tags jsonb) RETURNS text[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN tags = '{}'::jsonb THEN '{}'::text[] ELSE (
    SELECT array_agg(DISTINCT term ORDER BY term)
    FROM jsonb_each_text(tags) AS tag (name, value)
    CROSS JOIN LATERAL (VALUES (lower(value)), (lower(name) || '=' || lower(value)), (lower(name) || '=')) AS terms (term)
  ) END;
--> statement-breakpoint
DROP INDEX "certificates_environment_idx";--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "tag_terms" text[] GENERATED ALWAYS AS (certificate_tag_terms(tags)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "certificates_tags_idx" ON "certificates" USING gin ("tag_terms") WHERE "certificates"."tag_terms" <> '{}';--> statement-breakpoint
CREATE INDEX "certificates_tagged_idx" ON "certificates" USING btree ("org_id","expires_at","id") WHERE "certificates"."tag_terms" <> '{}';--> statement-breakpoint
CREATE INDEX "certificates_environment_idx" ON "certificates" USING btree ("environment_id","expires_at","id") WHERE "certificates"."environment_id" is not null;