-- Contracts: two foreign keys, which nothing reads, and two triggers that are made anew at once.
-- All that an organization has as one archive, and back into an empty organization.
--
-- Whoever did something there may have no account here. They are no accounts, and can't sign in: what they did says their id, and
-- here is what they are called.
CREATE TABLE "past_people" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"email" text,
	CONSTRAINT "past_people_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "past_people" ADD CONSTRAINT "past_people_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade;
--> statement-breakpoint
ALTER TABLE "calls" DROP CONSTRAINT "calls_agent_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_agent_id_users_id_fk";
--> statement-breakpoint
-- An archive that is being sent, looked at, or was taken over.
CREATE TABLE "archive_imports" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"user_name" text NOT NULL,
	"name" text NOT NULL,
	"bytes" bigint NOT NULL,
	"received" bigint DEFAULT 0 NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"rows_done" bigint DEFAULT 0 NOT NULL,
	"rows_total" bigint,
	"failure" text,
	"told" jsonb,
	"beat_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "archive_imports_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "archive_imports_state" CHECK (state IN ('open', 'taking', 'taken', 'failed', 'given_up'))
);
--> statement-breakpoint
ALTER TABLE "archive_imports" ADD CONSTRAINT "archive_imports_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade;
--> statement-breakpoint
CREATE UNIQUE INDEX "archive_imports_live" ON "archive_imports" USING btree ("org_id") WHERE state in ('open', 'taking');--> statement-breakpoint
CREATE INDEX "archive_imports_taking" ON "archive_imports" USING btree ("created_at") WHERE state = 'taking';--> statement-breakpoint
-- What of it has come, until it is taken over or given up.
CREATE TABLE "archive_parts" (
	"org_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"place" bigint NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "archive_parts_org_id_import_id_place_pk" PRIMARY KEY("org_id","import_id","place")
);
--> statement-breakpoint
ALTER TABLE "archive_parts" ADD CONSTRAINT "archive_parts_import_fk" FOREIGN KEY ("org_id","import_id") REFERENCES "public"."archive_imports"("org_id","id") ON DELETE cascade;
--> statement-breakpoint
ALTER TABLE archive_parts ALTER COLUMN content SET STORAGE EXTERNAL;
--> statement-breakpoint
DO $$
DECLARE
  table_name text;
BEGIN
  FOREACH table_name IN ARRAY ARRAY['past_people', 'archive_imports', 'archive_parts'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', table_name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', table_name);
    EXECUTE format('CREATE POLICY tenant ON %I TO app_rw USING (org_id = (SELECT current_org())) WITH CHECK (org_id = current_org())', table_name);
    EXECUTE format('CREATE POLICY selling ON %I AS RESTRICTIVE TO app_selling USING (false) WITH CHECK (false)', table_name);
  END LOOP;
END
$$;
--> statement-breakpoint
GRANT SELECT ON past_people TO app_rw;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON archive_imports TO app_rw;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON archive_parts TO app_rw;
--> statement-breakpoint
-- Whoever takes them over looks for the next one of any organization, and sweeps what nobody goes on with.
CREATE POLICY system ON archive_imports TO app_system USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY system ON archive_parts TO app_system USING (true) WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, UPDATE, DELETE ON archive_imports TO app_system;
--> statement-breakpoint
GRANT SELECT, DELETE ON archive_parts TO app_system;
--> statement-breakpoint
SELECT audit_changes('archive_imports', '''archives''', named => 'changed.name', unseen => '{user_name,received,rows_done,rows_total,told,beat_at}');
--> statement-breakpoint
CREATE OR REPLACE VIEW call_rows WITH (security_invoker = true) AS
SELECT calls.org_id,
  folded(concat_ws(' ', customers.first_name, customers.last_name, orders.number::text)) AS search_text,
  calls.id,
  calls.started_at AS "createdAt",
  calls.agent_id AS "agentId",
  coalesce((SELECT name FROM users WHERE users.id = calls.agent_id),
    (SELECT name FROM past_people WHERE past_people.org_id = calls.org_id AND past_people.id = calls.agent_id)) AS "agentName",
  calls.customer_id AS "customerId",
  trim(concat_ws(' ', customers.first_name, customers.last_name)) AS "customerName",
  calls.disposition,
  call_outcome(calls.order_id IS NOT NULL, EXISTS (SELECT FROM payment_links AS link
    WHERE link.org_id = calls.org_id AND link.order_id = calls.order_id AND link.used_at IS NOT NULL), calls.disposition) AS outcome,
  calls.order_id AS "orderId",
  orders.number AS "orderNumber",
  CASE WHEN calls.order_id IS NULL THEN calls.campaign_id ELSE orders.campaign_id END AS "campaignId",
  (SELECT name FROM campaigns WHERE campaigns.org_id = calls.org_id
    AND campaigns.id = CASE WHEN calls.order_id IS NULL THEN calls.campaign_id ELSE orders.campaign_id END) AS "campaignName",
  CASE WHEN calls.order_id IS NULL THEN calls.offer_id ELSE (
    SELECT item.offer_id FROM order_items AS item WHERE item.org_id = calls.org_id AND item.order_id = calls.order_id
    ORDER BY item.position, item.id LIMIT 1) END AS "offerId",
  CASE WHEN calls.order_id IS NULL THEN (
    SELECT display_name FROM offers WHERE offers.org_id = calls.org_id AND offers.id = calls.offer_id)
    ELSE (SELECT item.name FROM order_items AS item WHERE item.org_id = calls.org_id AND item.order_id = calls.order_id
    ORDER BY item.position, item.id LIMIT 1) END AS "offerName",
  (SELECT CASE WHEN min(link.used_at) IS NOT NULL
      THEN greatest(0, floor(extract(epoch FROM min(link.used_at) - calls.started_at)))::int END FROM payment_links AS link
    WHERE link.org_id = calls.org_id AND link.order_id = calls.order_id) AS "secondsToPaid"
FROM calls
LEFT JOIN orders ON orders.org_id = calls.org_id AND orders.id = calls.order_id
LEFT JOIN customers ON customers.org_id = calls.org_id AND customers.id = calls.customer_id
WHERE current_user <> 'app_own' OR calls.agent_id = (SELECT current_person());
--> statement-breakpoint
-- An archive is written and taken over as a role of its own, which has the rights of app_rw in its organization. What it writes has
-- happened long ago: no trigger tells of it, books it or adds it up once more.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'app_archive') THEN
    BEGIN
      CREATE ROLE app_archive NOLOGIN;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
    END;
  END IF;
  IF NOT pg_has_role('app_archive', 'app_rw', 'MEMBER') THEN
    BEGIN
      GRANT app_rw TO app_archive;
    EXCEPTION WHEN unique_violation THEN NULL;
    END;
  END IF;
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    BEGIN
      GRANT app_archive TO CURRENT_USER;
    EXCEPTION
      WHEN unique_violation THEN NULL;
      WHEN insufficient_privilege THEN
        IF NOT pg_has_role(current_user, 'app_archive', 'MEMBER') THEN RAISE; END IF;
    END;
  END IF;
END
$$;
--> statement-breakpoint
-- To be called by every migration that makes a table of an organization or gives one a trigger: a test asks for it. Counts of lists
-- are kept as ever, and what merely fills in a column of the row itself does no harm.
CREATE FUNCTION spare_archives(spared regclass) RETURNS void
LANGUAGE plpgsql
AS $spare$
DECLARE
  one record;
  definition text;
BEGIN
  EXECUTE format('GRANT SELECT, INSERT, DELETE ON %s TO app_archive', spared);
  FOR one IN SELECT oid, tgname, tgconstraint <> 0 AS is_constraint FROM pg_trigger
    WHERE tgrelid = spared AND NOT tgisinternal AND tgtype & 4 <> 0
      AND tgname NOT IN ('keep_list_counts_of_new', 'take_product_sku')
  LOOP
    definition := pg_get_triggerdef(one.oid);
    CONTINUE WHEN definition LIKE '%app_archive%';
    definition := CASE WHEN definition LIKE '% WHEN (%'
      THEN regexp_replace(definition, ' WHEN \((.*)\) EXECUTE FUNCTION ', ' WHEN (CURRENT_USER <> ''app_archive''::name AND (\1)) EXECUTE FUNCTION ')
      ELSE replace(definition, ' EXECUTE FUNCTION ', ' WHEN (CURRENT_USER <> ''app_archive''::name) EXECUTE FUNCTION ') END;
    IF one.is_constraint THEN
      EXECUTE format('DROP TRIGGER %I ON %s', one.tgname, spared);
    ELSE
      definition := replace(definition, 'CREATE TRIGGER', 'CREATE OR REPLACE TRIGGER');
    END IF;
    EXECUTE definition;
  END LOOP;
END
$spare$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION spare_archives(regclass) FROM PUBLIC;
--> statement-breakpoint
DO $$
DECLARE
  spared regclass;
BEGIN
  FOR spared IN SELECT attrelid::regclass FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    WHERE attname = 'org_id' AND relkind = 'r' AND relnamespace = current_schema()::regnamespace AND NOT attisdropped
    ORDER BY relname
  LOOP
    PERFORM spare_archives(spared);
  END LOOP;
END
$$;
--> statement-breakpoint
CREATE POLICY archive ON audit_entries FOR INSERT TO app_archive WITH CHECK (org_id = current_org());
--> statement-breakpoint
REVOKE DELETE ON audit_entries FROM app_archive;
--> statement-breakpoint
GRANT UPDATE ON organizations TO app_archive;
