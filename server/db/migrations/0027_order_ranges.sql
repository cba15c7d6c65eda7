CREATE INDEX "orders_of_total" ON "orders" USING btree ("org_id","total_cents");--> statement-breakpoint
CREATE INDEX "orders_of_states" ON "orders" USING btree ("org_id","payment_status","status","fulfillment_status");--> statement-breakpoint
-- Without a join, so that counting reads an index alone; and with the amount itself, by which an index can be searched
-- under row-level security, as dividing it might fail.
CREATE OR REPLACE VIEW order_rows WITH (security_invoker = true) AS
SELECT org_id, search_text, id, number,
  campaign_id AS "campaignId",
  (SELECT name FROM campaigns WHERE campaigns.org_id = orders.org_id AND campaigns.id = orders.campaign_id) AS "campaignName",
  customer_id AS "customerId",
  trim(customer_first_name || ' ' || customer_last_name) AS "customerName",
  agent_id AS "agentId",
  agent_name AS "agentName",
  subtotal_cents::float8 / 100 AS subtotal,
  shipping_cents::float8 / 100 AS "shippingTotal",
  tax_cents::float8 / 100 AS "taxTotal",
  total_cents::float8 / 100 AS total,
  paid_cents::float8 / 100 AS "paidTotal",
  refunded_cents::float8 / 100 AS "refundedTotal",
  currency,
  payment_status AS "paymentStatus",
  fulfillment_status AS "fulfillmentStatus",
  status,
  gateway_instance_id AS "gatewayInstanceId",
  created_at AS "createdAt",
  updated_at AS "updatedAt",
  version,
  total_cents
FROM orders;
