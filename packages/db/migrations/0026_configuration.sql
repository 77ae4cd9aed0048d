CREATE TABLE "applied_objects" (
	"org_id" uuid NOT NULL,
	"stack" text NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"object_id" uuid NOT NULL,
	"fields" jsonb NOT NULL,
	"applied_at" timestamp with time zone NOT NULL,
	CONSTRAINT "applied_objects_org_id_stack_kind_key_pk" PRIMARY KEY("org_id","stack","kind","key")
);
--> statement-breakpoint
ALTER TABLE "applied_objects" ADD CONSTRAINT "applied_objects_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "applied_objects_object_key" ON "applied_objects" USING btree ("org_id","kind","object_id");