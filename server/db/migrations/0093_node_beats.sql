-- Each server and worker says every few seconds which keys it opens secrets by, the first of which it seals by: ids alone, never
-- a key. A rotation learns by this whether all of them open what it is about to seal. It is of no organization.
CREATE TABLE "node_beats" (
	"node" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"host" text NOT NULL,
	"port" integer,
	"pid" integer NOT NULL,
	"keys" text[] NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"beat_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON node_beats TO app_system;
