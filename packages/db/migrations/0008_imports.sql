CREATE TABLE "certificate_import_lines" (
	"import_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"domain" text NOT NULL,
	"host" text,
	"port" integer,
	"environment_id" uuid,
	"tags" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"result" text NOT NULL,
	"message" text,
	"certificate_id" uuid,
	CONSTRAINT "certificate_import_lines_import_id_line_pk" PRIMARY KEY("import_id","line")
);
--> statement-breakpoint
CREATE TABLE "certificate_imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"started_by" uuid,
	"status" text NOT NULL,
	"total" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "certificate_import_lines" ADD CONSTRAINT "certificate_import_lines_import_id_certificate_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."certificate_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificate_imports" ADD CONSTRAINT "certificate_imports_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificate_imports" ADD CONSTRAINT "certificate_imports_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "certificate_import_lines_waiting_idx" ON "certificate_import_lines" USING btree ("import_id","line") WHERE "certificate_import_lines"."result" = 'waiting';--> statement-breakpoint
CREATE INDEX "certificate_imports_org_idx" ON "certificate_imports" USING btree ("org_id","created_at");