-- An offer whose product has been archived is not sold: whoever looks for one sees it before it is chosen.
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
    AS "campaignName",
  (SELECT stock FROM products WHERE products.org_id = offers.org_id AND products.id = offers.product_id)
    AS "productStock",
  product_sku AS "productSku",
  (SELECT status FROM products WHERE products.org_id = offers.org_id AND products.id = offers.product_id)
    AS "productStatus"
FROM offers
WHERE deleted_at IS NULL;
