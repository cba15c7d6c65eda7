-- How far customers have come with the payment links of an order: what figures of links are added up from, and what the list of
-- orders finds them by. When a link was opened, tried and paid has been kept since there are links (0030_payments).
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
  ) = 'declined' THEN 'declined' END AS "lastAttempt",
  -- Whoever has paid has tried, and whoever has tried has opened it.
  (SELECT CASE max(CASE
      WHEN link.used_at IS NOT NULL THEN 4
      WHEN EXISTS (SELECT FROM payment_attempts AS attempt
        WHERE attempt.org_id = orders.org_id AND attempt.order_id = orders.id) THEN 3
      WHEN link.opened_at IS NOT NULL THEN 2
      ELSE 1 END)
      WHEN 4 THEN 'paid' WHEN 3 THEN 'tried' WHEN 2 THEN 'opened' WHEN 1 THEN 'made' END
    FROM payment_links AS link WHERE link.org_id = orders.org_id AND link.order_id = orders.id) AS "linkReached"
FROM orders;
--> statement-breakpoint
GRANT SELECT (opened_at) ON payment_links TO search_reader;
--> statement-breakpoint
ALTER TABLE "figure_sums" ADD COLUMN "linked" bigint, ADD COLUMN "link_opened" bigint, ADD COLUMN "link_tried" bigint, ADD COLUMN "link_paid" bigint;
--> statement-breakpoint
-- What becomes of the link of an order that is long placed is read from its rows again (0075_figures).
CREATE FUNCTION note_figure_links() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO figure_changes (org_id, at)
  SELECT orders.org_id, orders.created_at FROM orders
  WHERE orders.org_id = NEW.org_id AND orders.id = NEW.order_id AND orders.created_at < now() - interval '35 hours';
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER note_figures_of_new AFTER INSERT ON payment_links FOR EACH ROW EXECUTE FUNCTION note_figure_links();
--> statement-breakpoint
CREATE TRIGGER note_figures_of_changed AFTER UPDATE ON payment_links FOR EACH ROW
  WHEN ((OLD.opened_at IS NULL, OLD.used_at IS NULL) IS DISTINCT FROM (NEW.opened_at IS NULL, NEW.used_at IS NULL))
  EXECUTE FUNCTION note_figure_links();
--> statement-breakpoint
CREATE TRIGGER note_figures_of_new AFTER INSERT ON payment_attempts FOR EACH ROW EXECUTE FUNCTION note_figure_links();
--> statement-breakpoint
-- Days that are kept already have none of this: they are added up anew, and read from their rows until then.
TRUNCATE figure_days, figure_sums;
