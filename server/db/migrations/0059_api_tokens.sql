-- Other programs are let into an organization by a token that one of its members has made, within its scope. It may never do
-- more than that member may, and goes with the membership.
CREATE TABLE "api_tokens" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"token_hash" text NOT NULL,
	"prefix" text NOT NULL,
	"duties" text[],
	"created_by_name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"last_used_network" text,
	CONSTRAINT "api_tokens_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_org_id_user_id_memberships_org_id_user_id_fk" FOREIGN KEY ("org_id","user_id") REFERENCES "public"."memberships"("org_id","user_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "api_tokens_lookup" ON "api_tokens" USING btree ("token_hash");
--> statement-breakpoint
CREATE INDEX "api_tokens_maker" ON "api_tokens" USING btree ("org_id","user_id");
--> statement-breakpoint
ALTER TABLE api_tokens ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE api_tokens FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY tenant ON api_tokens TO app_rw USING (org_id = (SELECT current_org())) WITH CHECK (org_id = current_org());
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON api_tokens TO app_rw;
--> statement-breakpoint
-- A token is looked up before it is known whose it is.
CREATE POLICY system ON api_tokens FOR SELECT TO app_system USING (true);
--> statement-breakpoint
GRANT SELECT ON api_tokens TO app_system;
--> statement-breakpoint
SELECT audit_changes('api_tokens', '''apiTokens''', named => 'changed.name', unseen => '{last_used_at,last_used_network}', sealed => '{token_hash}');
--> statement-breakpoint
SELECT watch_changes('api_tokens', 'apiTokens', operations => ARRAY['INSERT', 'DELETE']);
--> statement-breakpoint
-- What a revoked token hears ends at once, as that of a session does.
CREATE TRIGGER note_leaving AFTER DELETE ON api_tokens
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_leaving();
--> statement-breakpoint
GRANT CREATE ON SCHEMA public TO app_system;
--> statement-breakpoint
-- What a person is where they work, for their sessions and for their tokens alike. What calls it says where tables are.
CREATE FUNCTION memberships_of(person uuid) RETURNS TABLE (org_id uuid, membership jsonb, created_at timestamptz)
LANGUAGE sql STABLE
AS $$
  SELECT own.org_id, jsonb_build_object('orgId', own.org_id, 'role', own.role, 'agents', jsonb_build_object(
      'refundLimit', settled.refund_limit_cents / 100.0,
      'changesOffers', settled.changes_offers)), own.created_at
  FROM memberships AS own JOIN agent_permissions AS settled ON settled.org_id = own.org_id
  WHERE own.user_id = person
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION memberships_of FROM PUBLIC;
--> statement-breakpoint
ALTER FUNCTION memberships_of OWNER TO app_system;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION caller_of(hash text) RETURNS TABLE (
  id uuid, email text, name text, organization_name text, memberships jsonb, is_seen_lately boolean
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT users.id, users.email, users.name, users.organization_name,
    coalesce(
      (SELECT jsonb_agg(own.membership ORDER BY own.created_at, own.org_id) FROM memberships_of(users.id) AS own),
      '[]'),
    sessions.last_seen_at > now() - interval '1 minute'
  FROM sessions JOIN users ON users.id = sessions.user_id
  WHERE sessions.token_hash = hash AND sessions.idle_expires_at > now() AND sessions.expires_at > now()
    AND users.disabled_at IS NULL
$$;
--> statement-breakpoint
-- Who asks by a token: its maker, in its organization alone. A function of its own, as servers of the version before would
-- take what it tells for a session.
CREATE FUNCTION token_caller_of(hash text) RETURNS TABLE (
  id uuid, email text, name text, organization_name text, memberships jsonb, is_seen_lately boolean, token jsonb
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT users.id, users.email, users.name, users.organization_name, jsonb_build_array(own.membership),
    coalesce(api_tokens.last_used_at > now() - interval '1 minute', false),
    jsonb_build_object('id', api_tokens.id, 'name', api_tokens.name, 'duties', api_tokens.duties)
  FROM api_tokens
    JOIN users ON users.id = api_tokens.user_id
    JOIN memberships_of(users.id) AS own ON own.org_id = api_tokens.org_id
  WHERE api_tokens.token_hash = hash AND (api_tokens.expires_at > now() OR api_tokens.expires_at IS NULL)
    AND users.disabled_at IS NULL
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION token_caller_of FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION token_caller_of TO CURRENT_USER;
--> statement-breakpoint
ALTER FUNCTION token_caller_of OWNER TO app_system;
--> statement-breakpoint
REVOKE CREATE ON SCHEMA public FROM app_system;
