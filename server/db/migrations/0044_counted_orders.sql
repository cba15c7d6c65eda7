-- What the figures of campaigns and customers count, everywhere alike (CU-05): an order that was cancelled or that has expired
-- is none.
CREATE FUNCTION is_counted(status text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN status NOT IN ('cancelled', 'expired');
--> statement-breakpoint
ALTER TABLE orders NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE campaigns NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE customers NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
UPDATE campaigns SET orders_count = own.counted
FROM (SELECT org_id, campaign_id, count(*) FILTER (WHERE is_counted(status)) AS counted FROM orders GROUP BY 1, 2) AS own
WHERE campaigns.org_id = own.org_id AND campaigns.id = own.campaign_id AND orders_count <> own.counted;
--> statement-breakpoint
UPDATE customers SET orders_count = own.counted, last_order_at = own.last
FROM (
  SELECT org_id, customer_id, count(*) FILTER (WHERE is_counted(status)) AS counted,
    max(created_at) FILTER (WHERE is_counted(status)) AS last
  FROM orders GROUP BY 1, 2
) AS own
WHERE customers.org_id = own.org_id AND customers.id = own.customer_id AND orders_count <> own.counted;
--> statement-breakpoint
ALTER TABLE orders FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE campaigns FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE customers FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION keep_campaign_figures() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
  orders_more integer := 0;
  revenue_more bigint := 0;
  campaign uuid := coalesce(NEW.campaign_id, OLD.campaign_id);
  organization uuid := coalesce(NEW.org_id, OLD.org_id);
BEGIN
  IF TG_OP <> 'INSERT' THEN
    orders_more := -is_counted(OLD.status)::int;
    revenue_more := OLD.refunded_cents - OLD.paid_cents;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    orders_more := orders_more + is_counted(NEW.status)::int;
    revenue_more := revenue_more + NEW.paid_cents - NEW.refunded_cents;
  END IF;
  IF orders_more <> 0 OR revenue_more <> 0 THEN
    UPDATE campaigns SET orders_count = orders_count + orders_more, revenue_cents = revenue_cents + revenue_more
    WHERE org_id = organization AND id = campaign;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION keep_customer_figures() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
  orders_more integer;
  spent_more bigint;
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.customer_id = OLD.customer_id THEN
    orders_more := is_counted(NEW.status)::int - is_counted(OLD.status)::int;
    spent_more := (NEW.paid_cents - NEW.refunded_cents) - (OLD.paid_cents - OLD.refunded_cents);
    -- Else nothing is written, or waited for.
    IF orders_more <> 0 OR spent_more <> 0 THEN
      UPDATE customers
      SET orders_count = orders_count + orders_more,
        total_spent_cents = total_spent_cents + spent_more,
        last_order_at = CASE orders_more
          WHEN 0 THEN last_order_at
          WHEN 1 THEN greatest(last_order_at, NEW.created_at)
          ELSE (
            SELECT max(created_at) FROM orders
            WHERE orders.org_id = NEW.org_id AND orders.customer_id = NEW.customer_id AND is_counted(status)
          )
        END
      WHERE org_id = NEW.org_id AND id = NEW.customer_id;
    END IF;
    RETURN NULL;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    UPDATE customers
    SET orders_count = orders_count - is_counted(OLD.status)::int,
      total_spent_cents = total_spent_cents - (OLD.paid_cents - OLD.refunded_cents),
      last_order_at = (
        SELECT max(created_at) FROM orders
        WHERE orders.org_id = OLD.org_id AND orders.customer_id = OLD.customer_id AND is_counted(status)
      )
    WHERE org_id = OLD.org_id AND id = OLD.customer_id;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    UPDATE customers
    SET orders_count = orders_count + is_counted(NEW.status)::int,
      total_spent_cents = total_spent_cents + (NEW.paid_cents - NEW.refunded_cents),
      last_order_at = CASE WHEN is_counted(NEW.status) THEN greatest(last_order_at, NEW.created_at) ELSE last_order_at END
    WHERE org_id = NEW.org_id AND id = NEW.customer_id;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
DROP TRIGGER keep_customer_figures ON orders;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER keep_customer_figures AFTER INSERT OR DELETE OR UPDATE OF customer_id, status, paid_cents, refunded_cents
  ON orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION keep_customer_figures();
