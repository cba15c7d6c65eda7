-- Calls of days that are long over are added up as well (0075_figures): how many count, have sold, and were paid.
ALTER TABLE "figure_sums" ADD COLUMN "counted_calls" bigint, ADD COLUMN "sold_calls" bigint, ADD COLUMN "paid_calls" bigint;
--> statement-breakpoint
CREATE INDEX "calls_of_order" ON "calls" USING btree ("org_id","order_id") WHERE order_id IS NOT NULL;
--> statement-breakpoint
DROP TRIGGER note_figures_of_changed ON calls;
--> statement-breakpoint
CREATE TRIGGER note_figures_of_changed AFTER UPDATE ON calls FOR EACH ROW
  WHEN (least(OLD.started_at, NEW.started_at) < now() - interval '35 hours'
    AND (OLD.agent_id, OLD.order_id, OLD.campaign_id, OLD.offer_id, OLD.disposition, OLD.started_at)
    IS DISTINCT FROM (NEW.agent_id, NEW.order_id, NEW.campaign_id, NEW.offer_id, NEW.disposition, NEW.started_at))
  EXECUTE FUNCTION note_figure_calls();
--> statement-breakpoint
-- What a call has sold, and whether that was paid, is the order's: its call is read from its row again, as the order is.
CREATE OR REPLACE FUNCTION note_figure_links() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO figure_changes (org_id, at)
  SELECT orders.org_id, orders.created_at FROM orders
  WHERE orders.org_id = NEW.org_id AND orders.id = NEW.order_id AND orders.created_at < now() - interval '35 hours'
  UNION SELECT calls.org_id, calls.started_at FROM calls
  WHERE calls.org_id = NEW.org_id AND calls.order_id = NEW.order_id AND calls.started_at < now() - interval '35 hours';
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION note_figure_moves() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO figure_changes (org_id, at)
  SELECT org_id, created_at FROM transactions
  WHERE transactions.org_id = NEW.org_id AND order_id = NEW.id AND created_at < now() - interval '35 hours'
  UNION SELECT org_id, started_at FROM calls
  WHERE calls.org_id = NEW.org_id AND order_id = NEW.id AND started_at < now() - interval '35 hours';
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION note_figure_lines() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO figure_changes (org_id, at)
  SELECT orders.org_id, orders.created_at
  FROM (SELECT DISTINCT org_id, order_id FROM moved) AS own
  JOIN orders ON orders.org_id = own.org_id AND orders.id = own.order_id
  WHERE orders.created_at < now() - interval '35 hours'
  UNION SELECT calls.org_id, calls.started_at
  FROM (SELECT DISTINCT org_id, order_id FROM moved) AS own
  JOIN calls ON calls.org_id = own.org_id AND calls.order_id = own.order_id
  WHERE calls.started_at < now() - interval '35 hours';
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- Days that are kept already have none of this: they are added up anew, and read from their rows until then.
TRUNCATE figure_days, figure_sums;
