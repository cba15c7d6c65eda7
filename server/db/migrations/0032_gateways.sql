ALTER TABLE "gateway_instances" ADD COLUMN "monthly_cap_cents" bigint;--> statement-breakpoint
ALTER TABLE "gateway_instances" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE TRIGGER grow_version BEFORE UPDATE ON gateway_instances FOR EACH ROW EXECUTE FUNCTION grow_version();
--> statement-breakpoint
-- What the sums of a list are added up from: amounts as they are kept, and what a row says why it failed.
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
  transactions.amount_cents AS total_cents
FROM transactions LEFT JOIN gateway_instances
  ON gateway_instances.org_id = transactions.org_id AND gateway_instances.id = transactions.gateway_instance_id;
