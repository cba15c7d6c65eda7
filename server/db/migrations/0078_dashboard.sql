-- What waits to be done is counted live by everybody who has the dashboard open, and found by the lists that it leads to: links that
-- end soon, orders whose last payment was declined. A list finds these by their ids (searchables.ts) and shows them by the view.
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
  total_cents, tax_cents, paid_cents, refunded_cents,
  CASE WHEN status = 'open' AND payment_status = 'unpaid' AND EXISTS (
    SELECT FROM payment_links AS link
    WHERE link.org_id = orders.org_id AND link.order_id = orders.id AND link.ended_at IS NULL AND link.used_at IS NULL
      AND link.expires_at > now() AND link.expires_at <= now() + interval '60 minutes'
  ) THEN 'soon' END AS "linkEnds",
  CASE WHEN status = 'open' AND payment_status = 'unpaid' AND (
    SELECT attempt.state FROM payment_attempts AS attempt
    WHERE attempt.org_id = orders.org_id AND attempt.order_id = orders.id
    ORDER BY attempt.created_at DESC, attempt.id DESC LIMIT 1
  ) = 'declined' THEN 'declined' END AS "lastAttempt"
FROM orders;
--> statement-breakpoint
CREATE INDEX "payment_links_out" ON "payment_links" USING btree ("org_id","expires_at") WHERE ended_at is null and used_at is null;
--> statement-breakpoint
CREATE INDEX "payment_links_made" ON "payment_links" USING btree ("org_id","created_at","order_id","used_at");
--> statement-breakpoint
CREATE INDEX "calls_of_agent" ON "calls" USING btree ("org_id","agent_id","started_at");
