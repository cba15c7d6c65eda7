-- Whoever assigns a tracking number is told whether its customer hears of it.
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
    WHERE packed.org_id = fulfilments.org_id AND packed.fulfilment_id = fulfilments.id) AS contents,
  (SELECT orders.customer_email <> '' FROM orders WHERE orders.org_id = fulfilments.org_id AND orders.id = fulfilments.order_id)
    AS "customerHasEmail"
FROM fulfilments;
