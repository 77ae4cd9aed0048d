-- SHA-256 of the SubjectPublicKeyInfo (RFC 5280 section 4.1) of a certificate; null if its DER can't be read.
CREATE FUNCTION certificate_key256(facts jsonb) RETURNS bytea
  LANGUAGE plpgsql IMMUTABLE STRICT AS $$
DECLARE
  der bytea;
  place int := 0;
  head int;
  size int;
  tag int;
BEGIN
  -- The text between the first and the last line.
  der := decode(split_part(facts ->> 'pem', '-----', 3), 'base64');
  -- Enters Certificate and TBSCertificate, then skips version, serial number, signature, issuer, validity and subject.
  FOR step IN 1..9 LOOP
    tag := get_byte(der, place);
    size := get_byte(der, place + 1);
    head := 2;
    IF size > 127 THEN
      head := 2 + size - 128;
      IF head < 3 OR head > 5 THEN
        RETURN NULL;
      END IF;
      size := 0;
      FOR digit IN 2..head - 1 LOOP
        size := size * 256 + get_byte(der, place + digit);
      END LOOP;
    END IF;
    IF step <= 2 THEN
      place := place + head;
    ELSIF step = 9 THEN
      RETURN CASE WHEN tag = 48 AND place + head + size <= length(der) THEN sha256(substring(der FROM place + 1 FOR head + size)) END;
    -- The first version of certificates has no field for it.
    ELSIF step > 3 OR tag = 160 THEN
      place := place + head + size;
    END IF;
  END LOOP;
EXCEPTION WHEN data_exception THEN
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- Written for every row in one pass, then an ordinary column: rows are also copied between databases.
ALTER TABLE "x509_certificates" ADD COLUMN "key256" "bytea" GENERATED ALWAYS AS (certificate_key256(facts)) STORED;
--> statement-breakpoint
ALTER TABLE "x509_certificates" ALTER COLUMN "key256" DROP EXPRESSION;
--> statement-breakpoint
CREATE FUNCTION set_certificate_key256() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  NEW.key256 := certificate_key256(NEW.facts);
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER x509_certificates_key256 BEFORE INSERT ON "x509_certificates" FOR EACH ROW EXECUTE FUNCTION set_certificate_key256();
--> statement-breakpoint
CREATE INDEX "x509_certificates_key_idx" ON "x509_certificates" USING btree ("key256") WHERE "x509_certificates"."key256" is not null;
