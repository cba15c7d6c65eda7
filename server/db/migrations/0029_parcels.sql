-- What is in a parcel, so that part of an order can be sent; before, a parcel was of all of its order.
CREATE TABLE "fulfilment_items" (
	"org_id" uuid NOT NULL,
	"fulfilment_id" uuid NOT NULL,
	"order_item_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	CONSTRAINT "fulfilment_items_org_id_fulfilment_id_order_item_id_pk" PRIMARY KEY("org_id","fulfilment_id","order_item_id"),
	CONSTRAINT "fulfilment_items_quantity" CHECK (quantity > 0)
);
--> statement-breakpoint
ALTER TABLE "fulfilments" ADD COLUMN "ordered_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "fulfilments" ADD COLUMN "delivered_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "fulfilments" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "sheet_imports" ADD COLUMN "resource" text;--> statement-breakpoint
ALTER TABLE "fulfilment_items" ADD CONSTRAINT "fulfilment_items_org_id_fulfilment_id_fulfilments_org_id_id_fk" FOREIGN KEY ("org_id","fulfilment_id") REFERENCES "public"."fulfilments"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fulfilment_items" ADD CONSTRAINT "fulfilment_items_org_id_order_item_id_order_items_org_id_id_fk" FOREIGN KEY ("org_id","order_item_id") REFERENCES "public"."order_items"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- What is written below fills columns of rows that exist. Their owner is bound by row-level security, too, until it is
-- forced again at the end.
DO $$
DECLARE
  table_name text;
BEGIN
  FOREACH table_name IN ARRAY ARRAY['orders', 'order_items', 'fulfilments', 'sheet_imports'] LOOP
    EXECUTE format('ALTER TABLE %I NO FORCE ROW LEVEL SECURITY', table_name);
  END LOOP;
END
$$;
--> statement-breakpoint
UPDATE sheet_imports SET resource = CASE WHEN campaign_id IS NULL THEN 'products' ELSE 'offers' END;
--> statement-breakpoint
-- A number that was written twice stays readable, and says that it was.
UPDATE fulfilments SET ordered_at = orders.created_at,
  delivered_at = CASE fulfilments.status WHEN 'delivered' THEN coalesce(fulfilments.shipped_at, fulfilments.updated_at) END,
  tracking_number = CASE WHEN twice.position > 1
    THEN fulfilments.tracking_number || ' (' || twice.position || ')' ELSE fulfilments.tracking_number END
FROM orders, (
  SELECT org_id, id, CASE WHEN status <> 'cancelled' AND tracking_number IS NOT NULL THEN row_number() OVER (
      PARTITION BY org_id, coalesce(carrier, ''), tracking_number, status <> 'cancelled' ORDER BY created_at, id) END AS position
  FROM fulfilments
) AS twice
WHERE orders.org_id = fulfilments.org_id AND orders.id = fulfilments.order_id
  AND twice.org_id = fulfilments.org_id AND twice.id = fulfilments.id;
--> statement-breakpoint
-- Every unit of an order is in one of its parcels, spread over them in their order.
INSERT INTO fulfilment_items (org_id, fulfilment_id, order_item_id, quantity)
SELECT parcel.org_id, parcel.id, unit.id, count(*)
FROM (
  SELECT item.org_id, item.order_id, item.id,
    row_number() OVER (PARTITION BY item.org_id, item.order_id ORDER BY item.position, item.id) - 1 AS place,
    count(*) OVER (PARTITION BY item.org_id, item.order_id) AS units
  FROM order_items AS item, generate_series(1, item.quantity)
  WHERE EXISTS (SELECT FROM fulfilments WHERE fulfilments.org_id = item.org_id AND fulfilments.order_id = item.order_id)
) AS unit JOIN (
  SELECT org_id, order_id, id,
    row_number() OVER (PARTITION BY org_id, order_id ORDER BY created_at, id) - 1 AS place,
    count(*) OVER (PARTITION BY org_id, order_id) AS parcels
  FROM fulfilments WHERE status <> 'cancelled'
) AS parcel ON parcel.org_id = unit.org_id AND parcel.order_id = unit.order_id
  AND parcel.place = unit.place * parcel.parcels / unit.units
GROUP BY parcel.org_id, parcel.id, unit.id;
--> statement-breakpoint
-- How far an order is follows from its parcels; where what was written differs, it was written by hand.
UPDATE orders SET fulfillment_status = CASE
    WHEN told.sent = 0 THEN 'unfulfilled' WHEN told.sent < told.units THEN 'partial'
    WHEN told.delivered >= told.units THEN 'delivered' ELSE 'shipped' END
FROM (
  SELECT fulfilments.org_id, fulfilments.order_id,
    coalesce(sum(quantity) FILTER (WHERE status IN ('shipped', 'delivered')), 0) AS sent,
    coalesce(sum(quantity) FILTER (WHERE status = 'delivered'), 0) AS delivered,
    (SELECT sum(order_items.quantity) FROM order_items
      WHERE order_items.org_id = fulfilments.org_id AND order_items.order_id = fulfilments.order_id) AS units
  FROM fulfilments LEFT JOIN fulfilment_items
    ON fulfilment_items.org_id = fulfilments.org_id AND fulfilment_items.fulfilment_id = fulfilments.id
  GROUP BY fulfilments.org_id, fulfilments.order_id
) AS told
WHERE orders.org_id = told.org_id AND orders.id = told.order_id AND orders.status = 'open'
  AND fulfillment_status <> CASE
    WHEN told.sent = 0 THEN 'unfulfilled' WHEN told.sent < told.units THEN 'partial'
    WHEN told.delivered >= told.units THEN 'delivered' ELSE 'shipped' END;
--> statement-breakpoint
DO $$
DECLARE
  table_name text;
BEGIN
  FOREACH table_name IN ARRAY ARRAY['orders', 'order_items', 'fulfilments', 'sheet_imports'] LOOP
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', table_name);
  END LOOP;
END
$$;
--> statement-breakpoint
ALTER TABLE "fulfilments" ALTER COLUMN "ordered_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "sheet_imports" ALTER COLUMN "resource" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "fulfilment_items_of_line" ON "fulfilment_items" USING btree ("org_id","order_item_id");--> statement-breakpoint
CREATE INDEX "fulfilments_of_status" ON "fulfilments" USING btree ("org_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "fulfilments_ordered" ON "fulfilments" USING btree ("org_id","ordered_at","id");--> statement-breakpoint
CREATE INDEX "fulfilments_shipped" ON "fulfilments" USING btree ("org_id","shipped_at","id");--> statement-breakpoint
CREATE INDEX "fulfilments_by_number" ON "fulfilments" USING btree ("org_id","order_number","id");--> statement-breakpoint
CREATE INDEX "fulfilments_by_customer" ON "fulfilments" USING btree ("org_id",folded("customer_name") collate "C","id");--> statement-breakpoint
CREATE UNIQUE INDEX "fulfilments_tracking" ON "fulfilments" USING btree ("org_id",coalesce(carrier, ''),"tracking_number") WHERE tracking_number is not null and status <> 'cancelled';--> statement-breakpoint
ALTER TABLE fulfilment_items ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE fulfilment_items FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY tenant ON fulfilment_items TO app_rw USING (org_id = (SELECT current_org())) WITH CHECK (org_id = current_org());
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON fulfilment_items TO app_rw;
--> statement-breakpoint
CREATE TRIGGER grow_version BEFORE UPDATE ON fulfilments FOR EACH ROW EXECUTE FUNCTION grow_version();
--> statement-breakpoint
-- As parcels count their versions now, what is told of them does.
DROP TRIGGER note_insert ON fulfilments;
--> statement-breakpoint
DROP TRIGGER note_update ON fulfilments;
--> statement-breakpoint
DROP TRIGGER note_delete ON fulfilments;
--> statement-breakpoint
DROP FUNCTION note_fulfilments;
--> statement-breakpoint
SELECT watch_changes('fulfilments', 'fulfillments', counts => true);
--> statement-breakpoint
SELECT watch_changes('fulfilment_items', 'fulfillments', record => 'changed.fulfilment_id', operations => ARRAY['UPDATE', 'DELETE']);
--> statement-breakpoint
-- As 0014_large_imports did for products: tracking numbers come by the thousand, and an order is found by its own.
ALTER INDEX fulfilments_search SET (fastupdate = true, gin_pending_list_limit = 64);
--> statement-breakpoint
ALTER INDEX orders_search SET (fastupdate = true, gin_pending_list_limit = 64);
--> statement-breakpoint
ALTER INDEX mails_search SET (fastupdate = true, gin_pending_list_limit = 64);
--> statement-breakpoint
CREATE OR REPLACE VIEW fulfilment_rows WITH (security_invoker = true) AS
SELECT org_id, search_text, id,
  order_id AS "orderId",
  order_number AS "orderNumber",
  customer_name AS "customerName",
  carrier,
  tracking_number AS "trackingNumber",
  status,
  created_at AS "createdAt",
  shipped_at AS "shippedAt",
  (SELECT string_agg(fulfilment_items.quantity || ' × ' || order_items.name, ', ' ORDER BY order_items.position, order_items.id)
    FROM fulfilment_items JOIN order_items
      ON order_items.org_id = fulfilment_items.org_id AND order_items.id = fulfilment_items.order_item_id
    WHERE fulfilment_items.org_id = fulfilments.org_id AND fulfilment_items.fulfilment_id = fulfilments.id) AS items,
  (SELECT sum(quantity)::int FROM fulfilment_items
    WHERE fulfilment_items.org_id = fulfilments.org_id AND fulfilment_items.fulfilment_id = fulfilments.id) AS units,
  (SELECT orders.status FROM orders WHERE orders.org_id = fulfilments.org_id AND orders.id = fulfilments.order_id)
    AS "orderStatus",
  ordered_at AS "orderedAt",
  delivered_at AS "deliveredAt",
  updated_at AS "updatedAt",
  version
FROM fulfilments;
