-- Who a session belongs to, asked by every request: one statement of its own, without a transaction around it. It reads
-- with the role of what precedes an organization, and answers nothing without the hash of a live session's token.
CREATE FUNCTION session_of(hash text) RETURNS TABLE (
  id uuid, email text, name text, organization_name text, org_ids text[], is_seen_lately boolean
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT users.id, users.email, users.name, users.organization_name,
    ARRAY(SELECT memberships.org_id::text FROM memberships WHERE memberships.user_id = users.id
      ORDER BY memberships.created_at, memberships.org_id),
    sessions.last_seen_at > now() - interval '1 minute'
  FROM sessions JOIN users ON users.id = sessions.user_id
  WHERE sessions.token_hash = hash AND sessions.idle_expires_at > now() AND sessions.expires_at > now()
    AND users.disabled_at IS NULL
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION session_of FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION session_of TO CURRENT_USER;
--> statement-breakpoint
GRANT CREATE ON SCHEMA public TO app_system;
--> statement-breakpoint
ALTER FUNCTION session_of OWNER TO app_system;
--> statement-breakpoint
REVOKE CREATE ON SCHEMA public FROM app_system;
