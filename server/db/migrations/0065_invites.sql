-- Owners invite by mail and hand a link over by other ways, too, so that what it has is kept sealed beside its hash. The
-- invited person declines, or asks for a new one once it has expired.
ALTER TABLE "invites" ADD COLUMN "invited_by_name" text;--> statement-breakpoint
ALTER TABLE "invites" ADD COLUMN "sealed_token" text;--> statement-breakpoint
ALTER TABLE "invites" ADD COLUMN "declined_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "invites" ADD COLUMN "sent_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "invites" ADD COLUMN "sends" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "invites" ADD COLUMN "asked_at" timestamp (3) with time zone;--> statement-breakpoint
-- Its link can be opened after the organization has ended, and says so.
ALTER TABLE "invites" DROP CONSTRAINT "invites_org_id_organizations_id_fk";
--> statement-breakpoint
-- Rows that exist are changed, which row-level security keeps even their owner from until it is forced again.
ALTER TABLE invites NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
UPDATE invites SET email = lower(email) WHERE email <> lower(email);
--> statement-breakpoint
UPDATE invites SET revoked = true WHERE accepted_at IS NULL AND NOT revoked AND EXISTS (
  SELECT FROM invites AS newer WHERE newer.org_id = invites.org_id AND newer.email = invites.email
    AND newer.accepted_at IS NULL AND NOT newer.revoked AND (newer.created_at, newer.id) > (invites.created_at, invites.id)
);
--> statement-breakpoint
ALTER TABLE invites FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
DROP INDEX "invites_pending";--> statement-breakpoint
-- However many invite an address at once, it has one open invite of an organization.
CREATE UNIQUE INDEX "invites_open" ON "invites" USING btree ("org_id","email") WHERE accepted_at is null and declined_at is null and not revoked;--> statement-breakpoint
CREATE INDEX "invites_age" ON "invites" USING btree ("org_id","created_at");--> statement-breakpoint
ALTER TABLE "invites" ADD CONSTRAINT "invites_email" CHECK (email = lower(email));
--> statement-breakpoint
SELECT watch_changes('invites', 'invites');
--> statement-breakpoint
SELECT watch_changes('memberships', 'members', record => 'changed.user_id');
--> statement-breakpoint
DROP TRIGGER audit ON invites;
--> statement-breakpoint
DROP FUNCTION audit_invites();
--> statement-breakpoint
SELECT audit_changes('invites', '''invites''', named => 'changed.email', unseen => '{sends,invited_by_name}', sealed => '{token_hash,sealed_token}');
