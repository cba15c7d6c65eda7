-- Owners change what an organization is and how it sells, and are told when another has done so meanwhile. Each order
-- writes its number into the same row, which is no change of that kind: it counts no version up and tells nobody.
ALTER TABLE "organizations" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;
--> statement-breakpoint
CREATE TRIGGER grow_version BEFORE UPDATE OF name, currency, time_zone, support_email, live_url, tax_rate, prices_include_tax
  ON organizations FOR EACH ROW EXECUTE FUNCTION grow_version();
--> statement-breakpoint
-- Transition tables know no columns, so it is told by the row. Several lists show something of it, so no version is told.
CREATE FUNCTION note_organizations() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
  INSERT INTO changes (org_id, xid, resource, record_id, kind, created_at)
  VALUES (NEW.id, pg_current_xact_id(), 'organizations', NEW.id, 'updated', now());
  PERFORM pg_notify('offerdesk_changes', NEW.id::text);
  RETURN NULL;
END
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION note_organizations FROM PUBLIC;
--> statement-breakpoint
GRANT CREATE ON SCHEMA public TO app_system;
--> statement-breakpoint
ALTER FUNCTION note_organizations OWNER TO app_system;
--> statement-breakpoint
REVOKE CREATE ON SCHEMA public FROM app_system;
--> statement-breakpoint
CREATE TRIGGER note_update AFTER UPDATE ON organizations
  FOR EACH ROW WHEN (NEW.version <> OLD.version) EXECUTE FUNCTION note_organizations();
