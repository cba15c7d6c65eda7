-- Each worker says every few seconds that it is there. Whoever asks learns by this whether mails and webhooks are sent: it is
-- of no organization.
CREATE TABLE "worker_beats" (
	"worker" uuid PRIMARY KEY NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"beat_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON worker_beats TO app_system;
