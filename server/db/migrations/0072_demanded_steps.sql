-- An organization may demand a second step at sign-in. Whoever has none is closed out of it, and of nothing else, until they do.
ALTER TABLE "organizations" ADD COLUMN "demands_two_steps" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
DROP TRIGGER grow_version ON organizations;
--> statement-breakpoint
CREATE TRIGGER grow_version
  BEFORE UPDATE OF name, currency, time_zone, support_email, live_url, tax_rate, prices_include_tax, demands_two_steps
  ON organizations FOR EACH ROW EXECUTE FUNCTION grow_version();
--> statement-breakpoint
GRANT CREATE ON SCHEMA public TO app_system;
--> statement-breakpoint
-- Recovery codes alone are none. What calls it says where tables are.
CREATE FUNCTION has_two_steps(person uuid) RETURNS boolean
LANGUAGE sql STABLE
AS $$
  SELECT EXISTS (SELECT FROM second_steps WHERE user_id = person AND app_key IS NOT NULL)
    OR EXISTS (SELECT FROM passkeys WHERE user_id = person)
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION has_two_steps FROM PUBLIC;
--> statement-breakpoint
ALTER FUNCTION has_two_steps OWNER TO app_system;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION memberships_of(person uuid) RETURNS TABLE (org_id uuid, membership jsonb, created_at timestamptz)
LANGUAGE sql STABLE
AS $$
  SELECT own.org_id, jsonb_build_object('orgId', own.org_id, 'role', own.role, 'agents', jsonb_build_object(
      'refundLimit', settled.refund_limit_cents / 100.0,
      'changesOffers', settled.changes_offers,
      'seesAllOrders', settled.sees_all_orders,
      'exports', settled.exports),
      'needsSecondStep', organization.demands_two_steps AND NOT has_two_steps(person)), own.created_at
  FROM memberships AS own
    JOIN agent_permissions AS settled ON settled.org_id = own.org_id
    JOIN organizations AS organization ON organization.id = own.org_id
  WHERE own.user_id = person AND own.disabled_at IS NULL
$$;
--> statement-breakpoint
-- An organization is told which of its members have a second step, and nothing else of it.
CREATE FUNCTION members_with_two_steps() RETURNS TABLE (user_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT own.user_id FROM memberships AS own WHERE own.org_id = current_org() AND has_two_steps(own.user_id)
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION members_with_two_steps FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION members_with_two_steps TO app_rw;
--> statement-breakpoint
ALTER FUNCTION members_with_two_steps OWNER TO app_system;
--> statement-breakpoint
REVOKE CREATE ON SCHEMA public FROM app_system;
