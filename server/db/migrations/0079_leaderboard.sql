-- What a team wants to take in a day, a week and a month. Every organization has it from the beginning, with no goal.
CREATE TABLE "team_goals" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"day_cents" integer,
	"week_cents" integer,
	"month_cents" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "team_goals_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "team_goals_of_organization" CHECK (id = org_id),
	CONSTRAINT "team_goals_amounts" CHECK (day_cents > 0 and week_cents > 0 and month_cents > 0)
);
--> statement-breakpoint
ALTER TABLE "team_goals" ADD CONSTRAINT "team_goals_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE TRIGGER grow_version BEFORE UPDATE ON team_goals FOR EACH ROW EXECUTE FUNCTION grow_version();
--> statement-breakpoint
CREATE FUNCTION give_team_goals() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
  INSERT INTO team_goals (org_id, id, created_at, updated_at) VALUES (NEW.id, NEW.id, now(), now());
  RETURN NULL;
END
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION give_team_goals FROM PUBLIC;
--> statement-breakpoint
GRANT CREATE ON SCHEMA public TO app_system;
--> statement-breakpoint
ALTER FUNCTION give_team_goals OWNER TO app_system;
--> statement-breakpoint
REVOKE CREATE ON SCHEMA public FROM app_system;
--> statement-breakpoint
CREATE TRIGGER give_team_goals AFTER INSERT ON organizations FOR EACH ROW EXECUTE FUNCTION give_team_goals();
--> statement-breakpoint
-- Rows that exist are read, which row-level security keeps even their owner from until it is forced again.
ALTER TABLE organizations NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
INSERT INTO team_goals (org_id, id, created_at, updated_at) SELECT id, id, now(), now() FROM organizations;
--> statement-breakpoint
ALTER TABLE organizations FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE team_goals ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE team_goals FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY tenant ON team_goals TO app_rw USING (org_id = (SELECT current_org())) WITH CHECK (org_id = current_org());
--> statement-breakpoint
CREATE POLICY system ON team_goals FOR INSERT TO app_system WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, UPDATE ON team_goals TO app_rw;
--> statement-breakpoint
GRANT INSERT ON team_goals TO app_system;
--> statement-breakpoint
SELECT audit_changes('team_goals', '''organizations''');
--> statement-breakpoint
SELECT watch_changes('team_goals', 'leaderboard', counts => true, operations => ARRAY['UPDATE']);
--> statement-breakpoint
-- What the team sold itself in a period is read of an index alone, whatever an organization has sold before.
CREATE INDEX "orders_on_board" ON "orders" USING btree ("org_id","created_at","agent_id","total_cents","paid_cents","refunded_cents") WHERE status in ('open', 'completed') and agent_id is not null and collaboration_id is null;
--> statement-breakpoint
CREATE INDEX "calls_on_board" ON "calls" USING btree ("org_id","started_at","agent_id","disposition","order_id");
