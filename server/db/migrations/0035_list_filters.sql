-- What a list is filtered by has an index, as counting what is found reads all of it (GE-01).
CREATE INDEX "campaigns_of_status" ON "campaigns" USING btree ("org_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "campaigns_of_category" ON "campaigns" USING btree ("org_id","category","created_at","id");--> statement-breakpoint
CREATE INDEX "campaigns_of_type" ON "campaigns" USING btree ("org_id","type","created_at","id");--> statement-breakpoint
CREATE INDEX "campaigns_of_archive" ON "campaigns" USING btree ("org_id",(case when archived_at is null then 'false' else 'true' end),"created_at","id");--> statement-breakpoint
CREATE INDEX "customers_of_country" ON "customers" USING btree ("org_id","country","created_at","id");--> statement-breakpoint
CREATE INDEX "fulfilments_of_carrier" ON "fulfilments" USING btree ("org_id","carrier","created_at","id");--> statement-breakpoint
CREATE INDEX "transactions_of_type" ON "transactions" USING btree ("org_id","type","created_at","id");--> statement-breakpoint
CREATE INDEX "transactions_of_status" ON "transactions" USING btree ("org_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "transactions_of_amount" ON "transactions" USING btree ("org_id","amount_cents");--> statement-breakpoint
-- An index of what is cast to text can't be searched under row-level security, as the cast might fail.
CREATE OR REPLACE VIEW campaign_rows WITH (security_invoker = true) AS
SELECT org_id, search_text, id, name, category, status, type,
  start_date AS "startDate",
  end_date AS "endDate",
  terms_of_service AS "termsOfService",
  must_agree_to_terms AS "mustAgreeToTerms",
  internal_note AS "internalNote",
  (SELECT count(*)::int FROM offers
    WHERE offers.org_id = campaigns.org_id AND offers.campaign_id = campaigns.id AND offers.deleted_at IS NULL)
    AS "offersCount",
  created_at AS "createdAt",
  updated_at AS "updatedAt",
  version,
  archived_at AS "archivedAt",
  CASE WHEN archived_at IS NULL THEN 'false' ELSE 'true' END AS archived,
  orders_count AS "ordersCount",
  revenue_cents::float8 / 100 AS revenue,
  CASE WHEN (SELECT current_person()) IS NOT NULL THEN id IN (
    SELECT campaign_id FROM campaign_members
    WHERE campaign_members.org_id = (SELECT current_org()) AND user_id = (SELECT current_person())
  ) END AS "isMine"
FROM campaigns;
--> statement-breakpoint
DROP FUNCTION search_ids;
--> statement-breakpoint
-- As in 0011_orders, but a column may have any of several values.
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
  SELECT matching || coalesce(string_agg(CASE comparison
    WHEN 'any' THEN format(' AND %I = ANY (%L)', "column", ARRAY(SELECT jsonb_array_elements_text(value::jsonb))::text)
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
