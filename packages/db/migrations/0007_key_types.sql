ALTER TABLE "certificate_addresses" ADD COLUMN "key_type" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "certificate_addresses" DROP CONSTRAINT "certificate_addresses_certificate_id_address_pk";--> statement-breakpoint
ALTER TABLE "certificate_addresses" ADD CONSTRAINT "certificate_addresses_certificate_id_address_key_type_pk" PRIMARY KEY("certificate_id","address","key_type");--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "key_exchange" text;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "served" text;--> statement-breakpoint
-- As `keyTypeLabel` decides.
UPDATE "certificate_addresses" AS shown SET "key_type" = CASE WHEN known.type = 'EC' THEN 'ECDSA' WHEN known.type LIKE 'RSA%' THEN 'RSA' ELSE known.type END
FROM (SELECT "fingerprint256", "facts" ->> 'keyType' AS type FROM "x509_certificates") AS known WHERE known."fingerprint256" = shown."fingerprint256";--> statement-breakpoint
-- The certificate that ends first is known by its fingerprint from now on, not by its end.
UPDATE "certificates" AS certificate SET "others" = "others" || jsonb_build_object('areDifferent', "others" -> 'endsFirst' <> 'null'::jsonb, 'fails', null,
  'endsFirst', CASE WHEN "others" -> 'endsFirst' = 'null'::jsonb THEN 'null'::jsonb ELSE "others" -> 'endsFirst' || (
    SELECT jsonb_build_object('fingerprint256', coalesce((array_agg(shown."fingerprint256" ORDER BY shown."place"))[1],
        certificate."fingerprint256" || ' ' || to_char(certificate."not_after" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
      'keyType', coalesce((array_agg(shown."key_type" ORDER BY shown."place"))[1], ''),
      'addresses', coalesce(jsonb_agg(shown."address" ORDER BY shown."place"), '[]'::jsonb))
    FROM "certificate_addresses" AS shown
    WHERE shown."certificate_id" = certificate."id" AND shown."fingerprint256" = (
      SELECT first."fingerprint256" FROM "certificate_addresses" AS first
      WHERE first."certificate_id" = certificate."id" AND first."fingerprint256" <> certificate."fingerprint256"
      ORDER BY first."not_after", first."place" LIMIT 1)) END)
WHERE "others" IS NOT NULL;--> statement-breakpoint
UPDATE "alerts" AS alert SET "occasion" = certificate."others" -> 'endsFirst' ->> 'fingerprint256'
FROM "certificates" AS certificate
WHERE certificate."id" = alert."certificate_id" AND certificate."others" -> 'endsFirst' <> 'null'::jsonb AND alert."rule" IN ('expiry', 'expired', 'late')
  AND alert."occasion" = certificate."fingerprint256" || ' ' || to_char(certificate."not_after" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  AND NOT EXISTS (SELECT FROM "alerts" AS other WHERE other."certificate_id" = alert."certificate_id" AND other."rule" = alert."rule"
    AND other."threshold" = alert."threshold" AND other."occasion" = certificate."others" -> 'endsFirst' ->> 'fingerprint256');
