-- Owners keep people out of an organization, and remove them. Who is disabled belongs to it and is asked for nothing; who has
-- no other organization has no session, whatever ended the last membership.
ALTER TABLE "memberships" ADD COLUMN "disabled_at" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "disabled_by_name" text;
--> statement-breakpoint
-- On which devices somebody has worked in an organization: its owners are not told where else they work.
CREATE TABLE "member_devices" (
	"org_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"device" text,
	"network" text,
	"first_seen_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "member_devices_org_id_user_id_session_id_pk" PRIMARY KEY("org_id","user_id","session_id")
);
--> statement-breakpoint
ALTER TABLE "member_devices" ADD CONSTRAINT "member_devices_org_id_user_id_memberships_org_id_user_id_fk" FOREIGN KEY ("org_id","user_id") REFERENCES "public"."memberships"("org_id","user_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "member_devices_by_age" ON "member_devices" USING btree ("last_seen_at");
--> statement-breakpoint
ALTER TABLE member_devices ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE member_devices FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY tenant ON member_devices FOR SELECT TO app_rw USING (org_id = (SELECT current_org()));
--> statement-breakpoint
CREATE POLICY system ON member_devices TO app_system USING (true) WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT ON member_devices TO app_rw;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON member_devices TO app_system;
--> statement-breakpoint
-- Why a session is over whose person was kept out: who still has its token is told so, and nothing else.
CREATE TABLE "ended_sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"because" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ended_sessions" ADD CONSTRAINT "ended_sessions_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "ended_sessions_expiry" ON "ended_sessions" USING btree ("expires_at");
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON ended_sessions TO app_system;
--> statement-breakpoint
-- Ends the sessions of whoever has no organization left, and has those who listen for the person look at once. The person
-- is locked first: of two organizations that end a membership at once one sees the other's, and who is just signing in has
-- signed in before or is refused after.
CREATE FUNCTION end_membership() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
  reason CONSTANT text := CASE
    WHEN TG_OP = 'UPDATE' THEN 'disabled'
    WHEN current_setting('app.actor_id', true) = OLD.user_id::text THEN 'left'
    ELSE 'removed' END;
BEGIN
  PERFORM FROM users WHERE id = OLD.user_id FOR NO KEY UPDATE;
  IF NOT EXISTS (SELECT FROM memberships WHERE user_id = OLD.user_id AND disabled_at IS NULL) THEN
    WITH ended AS (DELETE FROM sessions WHERE user_id = OLD.user_id RETURNING token_hash, expires_at)
    INSERT INTO ended_sessions (token_hash, organization_id, because, expires_at)
    SELECT token_hash, organizations.id, reason, expires_at FROM ended JOIN organizations ON organizations.id = OLD.org_id;
  END IF;
  PERFORM pg_notify('offerdesk_leaving', OLD.user_id::text);
  RETURN NULL;
END
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION end_membership FROM PUBLIC;
--> statement-breakpoint
CREATE TRIGGER end_disabled AFTER UPDATE OF disabled_at ON memberships
  FOR EACH ROW WHEN (OLD.disabled_at IS NULL AND NEW.disabled_at IS NOT NULL) EXECUTE FUNCTION end_membership();
--> statement-breakpoint
CREATE TRIGGER end_removed AFTER DELETE ON memberships FOR EACH ROW EXECUTE FUNCTION end_membership();
--> statement-breakpoint
GRANT CREATE ON SCHEMA public TO app_system;
--> statement-breakpoint
ALTER FUNCTION end_membership OWNER TO app_system;
--> statement-breakpoint
-- Nobody is anything where they are disabled, neither by a session nor by a token.
CREATE OR REPLACE FUNCTION memberships_of(person uuid) RETURNS TABLE (org_id uuid, membership jsonb, created_at timestamptz)
LANGUAGE sql STABLE
AS $$
  SELECT own.org_id, jsonb_build_object('orgId', own.org_id, 'role', own.role, 'agents', jsonb_build_object(
      'refundLimit', settled.refund_limit_cents / 100.0,
      'changesOffers', settled.changes_offers,
      'seesAllOrders', settled.sees_all_orders)), own.created_at
  FROM memberships AS own JOIN agent_permissions AS settled ON settled.org_id = own.org_id
  WHERE own.user_id = person AND own.disabled_at IS NULL
$$;
--> statement-breakpoint
REVOKE CREATE ON SCHEMA public FROM app_system;
