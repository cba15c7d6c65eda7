-- Contracts: one right that was given for the making of a function alone.
-- Every sale writes to the row of its campaign, and takes its number from that of its organization, while others point at them.
-- A version of a row that was replaced while somebody pointed at it is left in the indexes until the table is vacuumed, so that
-- each reader passes all of them by; on a page that has room they are cleared away by whoever comes next. For the same reason the
-- rows of offers and products have some.
ALTER TABLE campaigns SET (fillfactor = 20);
--> statement-breakpoint
ALTER TABLE organizations SET (fillfactor = 20);
--> statement-breakpoint
ALTER TABLE offers SET (fillfactor = 50);
--> statement-breakpoint
ALTER TABLE products SET (fillfactor = 50);
--> statement-breakpoint
-- Every request asks who calls. A function in SQL is planned at each call; one in PL/pgSQL once for each connection.
GRANT CREATE ON SCHEMA public TO app_system;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION caller_of(hash text) RETURNS TABLE (
  id uuid, email text, name text, organization_name text, memberships jsonb, is_seen_lately boolean
)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT users.id, users.email, users.name, users.organization_name,
      coalesce(
        (SELECT jsonb_agg(own.membership ORDER BY own.created_at, own.org_id) FROM memberships_of(users.id) AS own),
        '[]'),
      sessions.last_seen_at > now() - interval '1 minute'
    FROM sessions JOIN users ON users.id = sessions.user_id
    WHERE sessions.token_hash = hash AND sessions.idle_expires_at > now() AND sessions.expires_at > now()
      AND users.disabled_at IS NULL;
END
$$;
--> statement-breakpoint
REVOKE CREATE ON SCHEMA public FROM app_system;
