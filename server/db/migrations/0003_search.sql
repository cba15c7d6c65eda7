-- One view per resource of the search call, its columns named as the contract names them. A view has no rights of its
-- own (security_invoker): what row-level security hides stays hidden.
CREATE VIEW offer_rows WITH (security_invoker = true) AS
SELECT org_id, search_text, id,
  display_name AS "displayName",
  base_price_cents::float8 / 100 AS "basePrice",
  ship_price_cents::float8 / 100 AS "shipPrice",
  quantity_per_order AS "quantityPerOrder",
  min_price_cents::float8 / 100 AS "minPrice",
  max_price_cents::float8 / 100 AS "maxPrice",
  max_quantity AS "maxQuantity",
  quantity,
  campaign_id AS "campaignId",
  product_id AS "productId",
  gateway_instance_id AS "gatewayInstanceId",
  created_at AS "createdAt",
  updated_at AS "updatedAt"
FROM offers;
--> statement-breakpoint
CREATE VIEW product_rows WITH (security_invoker = true) AS
SELECT org_id, search_text, id, name,
  name AS "displayName",
  sku, description, category,
  price_cents::float8 / 100 AS price,
  stock,
  image_url AS "imageUrl",
  status,
  created_at AS "createdAt",
  updated_at AS "updatedAt"
FROM products;
--> statement-breakpoint
CREATE VIEW campaign_rows WITH (security_invoker = true) AS
SELECT org_id, search_text, id, name, category, status, type,
  start_date AS "startDate",
  end_date AS "endDate",
  terms_of_service AS "termsOfService",
  must_agree_to_terms AS "mustAgreeToTerms",
  internal_note AS "internalNote",
  (SELECT count(*)::int FROM offers WHERE offers.org_id = campaigns.org_id AND offers.campaign_id = campaigns.id)
    AS "offersCount",
  created_at AS "createdAt",
  updated_at AS "updatedAt"
FROM campaigns;
--> statement-breakpoint
CREATE VIEW customer_rows WITH (security_invoker = true) AS
SELECT org_id, search_text, id,
  first_name AS "firstName",
  last_name AS "lastName",
  trim(first_name || ' ' || last_name) AS name,
  email, phone, note,
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
FROM customers;
--> statement-breakpoint
CREATE VIEW order_rows WITH (security_invoker = true) AS
SELECT orders.org_id, orders.search_text, orders.id, orders.number,
  orders.campaign_id AS "campaignId",
  campaigns.name AS "campaignName",
  orders.customer_id AS "customerId",
  trim(orders.customer_first_name || ' ' || orders.customer_last_name) AS "customerName",
  orders.agent_name AS "agentName",
  orders.subtotal_cents::float8 / 100 AS subtotal,
  orders.shipping_cents::float8 / 100 AS "shippingTotal",
  orders.total_cents::float8 / 100 AS total,
  orders.refunded_cents::float8 / 100 AS "refundedTotal",
  orders.currency,
  orders.payment_status AS "paymentStatus",
  orders.fulfillment_status AS "fulfillmentStatus",
  orders.status,
  orders.created_at AS "createdAt",
  orders.updated_at AS "updatedAt"
FROM orders LEFT JOIN campaigns ON campaigns.org_id = orders.org_id AND campaigns.id = orders.campaign_id;
--> statement-breakpoint
CREATE VIEW fulfilment_rows WITH (security_invoker = true) AS
SELECT org_id, search_text, id,
  order_id AS "orderId",
  order_number AS "orderNumber",
  customer_name AS "customerName",
  carrier,
  tracking_number AS "trackingNumber",
  status,
  created_at AS "createdAt",
  shipped_at AS "shippedAt"
FROM fulfilments;
--> statement-breakpoint
CREATE VIEW transaction_rows WITH (security_invoker = true) AS
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
  transactions.created_at AS "createdAt"
FROM transactions LEFT JOIN gateway_instances
  ON gateway_instances.org_id = transactions.org_id AND gateway_instances.id = transactions.gateway_instance_id;
--> statement-breakpoint
GRANT SELECT ON offer_rows, product_rows, campaign_rows, customer_rows, order_rows, fulfilment_rows, transaction_rows
  TO app_rw, search_reader;
--> statement-breakpoint
DO $$
DECLARE
  table_name text;
BEGIN
  FOREACH table_name IN ARRAY ARRAY[
    'offers', 'products', 'campaigns', 'customers', 'orders', 'fulfilments', 'transactions', 'gateway_instances'
  ] LOOP
    EXECUTE format('CREATE POLICY search ON %I FOR SELECT TO search_reader USING (true)', table_name);
  END LOOP;
END
$$;
--> statement-breakpoint
GRANT SELECT ON offers, products, campaigns, customers, orders, fulfilments, transactions TO search_reader;
--> statement-breakpoint
GRANT SELECT (org_id, id, display_name) ON gateway_instances TO search_reader;
--> statement-breakpoint
-- Ids of the rows whose text holds a term, one page of them in order, and how many there are in all.
--
-- LIKE may not look at a row before row-level security has let it pass, so under it the trigram index goes unused and
-- every search reads the whole organization. This function reads past the policies with a role that may, and therefore
-- takes the organization from the transaction's setting and never from an argument. It answers ids and a number only;
-- the rows are then read under row-level security. Names of columns are quoted, values are literals of the columns' types.
CREATE FUNCTION search_ids(
  resource text, pattern text, filters jsonb, sort_column text, sort_folded boolean, nulls_last boolean,
  descending boolean, row_limit integer, row_offset integer
) RETURNS TABLE (id uuid, total integer)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
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
  SELECT format('FROM %I WHERE org_id = %L AND search_text LIKE folded(%L)', source, org, pattern)
    || coalesce(string_agg(format(' AND %I = %L', key, value), ''), '')
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
