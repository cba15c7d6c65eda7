-- Owners settle what agents may do. Every organization has it from the beginning; it is asked with the session, in the same
-- statement as what the person is there.
CREATE TABLE "agent_permissions" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"refund_limit_cents" integer DEFAULT 0 NOT NULL,
	"changes_offers" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "agent_permissions_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "agent_permissions_of_organization" CHECK (id = org_id),
	CONSTRAINT "agent_permissions_refund_limit" CHECK (refund_limit_cents >= 0)
);
--> statement-breakpoint
ALTER TABLE "agent_permissions" ADD CONSTRAINT "agent_permissions_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE TRIGGER grow_version BEFORE UPDATE ON agent_permissions FOR EACH ROW EXECUTE FUNCTION grow_version();
--> statement-breakpoint
CREATE FUNCTION give_agent_permissions() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
  INSERT INTO agent_permissions (org_id, id, created_at, updated_at) VALUES (NEW.id, NEW.id, now(), now());
  RETURN NULL;
END
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION give_agent_permissions FROM PUBLIC;
--> statement-breakpoint
CREATE TRIGGER give_agent_permissions AFTER INSERT ON organizations FOR EACH ROW EXECUTE FUNCTION give_agent_permissions();
--> statement-breakpoint
-- Rows that exist are read, which row-level security keeps even their owner from until it is forced again.
ALTER TABLE organizations NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
INSERT INTO agent_permissions (org_id, id, created_at, updated_at) SELECT id, id, now(), now() FROM organizations;
--> statement-breakpoint
ALTER TABLE organizations FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE agent_permissions ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE agent_permissions FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY tenant ON agent_permissions TO app_rw USING (org_id = (SELECT current_org())) WITH CHECK (org_id = current_org());
--> statement-breakpoint
CREATE POLICY system_adds ON agent_permissions FOR INSERT TO app_system WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY system_reads ON agent_permissions FOR SELECT TO app_system USING (true);
--> statement-breakpoint
GRANT SELECT, UPDATE ON agent_permissions TO app_rw;
--> statement-breakpoint
GRANT SELECT, INSERT ON agent_permissions TO app_system;
--> statement-breakpoint
SELECT audit_changes('agent_permissions', '''organizations''');
--> statement-breakpoint
SELECT watch_changes('agent_permissions', 'organizations', counts => true, operations => ARRAY['UPDATE']);
--> statement-breakpoint
GRANT CREATE ON SCHEMA public TO app_system;
--> statement-breakpoint
ALTER FUNCTION give_agent_permissions OWNER TO app_system;
--> statement-breakpoint
-- Servers of the version before take what they know of it.
CREATE OR REPLACE FUNCTION caller_of(hash text) RETURNS TABLE (
  id uuid, email text, name text, organization_name text, memberships jsonb, is_seen_lately boolean
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT users.id, users.email, users.name, users.organization_name,
    coalesce(
      (SELECT jsonb_agg(jsonb_build_object('orgId', own.org_id, 'role', own.role, 'agents', jsonb_build_object(
            'refundLimit', settled.refund_limit_cents / 100.0,
            'changesOffers', settled.changes_offers))
          ORDER BY own.created_at, own.org_id)
        FROM memberships AS own JOIN agent_permissions AS settled ON settled.org_id = own.org_id
        WHERE own.user_id = users.id),
      '[]'),
    sessions.last_seen_at > now() - interval '1 minute'
  FROM sessions JOIN users ON users.id = sessions.user_id
  WHERE sessions.token_hash = hash AND sessions.idle_expires_at > now() AND sessions.expires_at > now()
    AND users.disabled_at IS NULL
$$;
--> statement-breakpoint
REVOKE CREATE ON SCHEMA public FROM app_system;
