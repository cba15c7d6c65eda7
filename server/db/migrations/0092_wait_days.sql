-- How long the paid calls of a day took is one row of that day, from the shortest on: hundreds of thousands of values are read from
-- a few hundred rows, and what half of a day's calls took stands in the middle of its row. Of the same call the lists have the same place.
CREATE TABLE "wait_days" (
	"org_id" uuid NOT NULL,
	"first_day" date NOT NULL,
	"seconds" integer[] NOT NULL,
	"campaign_ids" uuid[] NOT NULL,
	"agent_ids" uuid[] NOT NULL,
	"offer_ids" uuid[] NOT NULL,
	CONSTRAINT "wait_days_org_id_first_day_pk" PRIMARY KEY("org_id","first_day")
);
--> statement-breakpoint
ALTER TABLE call_waits NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
INSERT INTO wait_days (org_id, first_day, seconds, campaign_ids, agent_ids, offer_ids)
SELECT org_id, first_day, array_agg(seconds::int ORDER BY seconds, campaign_id, agent_id, offer_id),
  array_agg(campaign_id ORDER BY seconds, campaign_id, agent_id, offer_id),
  array_agg(agent_id ORDER BY seconds, campaign_id, agent_id, offer_id),
  array_agg(offer_id ORDER BY seconds, campaign_id, agent_id, offer_id)
FROM call_waits GROUP BY org_id, first_day;
--> statement-breakpoint
ALTER TABLE wait_days ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE wait_days FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY tenant ON wait_days TO app_rw USING (org_id = (SELECT current_org())) WITH CHECK (org_id = current_org());
--> statement-breakpoint
CREATE POLICY own_orders ON wait_days AS RESTRICTIVE FOR SELECT TO app_own USING (current_user <> 'app_own');
--> statement-breakpoint
CREATE POLICY selling ON wait_days AS RESTRICTIVE TO app_selling USING (current_user <> 'app_selling') WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON wait_days TO app_rw;
--> statement-breakpoint
DROP TABLE "call_waits";
--> statement-breakpoint
-- When a link was used is told as well, not only whether it was.
DROP TRIGGER note_figures_of_changed ON payment_links;
--> statement-breakpoint
CREATE TRIGGER note_figures_of_changed AFTER UPDATE ON payment_links FOR EACH ROW
  WHEN ((OLD.opened_at IS NULL, OLD.used_at) IS DISTINCT FROM (NEW.opened_at IS NULL, NEW.used_at))
  EXECUTE FUNCTION note_figure_links();
