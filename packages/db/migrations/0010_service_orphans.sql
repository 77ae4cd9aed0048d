CREATE TABLE "service_orphans" (
	"cloud" text NOT NULL,
	"service_id" uuid NOT NULL,
	"first_seen_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "service_orphans_cloud_service_id_pk" PRIMARY KEY("cloud","service_id")
);
