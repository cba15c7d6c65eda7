CREATE TABLE "campaign_members" (
	"org_id" uuid NOT NULL,
	"campaign_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "campaign_members_org_id_campaign_id_user_id_pk" PRIMARY KEY("org_id","campaign_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "order_drafts" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"content" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "order_drafts_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "record_events" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"resource" text NOT NULL,
	"record_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"from_state" text,
	"to_state" text,
	"facts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"user_id" uuid,
	"user_name" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "record_events_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "stock_movements" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"quantity" integer NOT NULL,
	"reason" text,
	"order_id" uuid,
	"order_number" integer,
	"user_id" uuid,
	"user_name" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "stock_movements_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_refund";--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "closed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "disposition" text;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "call_back_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "called_back_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "script" text;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "archived_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "phone_e164" text;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "do_not_call" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "merged_into" uuid;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "orders_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "total_spent_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "last_order_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "product_id" uuid;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "quantity_per_order" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "list_price_cents" integer;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "shipping_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "tax_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "tax_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "paid_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "draft_id" uuid;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "tax_rate" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "prices_include_tax" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "campaign_members" ADD CONSTRAINT "campaign_members_org_id_campaign_id_campaigns_org_id_id_fk" FOREIGN KEY ("org_id","campaign_id") REFERENCES "public"."campaigns"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaign_members" ADD CONSTRAINT "campaign_members_org_id_user_id_memberships_org_id_user_id_fk" FOREIGN KEY ("org_id","user_id") REFERENCES "public"."memberships"("org_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_drafts" ADD CONSTRAINT "order_drafts_org_id_user_id_memberships_org_id_user_id_fk" FOREIGN KEY ("org_id","user_id") REFERENCES "public"."memberships"("org_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "record_events" ADD CONSTRAINT "record_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_org_id_product_id_products_org_id_id_fk" FOREIGN KEY ("org_id","product_id") REFERENCES "public"."products"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "campaign_members_user" ON "campaign_members" USING btree ("org_id","user_id");--> statement-breakpoint
CREATE INDEX "order_drafts_of_person" ON "order_drafts" USING btree ("org_id","user_id","updated_at");--> statement-breakpoint
CREATE INDEX "record_events_of_record" ON "record_events" USING btree ("org_id","resource","record_id","created_at","id");--> statement-breakpoint
CREATE INDEX "stock_movements_of_product" ON "stock_movements" USING btree ("org_id","product_id","created_at","id");--> statement-breakpoint
CREATE INDEX "stock_movements_of_order" ON "stock_movements" USING btree ("org_id","order_id");--> statement-breakpoint
CREATE INDEX "calls_of_customer" ON "calls" USING btree ("org_id","customer_id","started_at");--> statement-breakpoint
CREATE INDEX "calls_to_return" ON "calls" USING btree ("org_id","agent_id","call_back_at") WHERE call_back_at is not null and called_back_at is null;--> statement-breakpoint
CREATE INDEX "customers_by_phone" ON "customers" USING btree ("org_id","phone_e164");--> statement-breakpoint
CREATE INDEX "customers_by_orders" ON "customers" USING btree ("org_id","orders_count","id");--> statement-breakpoint
CREATE INDEX "customers_by_spent" ON "customers" USING btree ("org_id",(total_spent_cents::float8 / 100),"id");--> statement-breakpoint
CREATE INDEX "customers_by_last_order" ON "customers" USING btree ("org_id","last_order_at","id");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_draft" UNIQUE("org_id","draft_id");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_refund" CHECK (refunded_cents between 0 and greatest(total_cents, paid_cents));
--> statement-breakpoint
-- What is written below fills columns of rows that exist. Their owner is bound by row-level security, too, until it is
-- forced again at the end.
DO $$
DECLARE
  table_name text;
BEGIN
  FOREACH table_name IN ARRAY ARRAY['products', 'orders', 'order_items', 'customers', 'memberships', 'campaigns'] LOOP
    EXECUTE format('ALTER TABLE %I NO FORCE ROW LEVEL SECURITY', table_name);
  END LOOP;
END
$$;
--> statement-breakpoint
UPDATE orders SET paid_cents = total_cents WHERE payment_status IN ('paid', 'partially_refunded', 'refunded');
--> statement-breakpoint
UPDATE order_items SET list_price_cents = unit_price_cents;
--> statement-breakpoint
UPDATE customers SET orders_count = figures.orders, total_spent_cents = figures.spent, last_order_at = figures.last
FROM (
  SELECT org_id, customer_id, count(*) AS orders, sum(paid_cents - refunded_cents) AS spent, max(created_at) AS last
  FROM orders GROUP BY org_id, customer_id
) AS figures
WHERE figures.org_id = customers.org_id AND figures.customer_id = customers.id;
--> statement-breakpoint
INSERT INTO stock_movements (org_id, id, product_id, kind, quantity, created_at)
SELECT org_id, gen_random_uuid(), id, 'opening', stock, created_at FROM products WHERE stock <> 0;
--> statement-breakpoint
-- Until now everybody of the organization was shown as who sells in each of its campaigns.
INSERT INTO campaign_members (org_id, campaign_id, user_id)
SELECT campaigns.org_id, campaigns.id, memberships.user_id
FROM campaigns JOIN memberships ON memberships.org_id = campaigns.org_id;
--> statement-breakpoint
DO $$
DECLARE
  table_name text;
BEGIN
  FOREACH table_name IN ARRAY ARRAY['products', 'orders', 'order_items', 'customers', 'memberships', 'campaigns'] LOOP
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', table_name);
  END LOOP;
  FOREACH table_name IN ARRAY ARRAY['campaign_members', 'order_drafts', 'record_events', 'stock_movements'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', table_name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', table_name);
    EXECUTE format(
      'CREATE POLICY tenant ON %I TO app_rw USING (org_id = (SELECT current_org())) WITH CHECK (org_id = current_org())',
      table_name
    );
  END LOOP;
END
$$;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON campaign_members, order_drafts TO app_rw;
--> statement-breakpoint
-- What happened stays as it was written.
GRANT SELECT, INSERT ON record_events, stock_movements TO app_rw;
--> statement-breakpoint
-- The stock of a product is the sum of its movements: a movement moves it, what a new product has is its first movement,
-- and nothing else may change it.
CREATE FUNCTION move_stock() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  UPDATE products SET stock = stock + NEW.quantity WHERE org_id = NEW.org_id AND id = NEW.product_id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER move_stock AFTER INSERT ON stock_movements
  FOR EACH ROW WHEN (NEW.kind <> 'opening') EXECUTE FUNCTION move_stock();
--> statement-breakpoint
CREATE FUNCTION open_stock() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO stock_movements (org_id, id, product_id, kind, quantity, created_at)
  VALUES (NEW.org_id, gen_random_uuid(), NEW.id, 'opening', NEW.stock, NEW.created_at);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER open_stock AFTER INSERT ON products
  FOR EACH ROW WHEN (NEW.stock <> 0) EXECUTE FUNCTION open_stock();
--> statement-breakpoint
CREATE FUNCTION keep_stock() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  -- Two deep is: within the trigger of a movement.
  IF pg_trigger_depth() < 2 THEN
    RAISE EXCEPTION 'the stock of a product changes by a stock movement only';
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER keep_stock BEFORE UPDATE OF stock ON products
  FOR EACH ROW WHEN (NEW.stock <> OLD.stock) EXECUTE FUNCTION keep_stock();
--> statement-breakpoint
-- What lists of customers show and sort by. Added up here, so that no way of changing an order can forget it.
CREATE FUNCTION keep_customer_figures() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.customer_id = OLD.customer_id THEN
    UPDATE customers
    SET total_spent_cents = total_spent_cents + (NEW.paid_cents - NEW.refunded_cents) - (OLD.paid_cents - OLD.refunded_cents)
    WHERE org_id = NEW.org_id AND id = NEW.customer_id;
    RETURN NULL;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    UPDATE customers
    SET orders_count = orders_count - 1,
      total_spent_cents = total_spent_cents - (OLD.paid_cents - OLD.refunded_cents),
      last_order_at = (
        SELECT max(created_at) FROM orders WHERE orders.org_id = OLD.org_id AND orders.customer_id = OLD.customer_id
      )
    WHERE org_id = OLD.org_id AND id = OLD.customer_id;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    UPDATE customers
    SET orders_count = orders_count + 1,
      total_spent_cents = total_spent_cents + (NEW.paid_cents - NEW.refunded_cents),
      last_order_at = greatest(last_order_at, NEW.created_at)
    WHERE org_id = NEW.org_id AND id = NEW.customer_id;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER keep_customer_figures AFTER INSERT OR DELETE OR UPDATE OF customer_id, paid_cents, refunded_cents ON orders
  FOR EACH ROW EXECUTE FUNCTION keep_customer_figures();
--> statement-breakpoint
-- A sale must not outdate what somebody is typing into the record of a product or a customer.
DROP TRIGGER grow_version ON customers;
--> statement-breakpoint
CREATE TRIGGER grow_version BEFORE UPDATE OF first_name, last_name, email, phone, address1, address2, city, state, postal_code,
  country, note, do_not_call, merged_into, deleted_at ON customers FOR EACH ROW EXECUTE FUNCTION grow_version();
--> statement-breakpoint
CREATE TRIGGER grow_version BEFORE UPDATE OF name, sku, description, category, price_cents, image_url, status ON products
  FOR EACH ROW EXECUTE FUNCTION grow_version();
--> statement-breakpoint
CREATE TRIGGER grow_version BEFORE UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION grow_version();
--> statement-breakpoint
CREATE TRIGGER grow_version BEFORE UPDATE ON order_drafts FOR EACH ROW EXECUTE FUNCTION grow_version();
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
FROM offers
WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE OR REPLACE VIEW product_rows WITH (security_invoker = true) AS
SELECT org_id, search_text, id, name,
  name AS "displayName",
  sku, description, category,
  price_cents::float8 / 100 AS price,
  stock,
  image_url AS "imageUrl",
  status,
  created_at AS "createdAt",
  updated_at AS "updatedAt",
  version
FROM products;
--> statement-breakpoint
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
  archived_at AS "archivedAt"
FROM campaigns;
--> statement-breakpoint
DROP VIEW customer_rows;
--> statement-breakpoint
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
CREATE OR REPLACE VIEW order_rows WITH (security_invoker = true) AS
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
  orders.updated_at AS "updatedAt",
  orders.agent_id AS "agentId",
  orders.tax_cents::float8 / 100 AS "taxTotal",
  orders.paid_cents::float8 / 100 AS "paidTotal",
  orders.version
FROM orders LEFT JOIN campaigns ON campaigns.org_id = orders.org_id AND campaigns.id = orders.campaign_id;
