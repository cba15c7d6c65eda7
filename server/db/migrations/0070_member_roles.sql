-- What a person may do changes with their role, so their windows read their organizations anew, as they do when owners settle
-- what agents may do; and what they listen to is told by their new role.
CREATE FUNCTION note_role() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
  INSERT INTO changes (org_id, xid, resource, record_id, kind, created_at)
  VALUES (NEW.org_id, pg_current_xact_id(), 'organizations', NEW.org_id, 'updated', now());
  PERFORM pg_notify('offerdesk_changes', NEW.org_id::text);
  PERFORM pg_notify('offerdesk_leaving', NEW.user_id::text);
  RETURN NULL;
END
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION note_role FROM PUBLIC;
--> statement-breakpoint
GRANT CREATE ON SCHEMA public TO app_system;
--> statement-breakpoint
ALTER FUNCTION note_role OWNER TO app_system;
--> statement-breakpoint
REVOKE CREATE ON SCHEMA public FROM app_system;
--> statement-breakpoint
CREATE TRIGGER note_role AFTER UPDATE OF role ON memberships
  FOR EACH ROW WHEN (OLD.role IS DISTINCT FROM NEW.role) EXECUTE FUNCTION note_role();
