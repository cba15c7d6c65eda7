-- How long each call of a day that is long over took until it was paid: a percentile is of values, one by one, and to find them
-- anew from calls, orders and links took longer than a statement may (0075_figures).
CREATE TABLE "call_waits" (
	"org_id" uuid NOT NULL,
	"first_day" date NOT NULL,
	"campaign_id" uuid,
	"agent_id" uuid NOT NULL,
	"offer_id" uuid,
	"seconds" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "call_waits_of" ON "call_waits" USING btree ("org_id","first_day","campaign_id","agent_id","offer_id","seconds");--> statement-breakpoint
ALTER TABLE call_waits ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE call_waits FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY tenant ON call_waits TO app_rw USING (org_id = (SELECT current_org())) WITH CHECK (org_id = current_org());
--> statement-breakpoint
CREATE POLICY own_orders ON call_waits AS RESTRICTIVE FOR SELECT TO app_own USING (current_user <> 'app_own');
--> statement-breakpoint
CREATE POLICY selling ON call_waits AS RESTRICTIVE TO app_selling USING (current_user <> 'app_selling') WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON call_waits TO app_rw;
--> statement-breakpoint
-- What became of a call; which dispositions count is a rule of its own (contract/rules/closeRate.ts).
CREATE FUNCTION call_outcome(is_sold boolean, is_paid boolean, disposition text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN is_sold THEN CASE WHEN is_paid THEN 'paid' ELSE 'sold' END
  WHEN disposition IN ('sold', 'link_sent', 'call_back', 'not_interested', 'do_not_call') THEN 'missed'
  ELSE 'uncounted' END;
--> statement-breakpoint
CREATE OR REPLACE VIEW call_rows WITH (security_invoker = true) AS
SELECT calls.org_id,
  folded(concat_ws(' ', customers.first_name, customers.last_name, orders.number::text)) AS search_text,
  calls.id,
  calls.started_at AS "createdAt",
  calls.agent_id AS "agentId",
  (SELECT name FROM users WHERE users.id = calls.agent_id) AS "agentName",
  calls.customer_id AS "customerId",
  trim(concat_ws(' ', customers.first_name, customers.last_name)) AS "customerName",
  calls.disposition,
  call_outcome(calls.order_id IS NOT NULL, EXISTS (SELECT FROM payment_links AS link
    WHERE link.org_id = calls.org_id AND link.order_id = calls.order_id AND link.used_at IS NOT NULL), calls.disposition) AS outcome,
  calls.order_id AS "orderId",
  orders.number AS "orderNumber",
  CASE WHEN calls.order_id IS NULL THEN calls.campaign_id ELSE orders.campaign_id END AS "campaignId",
  (SELECT name FROM campaigns WHERE campaigns.org_id = calls.org_id
    AND campaigns.id = CASE WHEN calls.order_id IS NULL THEN calls.campaign_id ELSE orders.campaign_id END) AS "campaignName",
  CASE WHEN calls.order_id IS NULL THEN calls.offer_id ELSE (
    SELECT item.offer_id FROM order_items AS item WHERE item.org_id = calls.org_id AND item.order_id = calls.order_id
    ORDER BY item.position, item.id LIMIT 1) END AS "offerId",
  CASE WHEN calls.order_id IS NULL THEN (
    SELECT display_name FROM offers WHERE offers.org_id = calls.org_id AND offers.id = calls.offer_id)
    ELSE (SELECT item.name FROM order_items AS item WHERE item.org_id = calls.org_id AND item.order_id = calls.order_id
    ORDER BY item.position, item.id LIMIT 1) END AS "offerName",
  (SELECT CASE WHEN min(link.used_at) IS NOT NULL
      THEN greatest(0, floor(extract(epoch FROM min(link.used_at) - calls.started_at)))::int END FROM payment_links AS link
    WHERE link.org_id = calls.org_id AND link.order_id = calls.order_id) AS "secondsToPaid"
FROM calls
LEFT JOIN orders ON orders.org_id = calls.org_id AND orders.id = calls.order_id
LEFT JOIN customers ON customers.org_id = calls.org_id AND customers.id = calls.customer_id
WHERE current_user <> 'app_own' OR calls.agent_id = (SELECT current_person());
--> statement-breakpoint
-- The same calls for the few hours whose rows figures read: what is known of each is looked up, where the list would read all
-- orders and links of the organization first.
CREATE VIEW call_figures WITH (security_invoker = true) AS
SELECT calls.org_id,
  calls.started_at AS "createdAt",
  calls.agent_id AS "agentId",
  call_outcome(calls.order_id IS NOT NULL, paid.at IS NOT NULL, calls.disposition) AS outcome,
  CASE WHEN calls.order_id IS NULL THEN calls.campaign_id ELSE (
    SELECT campaign_id FROM orders WHERE orders.org_id = calls.org_id AND orders.id = calls.order_id) END AS "campaignId",
  CASE WHEN calls.order_id IS NULL THEN calls.offer_id ELSE (
    SELECT item.offer_id FROM order_items AS item WHERE item.org_id = calls.org_id AND item.order_id = calls.order_id
    ORDER BY item.position, item.id LIMIT 1) END AS "offerId",
  CASE WHEN paid.at IS NOT NULL
    THEN greatest(0, floor(extract(epoch FROM paid.at - calls.started_at)))::int END AS "secondsToPaid"
FROM calls
CROSS JOIN LATERAL (SELECT min(link.used_at) AS at FROM payment_links AS link
  WHERE link.org_id = calls.org_id AND link.order_id = calls.order_id) AS paid
WHERE current_user <> 'app_own' OR calls.agent_id = (SELECT current_person());
--> statement-breakpoint
GRANT SELECT ON call_figures TO app_rw;
--> statement-breakpoint
-- Days that are kept already have none of this: they are added up anew, and read from their rows until then.
TRUNCATE figure_days, figure_sums;
