-- An order is found by phone number, tracking number and reference of a payment, too; every column that its list sorts or
-- filters by has an index; and its tax stays what it was.
DROP VIEW order_rows;
--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "search_text";
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "customer_phone" text;
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "tax_rate" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "prices_include_tax" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "gateway_instance_id" uuid;
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "found_by" text DEFAULT '' NOT NULL;
--> statement-breakpoint
-- What is written below fills columns of rows that exist. Their owner is bound by row-level security, too, until it is
-- forced again at the end.
DO $$
DECLARE
  table_name text;
BEGIN
  FOREACH table_name IN ARRAY ARRAY['customers', 'orders', 'fulfilments', 'transactions', 'record_events'] LOOP
    EXECUTE format('ALTER TABLE %I NO FORCE ROW LEVEL SECURITY', table_name);
  END LOOP;
END
$$;
--> statement-breakpoint
UPDATE orders SET
  agent_name = coalesce(agent_name, ''),
  -- A charge that failed has paid nothing.
  payment_status = CASE payment_status WHEN 'failed' THEN 'unpaid' ELSE payment_status END,
  customer_phone = (SELECT phone FROM customers WHERE customers.org_id = orders.org_id AND customers.id = orders.customer_id),
  gateway_instance_id = (
    SELECT gateway_instance_id FROM transactions
    WHERE transactions.org_id = orders.org_id AND transactions.order_id = orders.id AND type = 'charge'
    ORDER BY transactions.created_at DESC, transactions.id DESC LIMIT 1
  ),
  found_by = coalesce((
    SELECT string_agg(word, ' ' ORDER BY word) FROM (
      SELECT reference AS word FROM transactions
      WHERE transactions.org_id = orders.org_id AND transactions.order_id = orders.id AND reference IS NOT NULL
      UNION
      SELECT tracking_number FROM fulfilments
      WHERE fulfilments.org_id = orders.org_id AND fulfilments.order_id = orders.id AND tracking_number IS NOT NULL
    ) AS words
  ), '');
--> statement-breakpoint
-- Each order has its life: what it is must follow from what happened to it.
INSERT INTO record_events (org_id, id, resource, record_id, kind, from_state, to_state, user_id, user_name, created_at)
SELECT org_id, gen_random_uuid(), 'orders', id, 'place', 'draft', 'open', agent_id, nullif(agent_name, ''), created_at
FROM orders;
--> statement-breakpoint
INSERT INTO record_events (org_id, id, resource, record_id, kind, from_state, to_state, facts, created_at)
SELECT org_id, gen_random_uuid(), 'orders', id,
  CASE status WHEN 'cancelled' THEN 'cancel' WHEN 'expired' THEN 'expire' ELSE 'complete' END, 'open', status,
  CASE status
    WHEN 'cancelled' THEN jsonb_build_object('shippedParcels', 0, 'paid', paid_cents, 'refunded', paid_cents)
    WHEN 'expired' THEN jsonb_build_object('paid', 0)
    ELSE jsonb_build_object('paid', total_cents, 'refunded', refunded_cents, 'total', total_cents, 'isDelivered', true)
  END,
  greatest(updated_at, created_at + interval '1 millisecond')
FROM orders WHERE status <> 'open';
--> statement-breakpoint
DO $$
DECLARE
  table_name text;
BEGIN
  FOREACH table_name IN ARRAY ARRAY['customers', 'orders', 'fulfilments', 'transactions', 'record_events'] LOOP
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', table_name);
  END LOOP;
END
$$;
--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "agent_name" SET DEFAULT '';
--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "agent_name" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "search_text" text GENERATED ALWAYS AS (folded(number::text || ' ' || customer_first_name || ' ' || customer_last_name || ' ' || customer_email || ' ' || coalesce(customer_phone, '') || ' ' || found_by) || chr(1) || regexp_replace(coalesce(customer_phone, ''), '[^0-9]', '', 'g')) STORED;
--> statement-breakpoint
CREATE INDEX "orders_of_agent" ON "orders" USING btree ("org_id","agent_id","created_at","id");
--> statement-breakpoint
CREATE INDEX "orders_of_gateway" ON "orders" USING btree ("org_id","gateway_instance_id","created_at","id");
--> statement-breakpoint
CREATE INDEX "orders_of_status" ON "orders" USING btree ("org_id","status","created_at","id");
--> statement-breakpoint
CREATE INDEX "orders_of_payment" ON "orders" USING btree ("org_id","payment_status","created_at","id");
--> statement-breakpoint
CREATE INDEX "orders_of_fulfilment" ON "orders" USING btree ("org_id","fulfillment_status","created_at","id");
--> statement-breakpoint
CREATE INDEX "orders_by_customer" ON "orders" USING btree ("org_id",folded(trim(customer_first_name || ' ' || customer_last_name)) collate "C","id");
--> statement-breakpoint
CREATE INDEX "orders_by_agent" ON "orders" USING btree ("org_id",folded("agent_name") collate "C","id");
--> statement-breakpoint
CREATE INDEX "orders_by_status" ON "orders" USING btree ("org_id",folded("status") collate "C","id");
--> statement-breakpoint
CREATE INDEX "orders_by_payment" ON "orders" USING btree ("org_id",folded("payment_status") collate "C","id");
--> statement-breakpoint
CREATE INDEX "orders_by_fulfilment" ON "orders" USING btree ("org_id",folded("fulfillment_status") collate "C","id");
--> statement-breakpoint
CREATE INDEX "orders_by_total" ON "orders" USING btree ("org_id",(total_cents::float8 / 100),"id");
--> statement-breakpoint
CREATE INDEX "orders_by_subtotal" ON "orders" USING btree ("org_id",(subtotal_cents::float8 / 100),"id");
--> statement-breakpoint
CREATE INDEX "orders_by_refunded" ON "orders" USING btree ("org_id",(refunded_cents::float8 / 100),"id");
--> statement-breakpoint
CREATE INDEX "orders_updated" ON "orders" USING btree ("org_id","updated_at","id");
--> statement-breakpoint
CREATE INDEX "orders_search" ON "orders" USING gin ("search_text" gin_trgm_ops) WITH (fastupdate=false);
--> statement-breakpoint
CREATE VIEW order_rows WITH (security_invoker = true) AS
SELECT orders.org_id, orders.search_text, orders.id, orders.number,
  orders.campaign_id AS "campaignId",
  campaigns.name AS "campaignName",
  orders.customer_id AS "customerId",
  trim(orders.customer_first_name || ' ' || orders.customer_last_name) AS "customerName",
  orders.agent_id AS "agentId",
  orders.agent_name AS "agentName",
  orders.subtotal_cents::float8 / 100 AS subtotal,
  orders.shipping_cents::float8 / 100 AS "shippingTotal",
  orders.tax_cents::float8 / 100 AS "taxTotal",
  orders.total_cents::float8 / 100 AS total,
  orders.paid_cents::float8 / 100 AS "paidTotal",
  orders.refunded_cents::float8 / 100 AS "refundedTotal",
  orders.currency,
  orders.payment_status AS "paymentStatus",
  orders.fulfillment_status AS "fulfillmentStatus",
  orders.status,
  orders.gateway_instance_id AS "gatewayInstanceId",
  orders.created_at AS "createdAt",
  orders.updated_at AS "updatedAt",
  orders.version
FROM orders LEFT JOIN campaigns ON campaigns.org_id = orders.org_id AND campaigns.id = orders.campaign_id;
--> statement-breakpoint
GRANT SELECT ON order_rows TO app_rw, search_reader;
--> statement-breakpoint
-- Kept here, so that no way of paying or shipping can forget it; of all that one statement changes together.
CREATE FUNCTION keep_order_finds() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  UPDATE orders SET gateway_instance_id = found.gateway_instance_id, found_by = found.words
  FROM (
    SELECT changed.org_id, changed.order_id,
      (SELECT transactions.gateway_instance_id FROM transactions
        WHERE transactions.org_id = changed.org_id AND transactions.order_id = changed.order_id AND type = 'charge'
        ORDER BY transactions.created_at DESC, transactions.id DESC LIMIT 1) AS gateway_instance_id,
      coalesce((SELECT string_agg(word, ' ' ORDER BY word) FROM (
        SELECT reference AS word FROM transactions
        WHERE transactions.org_id = changed.org_id AND transactions.order_id = changed.order_id AND reference IS NOT NULL
        UNION
        SELECT tracking_number FROM fulfilments
        WHERE fulfilments.org_id = changed.org_id AND fulfilments.order_id = changed.order_id AND tracking_number IS NOT NULL
      ) AS words), '') AS words
    FROM (SELECT DISTINCT org_id, order_id FROM changed_rows) AS changed
  ) AS found
  WHERE orders.org_id = found.org_id AND orders.id = found.order_id
    AND (orders.gateway_instance_id, orders.found_by) IS DISTINCT FROM (found.gateway_instance_id, found.words);
  RETURN NULL;
END
$$;
--> statement-breakpoint
DO $$
DECLARE
  table_name text;
  operation text;
BEGIN
  FOREACH table_name IN ARRAY ARRAY['transactions', 'fulfilments'] LOOP
    FOREACH operation IN ARRAY ARRAY['INSERT', 'UPDATE'] LOOP
      EXECUTE format(
        'CREATE TRIGGER %I AFTER %s ON %I REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_order_finds()',
        'keep_order_finds_' || lower(operation), operation, table_name
      );
    END LOOP;
  END LOOP;
END
$$;
--> statement-breakpoint
-- What an order is found by must not outdate what somebody is typing into it.
DROP TRIGGER grow_version ON orders;
--> statement-breakpoint
CREATE TRIGGER grow_version BEFORE UPDATE OF status, payment_status, fulfillment_status, paid_cents, refunded_cents, customer_id,
  customer_first_name, customer_last_name, customer_email, customer_phone, address1, address2, city, state, postal_code, country
  ON orders FOR EACH ROW EXECUTE FUNCTION grow_version();
--> statement-breakpoint
DROP FUNCTION search_ids;
--> statement-breakpoint
-- As in 0005_customers, but a filter is a column, how it is compared, and with what; so amounts and moments have ranges.
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
  SELECT matching || coalesce(string_agg(format(' AND %I %s %L', "column",
    CASE comparison WHEN '=' THEN '=' WHEN '>=' THEN '>=' WHEN '<=' THEN '<=' WHEN '<' THEN '<' END, value), ''), '')
  INTO matching FROM jsonb_to_recordset(filters) AS given ("column" text, comparison text, value text);
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
