CREATE TABLE "idempotency_keys" (
	"org_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"answer" json,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_org_id_user_id_key_pk" PRIMARY KEY("org_id","user_id","key")
);
--> statement-breakpoint
ALTER TABLE "email_autoresponders" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idempotency_keys_user" ON "idempotency_keys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_expiry" ON "idempotency_keys" USING btree ("expires_at");--> statement-breakpoint
-- Whatever changes a record, its version grows, so that no way of changing it can be forgotten.
CREATE FUNCTION grow_version() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  NEW.version := OLD.version + 1;
  RETURN NEW;
END
$$;
--> statement-breakpoint
DO $$
DECLARE
  table_name text;
BEGIN
  FOREACH table_name IN ARRAY ARRAY['offers', 'campaigns', 'customers', 'email_autoresponders'] LOOP
    EXECUTE format(
      'CREATE TRIGGER grow_version BEFORE UPDATE ON %I FOR EACH ROW EXECUTE FUNCTION grow_version()', table_name
    );
  END LOOP;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE VIEW offer_rows WITH (security_invoker = true) AS
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
  updated_at AS "updatedAt",
  version
FROM offers;
--> statement-breakpoint
CREATE OR REPLACE VIEW campaign_rows WITH (security_invoker = true) AS
SELECT org_id, search_text, id, name, category, status, type,
  start_date AS "startDate",
  end_date AS "endDate",
  terms_of_service AS "termsOfService",
  must_agree_to_terms AS "mustAgreeToTerms",
  internal_note AS "internalNote",
  (SELECT count(*)::int FROM offers WHERE offers.org_id = campaigns.org_id AND offers.campaign_id = campaigns.id)
    AS "offersCount",
  created_at AS "createdAt",
  updated_at AS "updatedAt",
  version
FROM campaigns;
--> statement-breakpoint
CREATE OR REPLACE VIEW customer_rows WITH (security_invoker = true) AS
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
  updated_at AS "updatedAt",
  version
FROM customers
WHERE deleted_at IS NULL;
--> statement-breakpoint
ALTER TABLE idempotency_keys ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE idempotency_keys FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY tenant ON idempotency_keys TO app_rw
  USING (org_id = (SELECT current_org())) WITH CHECK (org_id = current_org());
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON idempotency_keys TO app_rw;
--> statement-breakpoint
-- What precedes an organization may sweep keys, and read no answer.
CREATE POLICY system ON idempotency_keys TO app_system USING (true) WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT (expires_at), DELETE ON idempotency_keys TO app_system;
