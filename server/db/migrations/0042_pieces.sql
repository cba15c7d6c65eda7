-- What is in a parcel is counted in pieces, of which one unit of an offer may be several: who packs it puts in pieces (FU-04).
-- Rows that exist are rewritten, which row-level security keeps even their owner from until it is forced again.
ALTER TABLE fulfilment_items NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE order_items NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
UPDATE fulfilment_items SET quantity = fulfilment_items.quantity * order_items.quantity_per_order
FROM order_items
WHERE order_items.org_id = fulfilment_items.org_id AND order_items.id = fulfilment_items.order_item_id
  AND order_items.quantity_per_order > 1;
--> statement-breakpoint
ALTER TABLE fulfilment_items FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE order_items FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
-- A piece of an offer of several is named as its product is, as '6 × 3 × Hose' would be eighteen.
CREATE VIEW fulfilment_contents WITH (security_invoker = true) AS
SELECT item.org_id, item.fulfilment_id, item.order_item_id, item.quantity, line.sku, line.position,
  coalesce(CASE WHEN line.quantity_per_order > 1 THEN products.name END, line.name) AS name
FROM fulfilment_items AS item
  JOIN order_items AS line ON line.org_id = item.org_id AND line.id = item.order_item_id
  LEFT JOIN products ON products.org_id = line.org_id AND products.id = line.product_id;
--> statement-breakpoint
GRANT SELECT ON fulfilment_contents TO app_rw;
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
  (SELECT string_agg(packed.quantity || ' × ' || packed.name, ', ' ORDER BY packed.position, packed.order_item_id)
    FROM fulfilment_contents AS packed
    WHERE packed.org_id = fulfilments.org_id AND packed.fulfilment_id = fulfilments.id) AS items,
  (SELECT sum(quantity)::int FROM fulfilment_items
    WHERE fulfilment_items.org_id = fulfilments.org_id AND fulfilment_items.fulfilment_id = fulfilments.id) AS units,
  (SELECT orders.status FROM orders WHERE orders.org_id = fulfilments.org_id AND orders.id = fulfilments.order_id)
    AS "orderStatus",
  ordered_at AS "orderedAt",
  delivered_at AS "deliveredAt",
  updated_at AS "updatedAt",
  version,
  (SELECT coalesce(jsonb_agg(jsonb_build_object(
      'orderItemId', packed.order_item_id, 'name', packed.name, 'sku', packed.sku, 'quantity', packed.quantity)
      ORDER BY packed.position, packed.order_item_id), '[]')
    FROM fulfilment_contents AS packed
    WHERE packed.org_id = fulfilments.org_id AND packed.fulfilment_id = fulfilments.id) AS contents
FROM fulfilments;
