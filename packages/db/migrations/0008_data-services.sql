CREATE TABLE "installations" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service_authorities" (
	"id" uuid PRIMARY KEY NOT NULL,
	"certificate" text NOT NULL,
	"key_sealed" text NOT NULL,
	"not_after" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"service_id" uuid NOT NULL,
	"text" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service_operations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"service_id" uuid NOT NULL,
	"plan" text
);
--> statement-breakpoint
CREATE TABLE "services" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"resource_id" text NOT NULL,
	"solution" text NOT NULL,
	"cloud" text NOT NULL,
	"region" text NOT NULL,
	"plan" text NOT NULL,
	"user" text NOT NULL,
	"password_sealed" text,
	"next_password_sealed" text,
	"authority_id" uuid,
	"certificate" text,
	"certificate_key_sealed" text,
	"certificate_not_after" timestamp with time zone,
	"host" text,
	"ports" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"size" jsonb,
	"version" text,
	"running_since" timestamp with time zone,
	"problem" text,
	"failure" text,
	"last_answer" text,
	"restarts" integer DEFAULT 0 NOT NULL,
	"observed_at" timestamp with time zone,
	"operation_id" uuid,
	"is_protected" boolean DEFAULT false NOT NULL,
	"deletion_wanted_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"created_by" uuid,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "processes" ADD COLUMN "step_since" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "service_events" ADD CONSTRAINT "service_events_service_id_services_id_fk" FOREIGN KEY ("service_id") REFERENCES "public"."services"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_operations" ADD CONSTRAINT "service_operations_id_processes_id_fk" FOREIGN KEY ("id") REFERENCES "public"."processes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_operations" ADD CONSTRAINT "service_operations_service_id_services_id_fk" FOREIGN KEY ("service_id") REFERENCES "public"."services"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "services" ADD CONSTRAINT "services_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "services" ADD CONSTRAINT "services_authority_id_service_authorities_id_fk" FOREIGN KEY ("authority_id") REFERENCES "public"."service_authorities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "services" ADD CONSTRAINT "services_operation_id_processes_id_fk" FOREIGN KEY ("operation_id") REFERENCES "public"."processes"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "services" ADD CONSTRAINT "services_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "service_events_service_idx" ON "service_events" USING btree ("service_id","at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "services_resource_id_key" ON "services" USING btree ("resource_id");--> statement-breakpoint
CREATE INDEX "services_org_idx" ON "services" USING btree ("org_id","created_at","id") WHERE "services"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "services_operation_idx" ON "services" USING btree ("operation_id") WHERE "services"."operation_id" is not null;