-- A person sees where they are signed in, and signs out there. A session gets an id that may be told, and says what it is
-- of: the device in plain words, and the network without the part that tells one line from its neighbours. Servers of the
-- version before open sessions without them.
ALTER TABLE "sessions" ADD COLUMN "id" uuid DEFAULT gen_random_uuid() NOT NULL;
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "device" text;
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "network" text;
--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_id" ON "sessions" USING btree ("id");
