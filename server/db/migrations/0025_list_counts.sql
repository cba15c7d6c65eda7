-- An exact total of a million rows takes longer to count than a page of them takes to read, so it is kept.
CREATE TABLE "list_counts" (
	"org_id" uuid NOT NULL,
	"list" text NOT NULL,
	"facet" text NOT NULL,
	"value" text NOT NULL,
	"number" integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX "list_counts_of" ON "list_counts" USING btree ("org_id","list","facet","value");--> statement-breakpoint
CREATE FUNCTION join_list_counts() RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
  -- One at a time, and nobody waits for it.
  IF NOT pg_try_advisory_xact_lock(hashtextextended('list_counts ' || current_org(), 0)) THEN RETURN; END IF;
  WITH joined AS (DELETE FROM list_counts WHERE org_id = current_org() RETURNING *)
  INSERT INTO list_counts (org_id, list, facet, value, number)
  SELECT org_id, list, facet, value, sum(number) FROM joined GROUP BY org_id, list, facet, value HAVING sum(number) <> 0;
END
$$;
--> statement-breakpoint
-- Its arguments: the view; which rows of the table it shows; then a column of the view and where it comes from, by turns.
-- What comes and goes is only ever added, so that two transactions never wait for each other here.
CREATE FUNCTION keep_list_counts() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
  facets text := '('''', '''')';
  moves text[] := '{}';
BEGIN
  FOR i IN 2 .. TG_NARGS - 2 BY 2 LOOP
    facets := facets || format(', (%L, (%s)::text)', TG_ARGV[i], TG_ARGV[i + 1]);
  END LOOP;
  IF TG_OP <> 'DELETE' THEN
    moves := moves || format(
      'SELECT org_id, facet, value, 1 AS by FROM came, LATERAL (VALUES %s) AS own (facet, value) WHERE %s', facets, TG_ARGV[1]);
  END IF;
  IF TG_OP <> 'INSERT' THEN
    moves := moves || format(
      'SELECT org_id, facet, value, -1 AS by FROM went, LATERAL (VALUES %s) AS own (facet, value) WHERE %s', facets, TG_ARGV[1]);
  END IF;
  EXECUTE format(
    'INSERT INTO list_counts (org_id, list, facet, value, number)
      SELECT org_id, %L, facet, value, sum(by) FROM (%s) AS moved WHERE value IS NOT NULL
      GROUP BY org_id, facet, value HAVING sum(by) <> 0', TG_ARGV[0], array_to_string(moves, ' UNION ALL '));
  IF FOUND AND random() < 0.01 THEN PERFORM join_list_counts(); END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
DO $$
DECLARE
  kept record;
BEGIN
  FOR kept IN SELECT * FROM (VALUES
    ('orders', $q$'order_rows', 'true', 'status', 'status', 'paymentStatus', 'payment_status', 'fulfillmentStatus',
      'fulfillment_status', 'campaignId', 'campaign_id', 'gatewayInstanceId', 'gateway_instance_id'$q$),
    ('customers', $q$'customer_rows', 'deleted_at IS NULL', 'country', 'country'$q$),
    ('products', $q$'product_rows', 'true', 'status', 'status', 'category', 'category'$q$)
  ) AS lists (table_name, arguments)
  LOOP
    EXECUTE format('CREATE TRIGGER keep_list_counts_of_new AFTER INSERT ON %I REFERENCING NEW TABLE AS came
      FOR EACH STATEMENT EXECUTE FUNCTION keep_list_counts(%s)', kept.table_name, kept.arguments);
    EXECUTE format('CREATE TRIGGER keep_list_counts_of_changed AFTER UPDATE ON %I REFERENCING OLD TABLE AS went NEW TABLE AS came
      FOR EACH STATEMENT EXECUTE FUNCTION keep_list_counts(%s)', kept.table_name, kept.arguments);
    EXECUTE format('CREATE TRIGGER keep_list_counts_of_deleted AFTER DELETE ON %I REFERENCING OLD TABLE AS went
      FOR EACH STATEMENT EXECUTE FUNCTION keep_list_counts(%s)', kept.table_name, kept.arguments);
  END LOOP;
END
$$;
--> statement-breakpoint
-- What is there already. Its owner is bound by row-level security, too, until it is forced again.
DO $$
DECLARE
  facet record;
BEGIN
  FOR facet IN SELECT * FROM (VALUES
    ('orders', 'order_rows', 'true', '', ''''''), ('orders', 'order_rows', 'true', 'status', 'status'),
    ('orders', 'order_rows', 'true', 'paymentStatus', 'payment_status'),
    ('orders', 'order_rows', 'true', 'fulfillmentStatus', 'fulfillment_status'),
    ('orders', 'order_rows', 'true', 'campaignId', 'campaign_id'),
    ('orders', 'order_rows', 'true', 'gatewayInstanceId', 'gateway_instance_id'),
    ('customers', 'customer_rows', 'deleted_at IS NULL', '', ''''''),
    ('customers', 'customer_rows', 'deleted_at IS NULL', 'country', 'country'),
    ('products', 'product_rows', 'true', '', ''''''), ('products', 'product_rows', 'true', 'status', 'status'),
    ('products', 'product_rows', 'true', 'category', 'category')
  ) AS facets (table_name, list, shown, name, value)
  LOOP
    EXECUTE format('ALTER TABLE %I NO FORCE ROW LEVEL SECURITY', facet.table_name);
    EXECUTE format('INSERT INTO list_counts (org_id, list, facet, value, number)
      SELECT org_id, %L, %L, (%s)::text, count(*) FROM %I WHERE %s AND (%s)::text IS NOT NULL GROUP BY org_id, (%s)::text',
      facet.list, facet.name, facet.value, facet.table_name, facet.shown, facet.value, facet.value);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', facet.table_name);
  END LOOP;
END
$$;
--> statement-breakpoint
ALTER TABLE list_counts ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE list_counts FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY tenant ON list_counts TO app_rw USING (org_id = (SELECT current_org())) WITH CHECK (org_id = current_org());
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON list_counts TO app_rw;
