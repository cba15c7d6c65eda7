-- A call with nobody has no name, in lists as by itself.
CREATE OR REPLACE VIEW call_rows WITH (security_invoker = true) AS
SELECT calls.org_id,
  folded(concat_ws(' ', customers.first_name, customers.last_name, orders.number::text)) AS search_text,
  calls.id,
  calls.started_at AS "createdAt",
  calls.agent_id AS "agentId",
  coalesce((SELECT name FROM users WHERE users.id = calls.agent_id),
    (SELECT name FROM past_people WHERE past_people.org_id = calls.org_id AND past_people.id = calls.agent_id)) AS "agentName",
  calls.customer_id AS "customerId",
  nullif(trim(concat_ws(' ', customers.first_name, customers.last_name)), '') AS "customerName",
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
