-- A customer is found by every spelling of their phone number, also by those that nobody typed, and the number of a call
-- finds its customer by an index. The server reads a number's spellings when it is written, and those of rows that exist
-- soon after it starts; until then a number is found by the digits that were typed.
DROP VIEW customer_rows;--> statement-breakpoint
ALTER TABLE "customers" DROP COLUMN "search_text";--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "phone_spellings" text;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "search_text" text GENERATED ALWAYS AS (folded(first_name || ' ' || last_name || ' ' || email || ' ' || coalesce(phone, '') || ' ' || coalesce(address1, '') || ' ' || coalesce(address2, '') || ' ' || coalesce(postal_code, '') || ' ' || coalesce(city, '') || ' ' || coalesce(state, '')) || chr(1) || regexp_replace(coalesce(phone, ''), '[^0-9]', '', 'g') || ' ' || coalesce(phone_spellings, '')) STORED;--> statement-breakpoint
-- A column and no index upon the expression: under row-level security an index serves only what can't leak, as `=` of texts.
ALTER TABLE "customers" ADD COLUMN "phone_digits" text GENERATED ALWAYS AS (nullif(regexp_replace(phone, '[^0-9]', '', 'g'), '')) STORED;--> statement-breakpoint
CREATE INDEX "customers_by_digits" ON "customers" USING btree ("org_id","phone_digits");--> statement-breakpoint
CREATE INDEX "customers_to_read" ON "customers" USING btree ("org_id","id") WHERE phone is not null and phone_spellings is null;--> statement-breakpoint
CREATE INDEX "customers_search" ON "customers" USING gin ("search_text" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE VIEW customer_rows WITH (security_invoker = true) AS
SELECT org_id, search_text, id,
  first_name AS "firstName",
  last_name AS "lastName",
  trim(first_name || ' ' || last_name) AS name,
  email, phone, country, note,
  jsonb_build_object('address1', address1, 'address2', address2, 'city', city, 'state', state,
    'postalCode', postal_code, 'country', country) AS "shippingAddress",
  orders_count AS "ordersCount",
  total_spent_cents::float8 / 100 AS "totalSpent",
  last_order_at AS "lastOrderAt",
  created_at AS "createdAt",
  updated_at AS "updatedAt",
  version,
  do_not_call AS "doNotCall"
FROM customers
WHERE deleted_at IS NULL;
--> statement-breakpoint
GRANT SELECT ON customer_rows TO app_rw, search_reader;
--> statement-breakpoint
-- Who a customer that is typed may be already: those of the organization with the email address, the number, or the name
-- at the postal code. As search_ids, it uses indexes that row-level security keeps from others, and so asks for the
-- organization itself.
CREATE FUNCTION customers_alike(typed_email text, typed_e164 text, typed_digits text, typed_name text, typed_postal_code text)
RETURNS TABLE (id uuid, alike text)
LANGUAGE sql STABLE ROWS 10 SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  (SELECT customers.id, 'email' FROM customers
    WHERE org_id = current_org() AND deleted_at IS NULL AND typed_email <> ''
      AND folded(email) COLLATE "C" = folded(typed_email) COLLATE "C"
    ORDER BY folded(email) COLLATE "C", customers.id LIMIT 5)
  UNION ALL
  (SELECT customers.id, 'phone' FROM customers
    WHERE org_id = current_org() AND deleted_at IS NULL AND (phone_e164 = typed_e164 OR phone_digits = typed_digits)
    LIMIT 5)
  UNION ALL
  (SELECT customers.id, 'name' FROM customers
    WHERE org_id = current_org() AND deleted_at IS NULL AND typed_name <> '' AND typed_postal_code <> ''
      AND folded(trim(first_name || ' ' || last_name)) COLLATE "C" = folded(typed_name) COLLATE "C"
      AND regexp_replace(lower(postal_code), '[^a-z0-9]', '', 'g') = regexp_replace(lower(typed_postal_code), '[^a-z0-9]', '', 'g')
    LIMIT 5)
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION customers_alike FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION customers_alike TO app_rw;
--> statement-breakpoint
GRANT CREATE ON SCHEMA public TO search_reader;
--> statement-breakpoint
ALTER FUNCTION customers_alike OWNER TO search_reader;
--> statement-breakpoint
REVOKE CREATE ON SCHEMA public FROM search_reader;
