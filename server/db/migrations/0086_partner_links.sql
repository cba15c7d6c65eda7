-- A partner takes the payment of what they have sold: they make the links that its customer pays by, send them and end them
-- (CO-02). The links are of whoever shares, as the order is, and so is the money. What a sale of a partner could do so far
-- stays as it was; what is added is kept to the orders that it has sold.
--
-- Whoever sees their own orders alone in the partner's organization takes the payment of those alone.
ALTER POLICY selling ON orders USING (current_user <> 'app_selling' OR (
  collaboration_id = (SELECT current_collaboration()) AND (org_id, collaboration_id) IN (SELECT org_id, id FROM collaborations)
  AND ((SELECT current_person()) IS NULL OR agent_id = (SELECT current_person()))
));
--> statement-breakpoint
-- Links and attempts of these orders are read. They are written as long as the collaboration lets the order's campaign be
-- sold in: not in a pause, nor after the end, nor where it is only shown by now.
DO $$
DECLARE
  part text;
BEGIN
  FOREACH part IN ARRAY ARRAY['payment_links', 'payment_attempts'] LOOP
    EXECUTE format('ALTER POLICY selling ON %1$I USING (current_user <> ''app_selling'' OR EXISTS ('
      || 'SELECT FROM orders WHERE orders.org_id = %1$I.org_id AND orders.id = %1$I.order_id)) '
      || 'WITH CHECK (current_user <> ''app_selling'' OR EXISTS ('
      || 'SELECT FROM orders WHERE orders.org_id = %1$I.org_id AND orders.id = %1$I.order_id '
      || 'AND orders.campaign_id IN (SELECT id FROM campaigns)))', part);
    EXECUTE format('CREATE POLICY deletes_nothing ON %I AS RESTRICTIVE FOR DELETE TO app_selling USING (current_user <> ''app_selling'')', part);
  END LOOP;
END
$$;
--> statement-breakpoint
-- An attempt is the customer's.
CREATE POLICY attempts_nothing ON payment_attempts AS RESTRICTIVE FOR INSERT TO app_selling WITH CHECK (current_user <> 'app_selling');
--> statement-breakpoint
-- A link is ended, and an attempt that is under way is said to be unwanted. Nothing else of them is changed by a sale.
CREATE FUNCTION keep_payment() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF to_jsonb(NEW) - TG_ARGV::text[] <> to_jsonb(OLD) - TG_ARGV::text[] THEN
    RAISE EXCEPTION 'a sale of a partner ends a payment and changes nothing else of it' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER keep_payment BEFORE UPDATE ON payment_links FOR EACH ROW WHEN (current_user = 'app_selling')
  EXECUTE FUNCTION keep_payment('ended_at', 'ended_reason', 'settle_at', 'sealed_code');
--> statement-breakpoint
CREATE TRIGGER keep_payment BEFORE UPDATE ON payment_attempts FOR EACH ROW WHEN (current_user = 'app_selling')
  EXECUTE FUNCTION keep_payment('is_unwanted', 'ask_at', 'updated_at');
--> statement-breakpoint
-- Gateways, and what goes through them, stay closed to a sale. By which of them one of its orders is paid is all that it is told:
-- that of the first offer that has one, else the first by name, as for every order; and whether it may take as much this month.
CREATE FUNCTION gateway_of_sale(sold uuid, due bigint, asked timestamptz) RETURNS TABLE (id uuid, is_over boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  WITH own AS (
    SELECT orders.id FROM orders
    WHERE orders.org_id = current_org() AND orders.id = sold AND orders.collaboration_id = current_collaboration()
  ), chosen AS (
    (SELECT gateway.id, gateway.monthly_cap_cents, 1 AS rank
      FROM order_items AS item
      JOIN offers ON offers.org_id = item.org_id AND offers.id = item.offer_id
      JOIN gateway_instances AS gateway ON gateway.org_id = offers.org_id AND gateway.id = offers.gateway_instance_id
      WHERE item.org_id = current_org() AND item.order_id IN (SELECT own.id FROM own) AND gateway.enabled
      ORDER BY item.position LIMIT 1)
    UNION ALL
    (SELECT gateway.id, gateway.monthly_cap_cents, 2
      FROM gateway_instances AS gateway
      WHERE gateway.org_id = current_org() AND gateway.enabled AND EXISTS (SELECT FROM own)
      ORDER BY gateway.display_name, gateway.id LIMIT 1)
  )
  SELECT chosen.id, chosen.monthly_cap_cents IS NOT NULL AND chosen.monthly_cap_cents < due
    + (SELECT coalesce(sum(amount_cents), 0) FROM transactions
      WHERE org_id = current_org() AND gateway_instance_id = chosen.id AND type = 'charge' AND status = 'succeeded'
        AND created_at >= (SELECT date_trunc('month', asked AT TIME ZONE time_zone) AT TIME ZONE time_zone
          FROM organizations WHERE organizations.id = current_org()))
    + (SELECT coalesce(sum(amount_cents), 0) FROM payment_attempts
      WHERE org_id = current_org() AND gateway_instance_id = chosen.id AND state IN ('created', 'action_required', 'unknown'))
  FROM chosen ORDER BY rank LIMIT 1
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION gateway_of_sale FROM PUBLIC;
--> statement-breakpoint
GRANT CREATE ON SCHEMA public TO app_rw, app_system;
--> statement-breakpoint
ALTER FUNCTION gateway_of_sale OWNER TO app_rw;
--> statement-breakpoint
-- What follows asks by which collaboration an order was sold, and nothing of any other order.
GRANT SELECT (org_id, id, number, collaboration_id) ON orders TO app_system;
--> statement-breakpoint
CREATE POLICY system_sold ON orders FOR SELECT TO app_system USING (collaboration_id IS NOT NULL);
--> statement-breakpoint
-- Both organizations hear of how far a link of what was sold is.
CREATE FUNCTION note_sale_payment() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
  one record;
BEGIN
  SELECT agreed.id, agreed.org_id, agreed.partner_org_id INTO one
  FROM orders JOIN collaborations AS agreed ON agreed.org_id = orders.org_id AND agreed.id = orders.collaboration_id
  WHERE orders.org_id = NEW.org_id AND orders.id = NEW.order_id;
  IF one.partner_org_id IS NULL THEN RETURN NULL; END IF;
  INSERT INTO changes (org_id, xid, resource, record_id, kind, created_at)
  SELECT side.org_id, pg_current_xact_id(), 'collaborations', one.id, 'updated', now()
  FROM (VALUES (one.org_id), (one.partner_org_id)) AS side (org_id);
  PERFORM pg_notify('offerdesk_changes', one.partner_org_id::text);
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- What a partner does is in the audit of whoever shares, whose rows these are; in their own it is told of the collaboration.
CREATE FUNCTION audit_sale() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
  shared uuid := nullif(current_setting('app.collaboration_id', true), '')::uuid;
  was jsonb;
  became jsonb;
BEGIN
  IF TG_TABLE_NAME = 'orders' THEN
    became := jsonb_build_object('order_number', NEW.number, 'campaign_name', NEW.campaign_name, 'total_cents', NEW.total_cents);
  ELSIF TG_OP = 'INSERT' OR NEW.ended_at IS DISTINCT FROM OLD.ended_at THEN
    became := jsonb_strip_nulls(jsonb_build_object(
      'order_number', (SELECT number FROM orders WHERE org_id = NEW.org_id AND id = NEW.order_id), 'mailed_to', NEW.mailed_to,
      'expires_at', NEW.expires_at, 'ended_at', NEW.ended_at, 'ended_reason', NEW.ended_reason));
    IF TG_OP = 'UPDATE' THEN was := became - '{ended_at,ended_reason}'::text[]; END IF;
  ELSE
    RETURN NULL;
  END IF;
  INSERT INTO audit_entries (
    org_id, created_at, actor_kind, actor_id, actor_name, action, resource, record_id, record_name, table_name, kind, before, after
  )
  SELECT one.partner_org_id, now(), coalesce(nullif(current_setting('app.actor_kind', true), ''), 'database'),
    nullif(current_setting('app.actor_id', true), '')::uuid, nullif(current_setting('app.actor_name', true), ''),
    nullif(current_setting('app.action', true), ''), 'collaborations', one.id, one.org_name,
    CASE TG_TABLE_NAME WHEN 'orders' THEN 'sold_orders' ELSE 'sold_order_links' END,
    CASE TG_OP WHEN 'INSERT' THEN 'created' ELSE 'updated' END, was, became
  FROM collaborations AS one
  WHERE one.org_id = NEW.org_id AND one.id = shared AND one.partner_org_id IS NOT NULL;
  RETURN NULL;
END
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION note_sale_payment, audit_sale FROM PUBLIC;
--> statement-breakpoint
ALTER FUNCTION note_sale_payment OWNER TO app_system;
--> statement-breakpoint
ALTER FUNCTION audit_sale OWNER TO app_system;
--> statement-breakpoint
REVOKE CREATE ON SCHEMA public FROM app_rw, app_system;
--> statement-breakpoint
CREATE TRIGGER note_sale_payment AFTER INSERT OR UPDATE ON payment_links FOR EACH ROW EXECUTE FUNCTION note_sale_payment();
--> statement-breakpoint
CREATE TRIGGER note_sale_payment AFTER INSERT OR UPDATE ON payment_attempts FOR EACH ROW EXECUTE FUNCTION note_sale_payment();
--> statement-breakpoint
CREATE TRIGGER audit_sale AFTER INSERT ON orders FOR EACH ROW WHEN (current_user = 'app_selling') EXECUTE FUNCTION audit_sale();
--> statement-breakpoint
CREATE TRIGGER audit_sale AFTER INSERT OR UPDATE ON payment_links FOR EACH ROW WHEN (current_user = 'app_selling') EXECUTE FUNCTION audit_sale();
