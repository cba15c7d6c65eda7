-- A million orders are not added up for every figure: days that are long over are kept, added up, by whatever figures are split
-- by. Written by a job alone (server/reports/rollUp.ts). A day is kept once it has ended more than 36 hours ago, so that a sale
-- writes nothing here; whoever changes what is older than 35 hours notes when that was, and its day is read from its rows again
-- until the job has added it up anew. The hour between the two is longer than any transaction.
CREATE TABLE "figure_sums" (
	"org_id" uuid NOT NULL,
	"list" text NOT NULL,
	"grain" text NOT NULL,
	"split" smallint NOT NULL,
	"first_day" date NOT NULL,
	"campaign_id" uuid,
	"agent_id" uuid,
	"gateway_instance_id" uuid,
	"offer_id" uuid,
	"sold" bigint,
	"placed" bigint,
	"taxed" bigint,
	"kept" bigint,
	"given_back" bigint,
	"sold_lines" bigint,
	"sold_units" bigint,
	"charged" bigint,
	"refunded" bigint,
	"net" bigint,
	"approved" bigint,
	"declined" bigint,
	"tried" bigint
);
--> statement-breakpoint
CREATE INDEX "figure_sums_of" ON "figure_sums" USING btree ("org_id","list","grain","split","first_day");--> statement-breakpoint
CREATE TABLE "figure_days" (
	"org_id" uuid NOT NULL,
	"grain" text NOT NULL,
	"first_day" date NOT NULL,
	"zone" text NOT NULL,
	CONSTRAINT "figure_days_org_id_grain_first_day_pk" PRIMARY KEY("org_id","grain","first_day")
);
--> statement-breakpoint
CREATE TABLE "figure_changes" (
	"org_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "figure_changes_at" ON "figure_changes" USING btree ("org_id","at");--> statement-breakpoint
CREATE TABLE "figure_proofs" (
	"org_id" uuid PRIMARY KEY NOT NULL,
	"proven_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE FUNCTION note_figure_change() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
  behind timestamptz := now() - interval '35 hours';
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.created_at < behind THEN
    INSERT INTO figure_changes (org_id, at) VALUES (OLD.org_id, OLD.created_at);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.created_at < behind AND (TG_OP = 'INSERT' OR NEW.created_at <> OLD.created_at) THEN
    INSERT INTO figure_changes (org_id, at) VALUES (NEW.org_id, NEW.created_at);
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- What is split by the order of a payment moves with the order.
CREATE FUNCTION note_figure_moves() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO figure_changes (org_id, at)
  SELECT org_id, created_at FROM transactions
  WHERE transactions.org_id = NEW.org_id AND order_id = NEW.id AND created_at < now() - interval '35 hours';
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION note_figure_lines() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO figure_changes (org_id, at)
  SELECT orders.org_id, orders.created_at
  FROM (SELECT DISTINCT org_id, order_id FROM moved) AS own
  JOIN orders ON orders.org_id = own.org_id AND orders.id = own.order_id
  WHERE orders.created_at < now() - interval '35 hours';
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER note_figures_of_new AFTER INSERT ON orders FOR EACH ROW
  WHEN (NEW.created_at < now() - interval '35 hours') EXECUTE FUNCTION note_figure_change();
--> statement-breakpoint
CREATE TRIGGER note_figures_of_changed AFTER UPDATE ON orders FOR EACH ROW
  WHEN (least(OLD.created_at, NEW.created_at) < now() - interval '35 hours'
    AND (OLD.status, OLD.campaign_id, OLD.agent_id, OLD.gateway_instance_id, OLD.created_at, OLD.total_cents, OLD.tax_cents,
      OLD.paid_cents, OLD.refunded_cents, OLD.prices_include_tax)
    IS DISTINCT FROM (NEW.status, NEW.campaign_id, NEW.agent_id, NEW.gateway_instance_id, NEW.created_at, NEW.total_cents,
      NEW.tax_cents, NEW.paid_cents, NEW.refunded_cents, NEW.prices_include_tax))
  EXECUTE FUNCTION note_figure_change();
--> statement-breakpoint
CREATE TRIGGER note_figures_of_moved AFTER UPDATE ON orders FOR EACH ROW
  WHEN ((OLD.campaign_id, OLD.agent_id) IS DISTINCT FROM (NEW.campaign_id, NEW.agent_id))
  EXECUTE FUNCTION note_figure_moves();
--> statement-breakpoint
CREATE TRIGGER note_figures_of_deleted AFTER DELETE ON orders FOR EACH ROW
  WHEN (OLD.created_at < now() - interval '35 hours') EXECUTE FUNCTION note_figure_change();
--> statement-breakpoint
CREATE TRIGGER note_figures_of_new AFTER INSERT ON transactions FOR EACH ROW
  WHEN (NEW.created_at < now() - interval '35 hours') EXECUTE FUNCTION note_figure_change();
--> statement-breakpoint
CREATE TRIGGER note_figures_of_changed AFTER UPDATE ON transactions FOR EACH ROW
  WHEN (least(OLD.created_at, NEW.created_at) < now() - interval '35 hours'
    AND (OLD.status, OLD.type, OLD.amount_cents, OLD.gateway_instance_id, OLD.order_id, OLD.created_at)
    IS DISTINCT FROM (NEW.status, NEW.type, NEW.amount_cents, NEW.gateway_instance_id, NEW.order_id, NEW.created_at))
  EXECUTE FUNCTION note_figure_change();
--> statement-breakpoint
CREATE TRIGGER note_figures_of_deleted AFTER DELETE ON transactions FOR EACH ROW
  WHEN (OLD.created_at < now() - interval '35 hours') EXECUTE FUNCTION note_figure_change();
--> statement-breakpoint
CREATE TRIGGER note_figures_of_new AFTER INSERT ON order_items REFERENCING NEW TABLE AS moved
  FOR EACH STATEMENT EXECUTE FUNCTION note_figure_lines();
--> statement-breakpoint
CREATE TRIGGER note_figures_of_changed AFTER UPDATE ON order_items REFERENCING NEW TABLE AS moved
  FOR EACH STATEMENT EXECUTE FUNCTION note_figure_lines();
--> statement-breakpoint
CREATE TRIGGER note_figures_of_went AFTER UPDATE ON order_items REFERENCING OLD TABLE AS moved
  FOR EACH STATEMENT EXECUTE FUNCTION note_figure_lines();
--> statement-breakpoint
CREATE TRIGGER note_figures_of_deleted AFTER DELETE ON order_items REFERENCING OLD TABLE AS moved
  FOR EACH STATEMENT EXECUTE FUNCTION note_figure_lines();
--> statement-breakpoint
-- Whoever reads their own orders alone, and whoever sells for others, is answered from rows.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['figure_sums', 'figure_days', 'figure_changes', 'figure_proofs'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY tenant ON %I TO app_rw USING (org_id = (SELECT current_org())) WITH CHECK (org_id = current_org())', name);
    EXECUTE format('CREATE POLICY own_orders ON %I AS RESTRICTIVE FOR SELECT TO app_own USING (current_user <> ''app_own'')', name);
    EXECUTE format('CREATE POLICY selling ON %I AS RESTRICTIVE TO app_selling USING (current_user <> ''app_selling'') WITH CHECK (true)', name);
    EXECUTE format('GRANT SELECT, INSERT, DELETE ON %I TO app_rw', name);
  END LOOP;
END
$$;
--> statement-breakpoint
GRANT UPDATE ON figure_days, figure_proofs TO app_rw;
