-- What a call was about is known of those in which something was sold. Of the others it is kept from now on: the campaign, and the
-- offer that stands first, of the new order that is typed during the call (server/calls/sold.ts). It is what was typed then, so
-- that neither is a key. The transaction of a sale writes nothing of this: what was sold says it itself.
ALTER TABLE "calls" ADD COLUMN "campaign_id" uuid, ADD COLUMN "offer_id" uuid;
--> statement-breakpoint
-- Calls as figures are made of them. Whoever sees their own orders alone sees their own calls.
CREATE VIEW call_rows WITH (security_invoker = true) AS
SELECT calls.org_id,
  folded(concat_ws(' ', customers.first_name, customers.last_name, orders.number::text)) AS search_text,
  calls.id,
  calls.started_at AS "createdAt",
  calls.agent_id AS "agentId",
  (SELECT name FROM users WHERE users.id = calls.agent_id) AS "agentName",
  calls.customer_id AS "customerId",
  trim(concat_ws(' ', customers.first_name, customers.last_name)) AS "customerName",
  calls.disposition,
  -- Which dispositions count is a rule of its own (contract/rules/closeRate.ts).
  CASE WHEN calls.order_id IS NOT NULL THEN
      CASE WHEN EXISTS (SELECT FROM payment_links AS link
        WHERE link.org_id = calls.org_id AND link.order_id = calls.order_id AND link.used_at IS NOT NULL) THEN 'paid' ELSE 'sold' END
    WHEN calls.disposition IN ('sold', 'link_sent', 'call_back', 'not_interested', 'do_not_call') THEN 'missed'
    ELSE 'uncounted' END AS outcome,
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
GRANT SELECT ON call_rows TO app_rw;
