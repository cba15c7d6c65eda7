-- Owners may settle that agents export lists.
ALTER TABLE "agent_permissions" ADD COLUMN "exports" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
GRANT CREATE ON SCHEMA public TO app_system;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION memberships_of(person uuid) RETURNS TABLE (org_id uuid, membership jsonb, created_at timestamptz)
LANGUAGE sql STABLE
AS $$
  SELECT own.org_id, jsonb_build_object('orgId', own.org_id, 'role', own.role, 'agents', jsonb_build_object(
      'refundLimit', settled.refund_limit_cents / 100.0,
      'changesOffers', settled.changes_offers,
      'seesAllOrders', settled.sees_all_orders,
      'exports', settled.exports)), own.created_at
  FROM memberships AS own JOIN agent_permissions AS settled ON settled.org_id = own.org_id
  WHERE own.user_id = person AND own.disabled_at IS NULL
$$;
--> statement-breakpoint
REVOKE CREATE ON SCHEMA public FROM app_system;
