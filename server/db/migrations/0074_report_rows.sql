-- A day of an organization begins when its clocks show it first: where they go back over midnight they show it twice.
CREATE FUNCTION day_start(day date, zone text) RETURNS timestamptz
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
AS $$
  SELECT CASE WHEN early AT TIME ZONE zone = day::timestamp THEN least(early, late) ELSE late END
  FROM (SELECT day::timestamp AT TIME ZONE zone AS late) AS known,
    -- The same by the offset that was in force half a day before.
    LATERAL (SELECT (day::timestamp - (((late - interval '12 hours') AT TIME ZONE zone)
      - ((late - interval '12 hours') AT TIME ZONE 'UTC'))) AT TIME ZONE 'UTC' AS early) AS before
$$;
--> statement-breakpoint
-- What figures are added up from: amounts as they are kept.
CREATE OR REPLACE VIEW order_rows WITH (security_invoker = true) AS
SELECT org_id, search_text, id, number,
  campaign_id AS "campaignId",
  (SELECT name FROM campaigns WHERE campaigns.org_id = orders.org_id AND campaigns.id = orders.campaign_id) AS "campaignName",
  customer_id AS "customerId",
  trim(customer_first_name || ' ' || customer_last_name) AS "customerName",
  agent_id AS "agentId",
  agent_name AS "agentName",
  subtotal_cents::float8 / 100 AS subtotal,
  shipping_cents::float8 / 100 AS "shippingTotal",
  tax_cents::float8 / 100 AS "taxTotal",
  total_cents::float8 / 100 AS total,
  paid_cents::float8 / 100 AS "paidTotal",
  refunded_cents::float8 / 100 AS "refundedTotal",
  currency,
  payment_status AS "paymentStatus",
  fulfillment_status AS "fulfillmentStatus",
  status,
  gateway_instance_id AS "gatewayInstanceId",
  created_at AS "createdAt",
  updated_at AS "updatedAt",
  version,
  total_cents, tax_cents, paid_cents, refunded_cents
FROM orders;
--> statement-breakpoint
CREATE OR REPLACE VIEW transaction_rows WITH (security_invoker = true) AS
SELECT transactions.org_id, transactions.search_text, transactions.id,
  transactions.order_id AS "orderId",
  transactions.order_number AS "orderNumber",
  transactions.gateway_instance_id AS "gatewayInstanceId",
  gateway_instances.display_name AS "gatewayName",
  transactions.type, transactions.status,
  transactions.amount_cents::float8 / 100 AS amount,
  transactions.currency, transactions.reference,
  transactions.failure_code AS "failureCode",
  transactions.failure_message AS "failureMessage",
  transactions.created_at AS "createdAt",
  transactions.amount_cents AS total_cents,
  orders.campaign_id AS "campaignId",
  orders.agent_id AS "agentId"
FROM transactions
LEFT JOIN gateway_instances
  ON gateway_instances.org_id = transactions.org_id AND gateway_instances.id = transactions.gateway_instance_id
LEFT JOIN orders ON orders.org_id = transactions.org_id AND orders.id = transactions.order_id;
--> statement-breakpoint
-- The lines of orders, each with its part of the order's total.
CREATE VIEW order_line_rows WITH (security_invoker = true) AS
SELECT item.org_id,
  folded(orders.number::text || ' ' || item.name || ' ' || coalesce(item.sku, '')) AS search_text,
  item.id,
  item.order_id AS "orderId",
  orders.number AS "orderNumber",
  item.offer_id AS "offerId",
  item.name,
  item.sku,
  item.quantity,
  item.unit_price_cents::float8 / 100 AS "unitPrice",
  item.shipping_cents::float8 / 100 AS "shippingTotal",
  item.tax_cents::float8 / 100 AS tax,
  (item.total_cents + item.shipping_cents + CASE WHEN orders.prices_include_tax THEN 0 ELSE item.tax_cents END)::float8 / 100
    AS total,
  orders.status,
  orders.campaign_id AS "campaignId",
  (SELECT name FROM campaigns WHERE campaigns.org_id = orders.org_id AND campaigns.id = orders.campaign_id) AS "campaignName",
  orders.agent_id AS "agentId",
  orders.agent_name AS "agentName",
  orders.currency,
  orders.created_at AS "createdAt",
  item.total_cents + item.shipping_cents + CASE WHEN orders.prices_include_tax THEN 0 ELSE item.tax_cents END AS total_cents
FROM order_items AS item JOIN orders ON orders.org_id = item.org_id AND orders.id = item.order_id;
--> statement-breakpoint
GRANT SELECT ON order_line_rows TO app_rw, search_reader;
--> statement-breakpoint
GRANT SELECT ON order_items TO search_reader;
--> statement-breakpoint
CREATE POLICY search ON order_items FOR SELECT TO search_reader USING (true);
--> statement-breakpoint
-- As in 0036_search_views, but a column may be demanded to have no value, or one of several or none.
CREATE OR REPLACE FUNCTION search_ids(
  resource text, patterns text[], filters jsonb, sort_column text, sort_folded boolean, nulls_last boolean,
  descending boolean, row_limit integer, row_offset integer
) RETURNS TABLE (id uuid, total integer)
LANGUAGE plpgsql STABLE ROWS 10 SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
  org uuid := current_org();
  source text := CASE resource WHEN 'fulfillments' THEN 'fulfilment' WHEN 'orderLines' THEN 'order_line'
    ELSE rtrim(resource, 's') END || '_rows';
  matching text;
  direction text := CASE WHEN descending THEN 'DESC' ELSE 'ASC' END;
  page uuid[];
  matches integer;
BEGIN
  IF org IS NULL OR to_regclass('public.' || quote_ident(source)) IS NULL THEN RETURN; END IF;
  SELECT format('FROM public.%I WHERE org_id = %L AND (', source, org)
    || string_agg(format('search_text LIKE folded(%L)', pattern), ' OR ') || ')'
  INTO matching FROM unnest(patterns) AS pattern;
  SELECT matching || coalesce(string_agg(CASE comparison
    WHEN 'none' THEN format(' AND %I IS NULL', "column")
    WHEN 'any' THEN format(' AND %I = ANY (%L)', "column", ARRAY(SELECT jsonb_array_elements_text(value::jsonb))::text)
    WHEN 'anyOrNone' THEN
      format(' AND (%1$I IS NULL OR %1$I = ANY (%2$L))', "column", ARRAY(SELECT jsonb_array_elements_text(value::jsonb))::text)
    ELSE format(' AND %I %s %L', "column",
      CASE comparison WHEN '=' THEN '=' WHEN '>=' THEN '>=' WHEN '<=' THEN '<=' WHEN '<' THEN '<' END, value) END, ''), '')
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
