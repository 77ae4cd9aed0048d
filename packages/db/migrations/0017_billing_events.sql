DROP INDEX "billing_accounts_customer_key";--> statement-breakpoint
ALTER TABLE "billing_accounts" ADD COLUMN "plan" text;--> statement-breakpoint
ALTER TABLE "payment_events" ADD COLUMN "customer_id" text;--> statement-breakpoint
ALTER TABLE "payment_events" ADD COLUMN "subscription_id" text;--> statement-breakpoint
CREATE INDEX "billing_accounts_ending_idx" ON "billing_accounts" USING btree ("period_ends_at") WHERE "billing_accounts"."cancel_at_period_end";--> statement-breakpoint
CREATE INDEX "payment_events_org_idx" ON "payment_events" USING btree ("org_id");--> statement-breakpoint
CREATE INDEX "payment_events_customer_idx" ON "payment_events" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "payment_events_subscription_idx" ON "payment_events" USING btree ("subscription_id");