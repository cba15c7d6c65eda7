-- Reports are kept under a name for everybody of an organization, and mailed on Mondays to whoever wants them.
CREATE TABLE "saved_reports" (
	"org_id" uuid NOT NULL REFERENCES "organizations"("id") ON DELETE cascade,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"question" jsonb NOT NULL,
	"created_by_name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "saved_reports_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
-- It goes with the report, and with whoever reads it: nobody is mailed of an organization that they do not belong to.
CREATE TABLE "report_mails" (
	"org_id" uuid NOT NULL,
	"report_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "report_mails_org_id_report_id_user_id_pk" PRIMARY KEY("org_id","report_id","user_id"),
	CONSTRAINT "report_mails_report_fk" FOREIGN KEY ("org_id","report_id") REFERENCES "saved_reports"("org_id","id") ON DELETE cascade,
	CONSTRAINT "report_mails_member_fk" FOREIGN KEY ("org_id","user_id") REFERENCES "memberships"("org_id","user_id") ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX "report_mails_due" ON "report_mails" USING btree ("next_at");
--> statement-breakpoint
CREATE INDEX "report_mails_reader" ON "report_mails" USING btree ("org_id","user_id");
--> statement-breakpoint
ALTER TABLE saved_reports ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE saved_reports FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY tenant ON saved_reports TO app_rw USING (org_id = (SELECT current_org())) WITH CHECK (org_id = current_org());
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON saved_reports TO app_rw;
--> statement-breakpoint
ALTER TABLE report_mails ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE report_mails FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY tenant ON report_mails TO app_rw USING (org_id = (SELECT current_org())) WITH CHECK (org_id = current_org());
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON report_mails TO app_rw;
--> statement-breakpoint
-- Which are due is looked up for all organizations at once.
CREATE POLICY system ON report_mails FOR SELECT TO app_system USING (true);
--> statement-breakpoint
GRANT SELECT ON report_mails TO app_system;
--> statement-breakpoint
CREATE TRIGGER grow_version BEFORE UPDATE ON saved_reports FOR EACH ROW EXECUTE FUNCTION grow_version();
--> statement-breakpoint
SELECT watch_changes('saved_reports', 'savedReports');
--> statement-breakpoint
SELECT audit_changes('saved_reports', '''savedReports''', named => 'changed.name');
