-- Contracts: what a gateway took still has its gateway, and one foreign key, which nothing reads.
-- Orders that were placed elsewhere, from a spreadsheet.
ALTER TABLE "orders" ADD COLUMN "imported_from" text;
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "imported_number" text;
--> statement-breakpoint
CREATE UNIQUE INDEX "orders_imported" ON "orders" USING btree ("org_id","imported_from","imported_number") WHERE imported_number is not null;
--> statement-breakpoint
ALTER TABLE "sheet_imports" ADD COLUMN "source" text;
--> statement-breakpoint
-- The first of the numbers that its orders will have, taken before they are written: nobody who sells waits for that.
ALTER TABLE "sheet_imports" ADD COLUMN "first_number" integer;
--> statement-breakpoint
-- What was paid elsewhere is with no gateway of ours.
ALTER TABLE "transactions" ALTER COLUMN "gateway_instance_id" DROP NOT NULL;
--> statement-breakpoint
ALTER TABLE "ledger_entries" ALTER COLUMN "gateway_instance_id" DROP NOT NULL;
--> statement-breakpoint
-- What is in the ledger stays as it is: when an import is undone its orders go, and their entries are booked back.
ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_entries_org_id_order_id_orders_org_id_id_fk";
--> statement-breakpoint
-- As in 0011_orders, but an order is found by the number that it was imported under as well.
CREATE OR REPLACE FUNCTION keep_order_finds() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  UPDATE orders SET gateway_instance_id = found.gateway_instance_id, found_by = found.words
  FROM (
    SELECT changed.org_id, changed.order_id,
      (SELECT transactions.gateway_instance_id FROM transactions
        WHERE transactions.org_id = changed.org_id AND transactions.order_id = changed.order_id AND type = 'charge'
        ORDER BY transactions.created_at DESC, transactions.id DESC LIMIT 1) AS gateway_instance_id,
      coalesce((SELECT string_agg(word, ' ' ORDER BY word) FROM (
        SELECT reference AS word FROM transactions
        WHERE transactions.org_id = changed.org_id AND transactions.order_id = changed.order_id AND reference IS NOT NULL
        UNION
        SELECT tracking_number FROM fulfilments
        WHERE fulfilments.org_id = changed.org_id AND fulfilments.order_id = changed.order_id AND tracking_number IS NOT NULL
        UNION
        SELECT imported_number FROM orders AS own
        WHERE own.org_id = changed.org_id AND own.id = changed.order_id AND imported_number IS NOT NULL
      ) AS words), '') AS words
    FROM (SELECT DISTINCT org_id, order_id FROM changed_rows) AS changed
  ) AS found
  WHERE orders.org_id = found.org_id AND orders.id = found.order_id
    AND (orders.gateway_instance_id, orders.found_by) IS DISTINCT FROM (found.gateway_instance_id, found.words);
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- As in 0044_counted_orders, but who writes many orders at once adds them up together, as one row that is changed ten thousand times
-- in one transaction takes longer each time.
CREATE OR REPLACE FUNCTION keep_campaign_figures() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
  orders_more integer := 0;
  revenue_more bigint := 0;
  campaign uuid := coalesce(NEW.campaign_id, OLD.campaign_id);
  organization uuid := coalesce(NEW.org_id, OLD.org_id);
BEGIN
  IF current_setting('app.figures_together', true) = 'on' THEN RETURN NULL; END IF;
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
  IF current_setting('app.figures_together', true) = 'on' THEN RETURN NULL; END IF;
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
