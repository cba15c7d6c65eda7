-- What a person is to each of their organizations is asked with the session, in the same statement. The function of before
-- stays, as servers of the version before ask it until they are replaced.
CREATE FUNCTION caller_of(hash text) RETURNS TABLE (
  id uuid, email text, name text, organization_name text, memberships jsonb, is_seen_lately boolean
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT users.id, users.email, users.name, users.organization_name,
    coalesce(
      (SELECT jsonb_agg(jsonb_build_object('orgId', own.org_id, 'role', own.role) ORDER BY own.created_at, own.org_id)
        FROM memberships AS own WHERE own.user_id = users.id),
      '[]'),
    sessions.last_seen_at > now() - interval '1 minute'
  FROM sessions JOIN users ON users.id = sessions.user_id
  WHERE sessions.token_hash = hash AND sessions.idle_expires_at > now() AND sessions.expires_at > now()
    AND users.disabled_at IS NULL
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION caller_of FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION caller_of TO CURRENT_USER;
--> statement-breakpoint
GRANT CREATE ON SCHEMA public TO app_system;
--> statement-breakpoint
ALTER FUNCTION caller_of OWNER TO app_system;
--> statement-breakpoint
REVOKE CREATE ON SCHEMA public FROM app_system;
