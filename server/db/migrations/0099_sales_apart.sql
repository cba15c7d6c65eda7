-- What a sale of a partner has to do with these: nothing.
CREATE POLICY selling ON bulk_jobs AS RESTRICTIVE TO app_selling USING (current_user <> 'app_selling') WITH CHECK (current_user <> 'app_selling');
--> statement-breakpoint
CREATE POLICY selling ON bulk_job_rows AS RESTRICTIVE TO app_selling USING (current_user <> 'app_selling') WITH CHECK (current_user <> 'app_selling');
--> statement-breakpoint
CREATE POLICY selling ON saved_views AS RESTRICTIVE TO app_selling USING (current_user <> 'app_selling') WITH CHECK (current_user <> 'app_selling');
--> statement-breakpoint
CREATE POLICY selling ON view_defaults AS RESTRICTIVE TO app_selling USING (current_user <> 'app_selling') WITH CHECK (current_user <> 'app_selling');
