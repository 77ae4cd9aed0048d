ALTER TABLE "delivery_outlets" RENAME TO "delivery_queues";--> statement-breakpoint
ALTER TABLE "delivery_queues" RENAME CONSTRAINT "delivery_outlets_org_id_channel_pk" TO "delivery_queues_org_id_channel_pk";--> statement-breakpoint
ALTER TABLE "delivery_queues" RENAME CONSTRAINT "delivery_outlets_org_id_organizations_id_fk" TO "delivery_queues_org_id_organizations_id_fk";--> statement-breakpoint
ALTER INDEX "delivery_outlets_due_idx" RENAME TO "delivery_queues_due_idx";
