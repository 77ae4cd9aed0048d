ALTER TABLE "certificates" ADD COLUMN "updated_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "check_runs" ADD COLUMN "error" text;--> statement-breakpoint
ALTER TABLE "certificate_imports" ADD COLUMN "error" text;--> statement-breakpoint
CREATE INDEX "certificates_updated_idx" ON "certificates" USING btree ("org_id","updated_at");