-- What came with imported orders was taken elsewhere, and says nothing of how many payments gateways approve.
CREATE OR REPLACE VIEW transaction_rows WITH (security_invoker = true) AS
SELECT transactions.org_id, transactions.search_text, transactions.id,
  transactions.order_id AS "orderId",
  transactions.order_number AS "orderNumber",
  transactions.gateway_instance_id AS "gatewayInstanceId",
  gateway_instances.display_name AS "gatewayName",
  transactions.type, transactions.status,
  transactions.amount_cents::float8 / 100 AS amount,
  transactions.currency, transactions.reference,
  transactions.failure_code AS "failureCode",
  transactions.failure_message AS "failureMessage",
  transactions.created_at AS "createdAt",
  transactions.amount_cents AS total_cents,
  orders.campaign_id AS "campaignId",
  orders.agent_id AS "agentId",
  CASE WHEN transactions.gateway_instance_id IS NULL THEN 'elsewhere' ELSE 'gateway' END AS taken
FROM transactions
LEFT JOIN gateway_instances
  ON gateway_instances.org_id = transactions.org_id AND gateway_instances.id = transactions.gateway_instance_id
LEFT JOIN orders ON orders.org_id = transactions.org_id AND orders.id = transactions.order_id;
--> statement-breakpoint
-- Both are added up anew.
TRUNCATE figure_days, figure_sums;
