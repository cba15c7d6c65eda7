-- A partner sells in a campaign that is shared with them (CO-02). The order is one of whoever shares: stock, customers, parcels,
-- payments and the ledger are theirs, and all of it is kept by the rules and locks of every order. It says by which
-- collaboration it was sold, which is how the partner sees it and what the statement is reckoned from.
--
-- It is placed as a role of its own, app_selling, which has the rights of app_rw in the organization that shares and is kept by
-- policies to what it sells: campaigns that the collaboration lets it sell in, their offers and products, and the
-- customers and orders that it makes. Every other table is closed to it.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'app_selling') THEN
    BEGIN
      CREATE ROLE app_selling NOLOGIN;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
    END;
  END IF;
  IF NOT pg_has_role('app_selling', 'app_rw', 'MEMBER') THEN
    BEGIN
      GRANT app_rw TO app_selling;
    EXCEPTION WHEN unique_violation THEN NULL;
    END;
  END IF;
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    BEGIN
      GRANT app_selling TO CURRENT_USER;
    EXCEPTION
      WHEN unique_violation THEN NULL;
      WHEN insufficient_privilege THEN
        IF NOT pg_has_role(current_user, 'app_selling', 'MEMBER') THEN RAISE; END IF;
    END;
  END IF;
END
$$;
--> statement-breakpoint
-- The collaboration by which a partner sells; null for everybody else.
CREATE FUNCTION public.current_collaboration() RETURNS uuid
LANGUAGE sql STABLE PARALLEL SAFE
RETURN nullif(current_setting('app.collaboration_id', true), '')::uuid;
--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "collaboration_id" uuid DEFAULT current_collaboration();--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "collaboration_id" uuid DEFAULT current_collaboration();--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "campaign_name" text;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_collaboration_fk" FOREIGN KEY ("org_id","collaboration_id") REFERENCES "public"."collaborations"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_collaboration_fk" FOREIGN KEY ("org_id","collaboration_id") REFERENCES "public"."collaborations"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "orders_of_collaboration" ON "orders" USING btree ("org_id","collaboration_id","created_at","id") WHERE collaboration_id IS NOT NULL;--> statement-breakpoint
-- By whom it was sold stays, and what the campaign was called then: the partner may see the campaign no more later.
CREATE FUNCTION keep_sale() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW.collaboration_id IS DISTINCT FROM OLD.collaboration_id OR NEW.campaign_name IS DISTINCT FROM OLD.campaign_name THEN
      RAISE EXCEPTION 'by whom an order was sold stays' USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
  END IF;
  SELECT name INTO NEW.campaign_name FROM campaigns WHERE org_id = NEW.org_id AND id = NEW.campaign_id;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER keep_sale BEFORE INSERT ON orders
  FOR EACH ROW WHEN (NEW.collaboration_id IS NOT NULL) EXECUTE FUNCTION keep_sale();
--> statement-breakpoint
CREATE TRIGGER keep_sale_after BEFORE UPDATE OF collaboration_id, campaign_name ON orders
  FOR EACH ROW EXECUTE FUNCTION keep_sale();
--> statement-breakpoint
-- Restrictive: they take away from what app_rw may, and add nothing. A collaboration is locked by who sells, and never changed.
CREATE POLICY selling ON collaborations AS RESTRICTIVE TO app_selling USING (
  org_id = (SELECT current_org()) AND id = (SELECT current_collaboration()) AND partner_org_id = (SELECT current_partner())
) WITH CHECK (false);
--> statement-breakpoint
CREATE POLICY selling ON collaboration_campaigns AS RESTRICTIVE TO app_selling USING (
  (org_id, collaboration_id) IN (SELECT org_id, id FROM collaborations)
) WITH CHECK (false);
--> statement-breakpoint
-- What is only shown, paused or ended is not there for a sale.
CREATE POLICY selling ON campaigns AS RESTRICTIVE TO app_selling USING (
  id IN (
    SELECT shared.campaign_id FROM collaboration_campaigns AS shared
    JOIN collaborations AS one ON one.org_id = shared.org_id AND one.id = shared.collaboration_id
    WHERE one.state = 'active' AND shared."right" = 'sell'
  )
);
--> statement-breakpoint
CREATE POLICY selling ON offers AS RESTRICTIVE TO app_selling USING (campaign_id IN (SELECT id FROM campaigns));
--> statement-breakpoint
CREATE POLICY selling ON products AS RESTRICTIVE TO app_selling USING (id IN (SELECT product_id FROM offers));
--> statement-breakpoint
CREATE POLICY selling ON customers AS RESTRICTIVE TO app_selling
  USING (collaboration_id = (SELECT current_collaboration())) WITH CHECK (collaboration_id = current_collaboration());
--> statement-breakpoint
CREATE POLICY selling ON orders AS RESTRICTIVE TO app_selling
  USING (collaboration_id = (SELECT current_collaboration()) AND (org_id, collaboration_id) IN (SELECT org_id, id FROM collaborations))
  WITH CHECK (collaboration_id = current_collaboration() AND campaign_id IN (SELECT id FROM campaigns));
--> statement-breakpoint
DO $$
DECLARE
  part text;
BEGIN
  FOREACH part IN ARRAY ARRAY['order_items', 'fulfilments', 'mails'] LOOP
    EXECUTE format('CREATE POLICY selling ON %1$I AS RESTRICTIVE TO app_selling USING (EXISTS ('
      || 'SELECT FROM orders WHERE orders.org_id = %1$I.org_id AND orders.id = %1$I.order_id))', part);
  END LOOP;
END
$$;
--> statement-breakpoint
CREATE POLICY selling ON fulfilment_items AS RESTRICTIVE TO app_selling USING (EXISTS (
  SELECT FROM fulfilments
  WHERE fulfilments.org_id = fulfilment_items.org_id AND fulfilments.id = fulfilment_items.fulfilment_id
));
--> statement-breakpoint
-- A sale adds lines to these and reads none of them. The first line of a parcel is written before the parcel, by nobody.
CREATE POLICY selling ON record_events AS RESTRICTIVE TO app_selling USING (false) WITH CHECK (
  resource = 'orders' AND record_id IN (SELECT id FROM orders)
  OR resource = 'customers' AND record_id IN (SELECT id FROM customers)
  OR resource = 'fulfillments' AND kind = 'pack' AND user_id IS NULL
);
--> statement-breakpoint
CREATE POLICY selling ON stock_movements AS RESTRICTIVE TO app_selling USING (false) WITH CHECK (order_id IN (SELECT id FROM orders));
--> statement-breakpoint
CREATE POLICY selling ON outbox AS RESTRICTIVE TO app_selling USING (false) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY selling ON list_counts AS RESTRICTIVE TO app_selling USING (false) WITH CHECK (true);
--> statement-breakpoint
-- The mails about an order are the organization's own: its texts and what they leave through are read, and not changed.
DO $$
DECLARE
  part text;
BEGIN
  FOREACH part IN ARRAY ARRAY['email_autoresponders', 'order_mails', 'plugin_instances', 'sellers'] LOOP
    EXECUTE format('CREATE POLICY selling ON %I AS RESTRICTIVE TO app_selling USING (true) WITH CHECK (false)', part);
  END LOOP;
  FOREACH part IN ARRAY ARRAY['organizations', 'idempotency_keys'] LOOP
    EXECUTE format('CREATE POLICY selling ON %I AS RESTRICTIVE TO app_selling USING (true) WITH CHECK (true)', part);
  END LOOP;
END
$$;
--> statement-breakpoint
-- Everything else is closed, and nothing is deleted but an own key.
DO $$
DECLARE
  closed record;
BEGIN
  FOR closed IN
    SELECT c.relname, EXISTS (
      SELECT FROM pg_policies
      WHERE schemaname = current_schema() AND tablename = c.relname AND 'app_selling' = ANY (roles)
    ) AS is_decided
    FROM pg_class AS c
    WHERE c.relkind = 'r' AND c.relrowsecurity AND c.relnamespace = current_schema()::regnamespace
  LOOP
    IF NOT closed.is_decided THEN
      EXECUTE format('CREATE POLICY selling ON %I AS RESTRICTIVE TO app_selling USING (false) WITH CHECK (false)', closed.relname);
    ELSIF closed.relname <> 'idempotency_keys' THEN
      EXECUTE format('CREATE POLICY deletes_nothing ON %I AS RESTRICTIVE FOR DELETE TO app_selling USING (false)', closed.relname);
    END IF;
  END LOOP;
END
$$;
--> statement-breakpoint
-- The partner sees what they have sold, and of its customer what their own agent has typed: the copy that the order keeps.
-- It stays theirs to see in a pause and after the end, as long as something may be owed for it.
GRANT SELECT (org_id, id, number, collaboration_id, campaign_id, campaign_name, agent_id, agent_name, draft_id, customer_first_name,
  customer_last_name, customer_email, status, payment_status, fulfillment_status, currency, subtotal_cents, shipping_cents, tax_cents,
  total_cents, paid_cents, refunded_cents, created_at, updated_at, version) ON orders TO app_partner;
--> statement-breakpoint
GRANT SELECT (org_id, id, order_id, name, quantity, unit_price_cents, total_cents, position) ON order_items TO app_partner;
--> statement-breakpoint
-- The statement is reckoned from the ledger: what the gateways hold of an order, and what they have kept of it.
GRANT SELECT (org_id, id, order_id, type) ON transactions TO app_partner;
--> statement-breakpoint
GRANT SELECT (org_id, id, order_id, transaction_id, account, amount_cents, currency, created_at) ON ledger_entries TO app_partner;
--> statement-breakpoint
-- Whoever sees their own orders alone in the partner's organization sees those here, too.
CREATE POLICY partner ON orders FOR SELECT TO app_partner USING (
  org_id = (SELECT current_org())
  AND collaboration_id IN (SELECT id FROM collaborations WHERE partner_org_id = (SELECT current_partner()))
  AND ((SELECT current_person()) IS NULL OR agent_id = (SELECT current_person()))
);
--> statement-breakpoint
CREATE POLICY partner ON order_items FOR SELECT TO app_partner USING (
  org_id = (SELECT current_org()) AND order_id IN (SELECT id FROM orders)
);
--> statement-breakpoint
CREATE POLICY partner ON transactions FOR SELECT TO app_partner USING (
  org_id = (SELECT current_org()) AND order_id IN (SELECT id FROM orders)
);
--> statement-breakpoint
CREATE POLICY partner ON ledger_entries FOR SELECT TO app_partner USING (
  org_id = (SELECT current_org()) AND order_id IN (SELECT id FROM orders)
);
--> statement-breakpoint
-- Both organizations hear of what is sold, and of what becomes of it, by their collaboration. Other orders pay nothing for that.
CREATE FUNCTION note_sale() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
  INSERT INTO changes (org_id, xid, resource, record_id, kind, created_at)
  SELECT side.org_id, pg_current_xact_id(), 'collaborations', one.id, 'updated', now()
  FROM collaborations AS one, LATERAL (VALUES (one.org_id), (one.partner_org_id)) AS side (org_id)
  WHERE one.org_id = NEW.org_id AND one.id = NEW.collaboration_id AND side.org_id IS NOT NULL;
  PERFORM pg_notify('offerdesk_changes', partner_org_id::text) FROM collaborations
  WHERE org_id = NEW.org_id AND id = NEW.collaboration_id AND partner_org_id IS NOT NULL;
  RETURN NULL;
END
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION note_sale FROM PUBLIC;
--> statement-breakpoint
GRANT CREATE ON SCHEMA public TO app_system;
--> statement-breakpoint
ALTER FUNCTION note_sale OWNER TO app_system;
--> statement-breakpoint
REVOKE CREATE ON SCHEMA public FROM app_system;
--> statement-breakpoint
CREATE TRIGGER note_sale AFTER INSERT OR UPDATE ON orders
  FOR EACH ROW WHEN (NEW.collaboration_id IS NOT NULL) EXECUTE FUNCTION note_sale();
