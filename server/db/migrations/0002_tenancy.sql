-- The order keeps what was sold when its offer goes; only the reference ends, never the organization.
ALTER TABLE order_items ADD CONSTRAINT order_items_offer_fk
  FOREIGN KEY (org_id, offer_id) REFERENCES offers (org_id, id) ON DELETE SET NULL (offer_id);
--> statement-breakpoint
GRANT USAGE ON SCHEMA public TO app_rw, app_system, search_reader;
--> statement-breakpoint
-- Every record of an organization is seen and changed only while that organization is set. The setting stands in a
-- sub-select, so that it is read once per statement and not once per row.
DO $$
DECLARE
  table_name text;
BEGIN
  FOREACH table_name IN ARRAY ARRAY[
    'memberships', 'invites', 'campaigns', 'offers', 'email_autoresponders', 'products', 'gateway_instances',
    'plugin_instances', 'customers', 'orders', 'order_items', 'payment_links', 'fulfilments', 'transactions', 'calls',
    'outbox'
  ] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', table_name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', table_name);
    EXECUTE format(
      'CREATE POLICY tenant ON %I TO app_rw USING (org_id = (SELECT current_org())) WITH CHECK (org_id = current_org())',
      table_name
    );
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO app_rw', table_name);
  END LOOP;
END
$$;
--> statement-breakpoint
ALTER TABLE organizations ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE organizations FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY tenant ON organizations TO app_rw USING (id = (SELECT current_org())) WITH CHECK (id = current_org());
--> statement-breakpoint
GRANT SELECT, UPDATE ON organizations TO app_rw;
--> statement-breakpoint
ALTER TABLE users ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE users FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
-- Within an organization its members are known by name and address, and never by their passwords.
CREATE POLICY tenant ON users FOR SELECT TO app_rw
  USING (EXISTS (SELECT FROM memberships WHERE memberships.org_id = current_org() AND memberships.user_id = users.id));
--> statement-breakpoint
GRANT SELECT (id, email, name, disabled_at, created_at) ON users TO app_rw;
--> statement-breakpoint
-- What precedes an organization: signing in and up, choosing one, doing the outbox's work, opening a payment link.
DO $$
DECLARE
  table_name text;
BEGIN
  FOREACH table_name IN ARRAY ARRAY['users', 'organizations', 'memberships', 'invites', 'outbox'] LOOP
    EXECUTE format('CREATE POLICY system ON %I TO app_system USING (true) WITH CHECK (true)', table_name);
  END LOOP;
END
$$;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE
  ON users, sessions, user_tokens, rate_limits, organizations, memberships, invites, outbox TO app_system;
--> statement-breakpoint
CREATE POLICY system ON payment_links FOR SELECT TO app_system USING (true);
--> statement-breakpoint
GRANT SELECT ON payment_links TO app_system;
