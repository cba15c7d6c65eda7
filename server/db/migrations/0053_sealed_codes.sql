-- The code of a link is read out again when the customer did not write it down (NO-06): it is kept sealed while the link is
-- out, and no longer.
ALTER TABLE "payment_links" ADD COLUMN "sealed_code" text;
--> statement-breakpoint
ALTER TABLE "payment_links" ADD CONSTRAINT "payment_links_code" CHECK (sealed_code is null or (ended_at is null and used_at is null));
