-- A customer is found by their postal address and by any spelling of their phone number, can be deleted, and restored.
DROP VIEW customer_rows;
--> statement-breakpoint
DROP INDEX "customers_by_name";
--> statement-breakpoint
ALTER TABLE "customers" DROP COLUMN "search_text";
--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "search_text" text GENERATED ALWAYS AS (folded(first_name || ' ' || last_name || ' ' || email || ' ' || coalesce(phone, '') || ' ' || coalesce(address1, '') || ' ' || coalesce(address2, '') || ' ' || coalesce(postal_code, '') || ' ' || coalesce(city, '') || ' ' || coalesce(state, '')) || chr(1) || regexp_replace(coalesce(phone, ''), '[^0-9]', '', 'g')) STORED;
--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "deleted_at" timestamp (3) with time zone;
--> statement-breakpoint
CREATE INDEX "customers_by_name" ON "customers" USING btree ("org_id",folded(trim(first_name || ' ' || last_name)) collate "C","id");
--> statement-breakpoint
CREATE INDEX "customers_search" ON "customers" USING gin ("search_text" gin_trgm_ops) WITH (fastupdate=false);
--> statement-breakpoint
CREATE VIEW customer_rows WITH (security_invoker = true) AS
SELECT org_id, search_text, id,
  first_name AS "firstName",
  last_name AS "lastName",
  trim(first_name || ' ' || last_name) AS name,
  email, phone, country, note,
  jsonb_build_object('address1', address1, 'address2', address2, 'city', city, 'state', state,
    'postalCode', postal_code, 'country', country) AS "shippingAddress",
  (SELECT count(*)::int FROM orders WHERE orders.org_id = customers.org_id AND orders.customer_id = customers.id)
    AS "ordersCount",
  (SELECT coalesce(sum(total_cents - refunded_cents), 0)::float8 / 100 FROM orders
    WHERE orders.org_id = customers.org_id AND orders.customer_id = customers.id
      AND payment_status IN ('paid', 'partially_refunded')) AS "totalSpent",
  (SELECT max(orders.created_at) FROM orders
    WHERE orders.org_id = customers.org_id AND orders.customer_id = customers.id) AS "lastOrderAt",
  created_at AS "createdAt",
  updated_at AS "updatedAt"
FROM customers
WHERE deleted_at IS NULL;
--> statement-breakpoint
GRANT SELECT ON customer_rows TO app_rw, search_reader;
--> statement-breakpoint
DROP FUNCTION search_ids;
--> statement-breakpoint
-- As in 0003_search, but a row is found by any of several patterns. The planner is told how many rows come back: with
-- its own guess of 1,000 it reads the whole table to join them, even when nothing was found.
CREATE FUNCTION search_ids(
  resource text, patterns text[], filters jsonb, sort_column text, sort_folded boolean, nulls_last boolean,
  descending boolean, row_limit integer, row_offset integer
) RETURNS TABLE (id uuid, total integer)
LANGUAGE plpgsql STABLE ROWS 10 SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
  org uuid := current_org();
  source text := CASE resource
    WHEN 'offers' THEN 'offer_rows' WHEN 'products' THEN 'product_rows' WHEN 'campaigns' THEN 'campaign_rows'
    WHEN 'customers' THEN 'customer_rows' WHEN 'orders' THEN 'order_rows'
    WHEN 'fulfillments' THEN 'fulfilment_rows' WHEN 'transactions' THEN 'transaction_rows' END;
  matching text;
  direction text := CASE WHEN descending THEN 'DESC' ELSE 'ASC' END;
  page uuid[];
  matches integer;
BEGIN
  IF org IS NULL THEN RETURN; END IF;
  SELECT format('FROM %I WHERE org_id = %L AND (', source, org)
    || string_agg(format('search_text LIKE folded(%L)', pattern), ' OR ') || ')'
  INTO matching FROM unnest(patterns) AS pattern;
  SELECT matching || coalesce(string_agg(format(' AND %I = %L', key, value), ''), '')
  INTO matching FROM jsonb_each_text(filters);
  EXECUTE format(
    'SELECT array_agg(id) FROM (SELECT id %s ORDER BY %s %s %s, id %s LIMIT %s OFFSET %s) AS page',
    matching,
    CASE WHEN sort_folded THEN format('folded(%I) COLLATE "C"', sort_column) ELSE quote_ident(sort_column) END,
    direction, CASE WHEN nulls_last THEN 'NULLS LAST' ELSE '' END, direction, row_limit, row_offset
  ) INTO page;
  matches := row_offset + coalesce(cardinality(page), 0);
  -- A page that is not full is the last one and tells the total; so does no page but the first.
  IF coalesce(cardinality(page), 0) = row_limit OR (page IS NULL AND row_offset > 0) THEN
    EXECUTE 'SELECT count(*)::int ' || matching INTO matches;
  END IF;
  RETURN QUERY SELECT entry, matches FROM unnest(page) AS entry;
  IF NOT FOUND THEN RETURN QUERY SELECT NULL::uuid, matches; END IF;
END
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION search_ids FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION search_ids TO app_rw;
--> statement-breakpoint
GRANT CREATE ON SCHEMA public TO search_reader;
--> statement-breakpoint
ALTER FUNCTION search_ids OWNER TO search_reader;
--> statement-breakpoint
REVOKE CREATE ON SCHEMA public FROM search_reader;
