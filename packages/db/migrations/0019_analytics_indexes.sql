DROP INDEX "certificates_not_before_idx";--> statement-breakpoint
CREATE INDEX "certificates_lifetime_idx" ON "certificates" USING btree ("org_id","not_before","not_after");--> statement-breakpoint
CREATE INDEX "certificates_host_idx" ON "certificates" USING btree ("org_id","host");--> statement-breakpoint
CREATE INDEX "certificates_created_idx" ON "certificates" USING btree ("org_id","created_at");