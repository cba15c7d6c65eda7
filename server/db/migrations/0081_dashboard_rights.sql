-- What is found by words is found by a role of its own, which reads of links and attempts what the view of orders looks at.
GRANT SELECT (org_id, order_id, ended_at, used_at, expires_at) ON payment_links TO search_reader;
--> statement-breakpoint
GRANT SELECT (org_id, id, order_id, state, created_at) ON payment_attempts TO search_reader;
--> statement-breakpoint
CREATE POLICY search ON payment_links FOR SELECT TO search_reader USING (true);
--> statement-breakpoint
CREATE POLICY search ON payment_attempts FOR SELECT TO search_reader USING (true);
--> statement-breakpoint
-- A sale of a partner neither sees nor makes reports and goals.
CREATE POLICY selling ON saved_reports AS RESTRICTIVE TO app_selling USING (current_user <> 'app_selling') WITH CHECK (current_user <> 'app_selling');
--> statement-breakpoint
CREATE POLICY selling ON report_mails AS RESTRICTIVE TO app_selling USING (current_user <> 'app_selling') WITH CHECK (current_user <> 'app_selling');
--> statement-breakpoint
CREATE POLICY selling ON team_goals AS RESTRICTIVE TO app_selling USING (current_user <> 'app_selling') WITH CHECK (current_user <> 'app_selling');
