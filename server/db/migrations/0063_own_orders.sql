-- Owners may settle that agents see their own orders alone. What an agent then reads is read by a role of its own, which has
-- all rights of app_rw and is kept from the orders of others, whatever a query asks for. What they write is found by app_rw,
-- as what it changes, such as the figures of a customer, is made of all orders.
ALTER TABLE "agent_permissions" ADD COLUMN "sees_all_orders" boolean DEFAULT true NOT NULL;
--> statement-breakpoint
-- As in 0000_foundation.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'app_own') THEN
    BEGIN
      CREATE ROLE app_own NOLOGIN;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
    END;
  END IF;
  IF NOT pg_has_role('app_own', 'app_rw', 'MEMBER') THEN
    BEGIN
      GRANT app_rw TO app_own;
    EXCEPTION WHEN unique_violation THEN NULL;
    END;
  END IF;
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    BEGIN
      GRANT app_own TO CURRENT_USER;
    EXCEPTION
      WHEN unique_violation THEN NULL;
      WHEN insufficient_privilege THEN
        IF NOT pg_has_role(current_user, 'app_own', 'MEMBER') THEN RAISE; END IF;
    END;
  END IF;
END
$$;
--> statement-breakpoint
CREATE POLICY own_orders ON orders AS RESTRICTIVE FOR SELECT TO app_own USING (agent_id = (SELECT current_person()));
--> statement-breakpoint
DO $$
DECLARE
  part text;
BEGIN
  FOREACH part IN ARRAY ARRAY[
    'order_items', 'payment_links', 'payment_attempts', 'transactions', 'refunds', 'refund_lines', 'ledger_entries', 'fulfilments',
    'mails', 'reconciliation_differences'
  ] LOOP
    EXECUTE format('CREATE POLICY own_orders ON %1$I AS RESTRICTIVE FOR SELECT TO app_own USING (order_id IS NULL OR EXISTS ('
      || 'SELECT FROM orders WHERE orders.org_id = %1$I.org_id AND orders.id = %1$I.order_id))', part);
  END LOOP;
END
$$;
--> statement-breakpoint
CREATE POLICY own_orders ON fulfilment_items AS RESTRICTIVE FOR SELECT TO app_own USING (EXISTS (
  SELECT FROM fulfilments
  WHERE fulfilments.org_id = fulfilment_items.org_id AND fulfilments.id = fulfilment_items.fulfilment_id
));
--> statement-breakpoint
CREATE POLICY own_orders ON record_events AS RESTRICTIVE FOR SELECT TO app_own USING (CASE resource
  WHEN 'orders' THEN EXISTS (SELECT FROM orders WHERE orders.org_id = record_events.org_id AND orders.id = record_events.record_id)
  WHEN 'fulfillments' THEN EXISTS (
    SELECT FROM fulfilments WHERE fulfilments.org_id = record_events.org_id AND fulfilments.id = record_events.record_id)
  ELSE true
END);
--> statement-breakpoint
GRANT CREATE ON SCHEMA public TO app_system;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION memberships_of(person uuid) RETURNS TABLE (org_id uuid, membership jsonb, created_at timestamptz)
LANGUAGE sql STABLE
AS $$
  SELECT own.org_id, jsonb_build_object('orgId', own.org_id, 'role', own.role, 'agents', jsonb_build_object(
      'refundLimit', settled.refund_limit_cents / 100.0,
      'changesOffers', settled.changes_offers,
      'seesAllOrders', settled.sees_all_orders)), own.created_at
  FROM memberships AS own JOIN agent_permissions AS settled ON settled.org_id = own.org_id
  WHERE own.user_id = person
$$;
--> statement-breakpoint
REVOKE CREATE ON SCHEMA public FROM app_system;
