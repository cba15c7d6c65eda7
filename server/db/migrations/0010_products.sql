CREATE TABLE "product_import_lines" (
	"org_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"sku" text NOT NULL,
	"cells" jsonb NOT NULL,
	"fields" jsonb NOT NULL,
	"verdict" text NOT NULL,
	"problems" jsonb NOT NULL,
	"changes" jsonb NOT NULL,
	"product_id" uuid NOT NULL,
	"product_version" integer,
	"before" jsonb,
	"moved" integer DEFAULT 0 NOT NULL,
	"kept" text,
	CONSTRAINT "product_import_lines_org_id_import_id_line_pk" PRIMARY KEY("org_id","import_id","line")
);
--> statement-breakpoint
CREATE TABLE "product_imports" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid,
	"user_name" text,
	"name" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"committed_at" timestamp (3) with time zone,
	"undone_at" timestamp (3) with time zone,
	CONSTRAINT "product_imports_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "product_import_lines" ADD CONSTRAINT "product_import_lines_org_id_import_id_product_imports_org_id_id_fk" FOREIGN KEY ("org_id","import_id") REFERENCES "public"."product_imports"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_imports" ADD CONSTRAINT "product_imports_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_imports" ADD CONSTRAINT "product_imports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "product_import_lines_sku" ON "product_import_lines" USING btree ("org_id","import_id","sku");--> statement-breakpoint
CREATE INDEX "product_imports_newest" ON "product_imports" USING btree ("org_id","created_at");--> statement-breakpoint
CREATE INDEX "product_imports_age" ON "product_imports" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "products_of_stock_level" ON "products" USING btree ("org_id",(case when stock <= 10 then 'low' else 'enough' end),"created_at","id");
--> statement-breakpoint
DO $$
DECLARE
  table_name text;
BEGIN
  FOREACH table_name IN ARRAY ARRAY['product_imports', 'product_import_lines'] LOOP
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
GRANT SELECT, INSERT, UPDATE, DELETE ON product_imports, product_import_lines TO app_rw;
--> statement-breakpoint
-- What precedes an organization may sweep old imports, and read nothing of them.
CREATE POLICY system ON product_imports TO app_system USING (true) WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT (created_at), DELETE ON product_imports TO app_system;
--> statement-breakpoint
-- What a new product begins with was brought by whoever adds it, which the transaction says.
CREATE OR REPLACE FUNCTION open_stock() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO stock_movements (org_id, id, product_id, kind, quantity, reason, user_id, user_name, created_at)
  SELECT org_id, gen_random_uuid(), id, 'opening', stock, nullif(current_setting('app.reason', true), ''),
    nullif(current_setting('app.user_id', true), '')::uuid, nullif(current_setting('app.user_name', true), ''), created_at
  FROM added WHERE stock <> 0;
  RETURN NULL;
END
$$;
--> statement-breakpoint
DROP TRIGGER open_stock ON products;
--> statement-breakpoint
-- Of all that one statement adds together: a spreadsheet may have thousands.
CREATE TRIGGER open_stock AFTER INSERT ON products
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION open_stock();
--> statement-breakpoint
-- A product that is archived already has been archived at some time: its life is folded from what happened to it.
ALTER TABLE products NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE record_events NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
INSERT INTO record_events (org_id, id, resource, record_id, kind, from_state, to_state, created_at)
SELECT org_id, gen_random_uuid(), 'products', id, 'archive', 'active', 'archived', updated_at
FROM products WHERE status = 'archived';
--> statement-breakpoint
ALTER TABLE products FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE record_events FORCE ROW LEVEL SECURITY;
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
  version,
  (CASE WHEN stock <= 10 THEN 'low' ELSE 'enough' END) AS "stockLevel"
FROM products;
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
  version,
  (SELECT name FROM campaigns WHERE campaigns.org_id = offers.org_id AND campaigns.id = offers.campaign_id)
    AS "campaignName"
FROM offers
WHERE deleted_at IS NULL;
