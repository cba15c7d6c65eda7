-- What the leaderboard tells of days that are long over is kept as well, added up by the same job (0075_figures).
CREATE TABLE "board_sums" (
	"org_id" uuid NOT NULL,
	"first_day" date NOT NULL,
	"agent_id" uuid NOT NULL,
	"net" bigint NOT NULL,
	"orders" bigint NOT NULL,
	"total" bigint NOT NULL,
	"calls" bigint NOT NULL,
	"sold" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "board_sums_of" ON "board_sums" USING btree ("org_id","first_day");--> statement-breakpoint
CREATE INDEX "board_sums_of_agent" ON "board_sums" USING btree ("org_id","agent_id","first_day");--> statement-breakpoint
-- A call that is changed long after it was made is read from its row again.
CREATE FUNCTION note_figure_calls() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.started_at < now() - interval '35 hours' THEN
    INSERT INTO figure_changes (org_id, at) VALUES (OLD.org_id, OLD.started_at);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.started_at < now() - interval '35 hours' THEN
    INSERT INTO figure_changes (org_id, at) VALUES (NEW.org_id, NEW.started_at);
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER note_figures_of_new AFTER INSERT ON calls FOR EACH ROW
  WHEN (NEW.started_at < now() - interval '35 hours') EXECUTE FUNCTION note_figure_calls();
--> statement-breakpoint
CREATE TRIGGER note_figures_of_changed AFTER UPDATE ON calls FOR EACH ROW
  WHEN (least(OLD.started_at, NEW.started_at) < now() - interval '35 hours'
    AND (OLD.agent_id, OLD.order_id, OLD.disposition, OLD.started_at)
    IS DISTINCT FROM (NEW.agent_id, NEW.order_id, NEW.disposition, NEW.started_at))
  EXECUTE FUNCTION note_figure_calls();
--> statement-breakpoint
CREATE TRIGGER note_figures_of_deleted AFTER DELETE ON calls FOR EACH ROW
  WHEN (OLD.started_at < now() - interval '35 hours') EXECUTE FUNCTION note_figure_calls();
--> statement-breakpoint
ALTER TABLE board_sums ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE board_sums FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY tenant ON board_sums TO app_rw USING (org_id = (SELECT current_org())) WITH CHECK (org_id = current_org());
--> statement-breakpoint
CREATE POLICY own_orders ON board_sums AS RESTRICTIVE FOR SELECT TO app_own USING (current_user <> 'app_own');
--> statement-breakpoint
CREATE POLICY selling ON board_sums AS RESTRICTIVE TO app_selling USING (current_user <> 'app_selling') WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON board_sums TO app_rw;
--> statement-breakpoint
-- Days that are kept already have none of this: they are added up anew, and read from their rows until then.
TRUNCATE figure_days, figure_sums;
