-- The figures of campaigns and customers are rows that every sale changes. They are added up as the transaction commits: last,
-- and held for no longer than that, whatever else the transaction has still to do. Campaigns come before customers, as
-- triggers of one row fire by their names; everybody else locks the two in this order as well (server/orders/lock.ts). Whoever
-- reads the figures of what they have changed within the same transaction asks for them first, by SET CONSTRAINTS.
DROP TRIGGER keep_campaign_figures ON orders;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER keep_campaign_figures AFTER INSERT OR DELETE OR UPDATE OF status, paid_cents, refunded_cents ON orders
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION keep_campaign_figures();
--> statement-breakpoint
DROP TRIGGER keep_customer_figures ON orders;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER keep_customer_figures AFTER INSERT OR DELETE OR UPDATE OF customer_id, paid_cents, refunded_cents
  ON orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION keep_customer_figures();
--> statement-breakpoint
-- As before, but of a customer who stays the same nothing is written, or waited for, when nothing was paid or given back.
CREATE OR REPLACE FUNCTION keep_customer_figures() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.customer_id = OLD.customer_id THEN
    IF NEW.paid_cents - NEW.refunded_cents <> OLD.paid_cents - OLD.refunded_cents THEN
      UPDATE customers
      SET total_spent_cents = total_spent_cents + (NEW.paid_cents - NEW.refunded_cents) - (OLD.paid_cents - OLD.refunded_cents)
      WHERE org_id = NEW.org_id AND id = NEW.customer_id;
    END IF;
    RETURN NULL;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    UPDATE customers
    SET orders_count = orders_count - 1,
      total_spent_cents = total_spent_cents - (OLD.paid_cents - OLD.refunded_cents),
      last_order_at = (
        SELECT max(created_at) FROM orders WHERE orders.org_id = OLD.org_id AND orders.customer_id = OLD.customer_id
      )
    WHERE org_id = OLD.org_id AND id = OLD.customer_id;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    UPDATE customers
    SET orders_count = orders_count + 1,
      total_spent_cents = total_spent_cents + (NEW.paid_cents - NEW.refunded_cents),
      last_order_at = greatest(last_order_at, NEW.created_at)
    WHERE org_id = NEW.org_id AND id = NEW.customer_id;
  END IF;
  RETURN NULL;
END
$$;
