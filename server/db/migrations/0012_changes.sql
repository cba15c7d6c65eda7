CREATE TABLE "changes" (
	"org_id" uuid NOT NULL,
	"xid" "xid8" NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"resource" text NOT NULL,
	"record_id" uuid,
	"version" integer,
	"kind" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "changes_org_id_xid_id_pk" PRIMARY KEY("org_id","xid","id")
);
--> statement-breakpoint
CREATE INDEX "changes_by_age" ON "changes" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE changes ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE changes FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY tenant ON changes TO app_rw USING (org_id = (SELECT current_org())) WITH CHECK (org_id = current_org());
--> statement-breakpoint
CREATE POLICY system ON changes TO app_system USING (true) WITH CHECK (true);
--> statement-breakpoint
-- Nobody writes here but the triggers below, with the role of what precedes an organization, which sweeps, too.
GRANT SELECT ON changes TO app_rw;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON changes TO app_system;
--> statement-breakpoint
-- Keeps who shows records of `resource` told of every change of a table, by what `record` says of its row `changed`. Where
-- the table counts versions, a change that is not counted (as a sale is none of its customer's record) is told without
-- one: whoever has the version that is told has the change.
--
-- It works by the statement and not by the row, and of more rows than a screen can show it says once that all of the
-- resource has changed, so that an import or a million rows cost nothing. What one transaction has said of a resource is
-- counted in a setting of its own, as other triggers change rows one by one.
CREATE FUNCTION watch_changes(
  watched regclass, resource text, record text DEFAULT 'changed.id', counts boolean DEFAULT false,
  deleted text DEFAULT 'false', operations text[] DEFAULT ARRAY['INSERT', 'UPDATE', 'DELETE']
) RETURNS void
LANGUAGE plpgsql
AS $watch$
DECLARE
  note text := format('note_%s', replace(watched::text, '"', ''));
  operation text;
BEGIN
  EXECUTE format($definition$
    CREATE FUNCTION %1$I() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
    AS $note$
    DECLARE
      most CONSTANT integer := 100;
      said integer := coalesce(nullif(current_setting('app.changes_of_%2$s', true), ''), '0')::integer;
      more integer;
    BEGIN
      IF said > most THEN RETURN NULL; END IF;
      more := count(*) FROM (SELECT FROM changed LIMIT most + 1) AS first_rows;
      IF more = 0 THEN RETURN NULL; END IF;
      IF said + more > most THEN
        INSERT INTO changes (org_id, xid, resource, kind, created_at)
        SELECT DISTINCT changed.org_id, pg_current_xact_id(), %2$L, 'updated', now() FROM changed;
      ELSIF TG_OP = 'UPDATE' THEN
        INSERT INTO changes (org_id, xid, resource, record_id, version, kind, created_at)
        SELECT changed.org_id, pg_current_xact_id(), %2$L, %3$s, %4$s, CASE WHEN %6$s THEN 'deleted' ELSE 'updated' END, now()
        FROM changed;
      ELSE
        INSERT INTO changes (org_id, xid, resource, record_id, version, kind, created_at)
        SELECT changed.org_id, pg_current_xact_id(), %2$L, %3$s, %5$s,
          CASE TG_OP WHEN 'INSERT' THEN 'created' ELSE 'deleted' END, now()
        FROM changed;
      END IF;
      -- A transaction of several organizations, as a migration is one, says it for each.
      IF current_org() IS NOT NULL THEN PERFORM set_config('app.changes_of_%2$s', (said + more)::text, true); END IF;
      PERFORM pg_notify('offerdesk_changes', org_id::text) FROM (SELECT DISTINCT org_id FROM changed) AS orgs;
      RETURN NULL;
    END
    $note$
  $definition$, note, resource, record,
    CASE WHEN counts
      THEN '(SELECT nullif(changed.version, before.version) FROM before WHERE (before.org_id, before.id) = (changed.org_id, changed.id))'
      ELSE 'NULL::integer' END,
    CASE WHEN counts THEN 'changed.version' ELSE 'NULL::integer' END,
    deleted);
  EXECUTE format('REVOKE ALL ON FUNCTION %I FROM PUBLIC', note);
  GRANT CREATE ON SCHEMA public TO app_system;
  EXECUTE format('ALTER FUNCTION %I OWNER TO app_system', note);
  REVOKE CREATE ON SCHEMA public FROM app_system;
  FOREACH operation IN ARRAY operations LOOP
    EXECUTE format(
      'CREATE TRIGGER %I AFTER %s ON %s REFERENCING %s FOR EACH STATEMENT EXECUTE FUNCTION %I()',
      format('note_%s', lower(operation)), operation, watched,
      CASE WHEN operation = 'DELETE' THEN 'OLD TABLE AS changed'
        WHEN operation = 'UPDATE' AND counts THEN 'OLD TABLE AS before NEW TABLE AS changed'
        ELSE 'NEW TABLE AS changed' END,
      note
    );
  END LOOP;
END
$watch$;
--> statement-breakpoint
-- Every table that a screen shows. The next one is one line in a migration of its own; a test asks for it.
DO $$
BEGIN
  PERFORM watch_changes('offers', 'offers', counts => true, deleted => 'changed.deleted_at IS NOT NULL');
  PERFORM watch_changes('products', 'products', counts => true);
  PERFORM watch_changes('campaigns', 'campaigns', counts => true);
  PERFORM watch_changes('campaign_members', 'campaigns', record => 'changed.campaign_id');
  PERFORM watch_changes('customers', 'customers', counts => true, deleted => 'changed.deleted_at IS NOT NULL');
  PERFORM watch_changes('orders', 'orders', counts => true);
  PERFORM watch_changes('order_items', 'orders', record => 'changed.order_id', operations => ARRAY['UPDATE', 'DELETE']);
  PERFORM watch_changes('payment_links', 'orders', record => 'changed.order_id');
  PERFORM watch_changes('fulfilments', 'fulfillments');
  PERFORM watch_changes('transactions', 'transactions');
  PERFORM watch_changes('calls', 'calls');
  PERFORM watch_changes('email_autoresponders', 'autoresponders', counts => true);
  PERFORM watch_changes('order_drafts', 'drafts', counts => true, deleted => 'changed.ended_at IS NOT NULL');
  PERFORM watch_changes('gateway_instances', 'gateways');
  PERFORM watch_changes('plugin_instances', 'plugins');
END
$$;
--> statement-breakpoint
-- A line of a timeline is of the record that it is about.
CREATE FUNCTION note_record_events() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM changed LIMIT 101) AS first_rows) > 100 THEN
    INSERT INTO changes (org_id, xid, resource, kind, created_at)
    SELECT DISTINCT changed.org_id, pg_current_xact_id(), changed.resource, 'updated', now() FROM changed;
  ELSE
    INSERT INTO changes (org_id, xid, resource, record_id, kind, created_at)
    SELECT DISTINCT changed.org_id, pg_current_xact_id(), changed.resource, changed.record_id, 'updated', now()
    FROM changed
    WHERE NOT EXISTS (
      SELECT FROM changes
      WHERE changes.org_id = changed.org_id AND changes.xid = pg_current_xact_id()
        AND changes.resource = changed.resource AND (changes.record_id = changed.record_id OR changes.record_id IS NULL)
    );
  END IF;
  PERFORM pg_notify('offerdesk_changes', org_id::text) FROM (SELECT DISTINCT org_id FROM changed) AS orgs;
  RETURN NULL;
END
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION note_record_events FROM PUBLIC;
--> statement-breakpoint
GRANT CREATE ON SCHEMA public TO app_system;
--> statement-breakpoint
ALTER FUNCTION note_record_events OWNER TO app_system;
--> statement-breakpoint
REVOKE CREATE ON SCHEMA public FROM app_system;
--> statement-breakpoint
CREATE TRIGGER note_insert AFTER INSERT ON record_events
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_record_events();
--> statement-breakpoint
-- Whoever watches for a person looks at once whether that person may still do so.
CREATE FUNCTION note_leaving() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
BEGIN
  PERFORM pg_notify('offerdesk_leaving', user_id::text) FROM (SELECT DISTINCT user_id FROM gone) AS people;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER note_leaving AFTER DELETE ON sessions
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_leaving();
--> statement-breakpoint
CREATE TRIGGER note_leaving AFTER DELETE ON memberships
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_leaving();
