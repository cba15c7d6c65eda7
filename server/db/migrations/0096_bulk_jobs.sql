-- One action over many records is a job: which rows, and what became of each, are kept, so that any worker goes on with it.
CREATE TABLE "bulk_jobs" (
	"org_id" uuid NOT NULL REFERENCES "organizations"("id") ON DELETE cascade,
	"id" uuid NOT NULL,
	"action" text NOT NULL,
	"params" jsonb NOT NULL,
	"state" text DEFAULT 'checking' NOT NULL,
	"total" integer NOT NULL,
	"tallies" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"through" integer DEFAULT 0 NOT NULL,
	"user_id" uuid REFERENCES "users"("id") ON DELETE set null,
	"user_name" text NOT NULL,
	"token_id" uuid,
	"undo_user_id" uuid REFERENCES "users"("id") ON DELETE set null,
	"undo_user_name" text,
	"undo_token_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"undone_at" timestamp (3) with time zone,
	"locked_by" text,
	"locked_until" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "bulk_jobs_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "bulk_job_rows" (
	"org_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"record_id" uuid NOT NULL,
	"check_outcome" text,
	"check_reason" text,
	"run_outcome" text,
	"run_reason" text,
	"undo_outcome" text,
	"undo_reason" text,
	"before" jsonb,
	"after" jsonb,
	"version_after" integer,
	CONSTRAINT "bulk_job_rows_org_id_job_id_position_pk" PRIMARY KEY("org_id","job_id","position"),
	CONSTRAINT "bulk_job_rows_job_fk" FOREIGN KEY ("org_id","job_id") REFERENCES "bulk_jobs"("org_id","id") ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX "bulk_jobs_newest" ON "bulk_jobs" USING btree ("org_id","created_at","id");--> statement-breakpoint
CREATE INDEX "bulk_jobs_age" ON "bulk_jobs" USING btree ("created_at");--> statement-breakpoint
-- Looked for every second, among few.
CREATE INDEX "bulk_jobs_due" ON "bulk_jobs" USING btree ("locked_until") WHERE state IN ('checking', 'running', 'undoing');--> statement-breakpoint
CREATE UNIQUE INDEX "bulk_job_rows_record" ON "bulk_job_rows" USING btree ("org_id","job_id","record_id");--> statement-breakpoint
ALTER TABLE bulk_jobs ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE bulk_jobs FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE bulk_job_rows ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE bulk_job_rows FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY tenant ON bulk_jobs TO app_rw USING (org_id = (SELECT current_org())) WITH CHECK (org_id = current_org());
--> statement-breakpoint
CREATE POLICY tenant ON bulk_job_rows TO app_rw USING (org_id = (SELECT current_org())) WITH CHECK (org_id = current_org());
--> statement-breakpoint
-- Whoever sees their own orders alone sees no job over parcels but their own (0063_own_orders).
CREATE POLICY own_orders ON bulk_jobs AS RESTRICTIVE FOR SELECT TO app_own
  USING (action NOT LIKE 'fulfilments.%' OR user_id = (SELECT current_person()));
--> statement-breakpoint
CREATE POLICY own_orders ON bulk_job_rows AS RESTRICTIVE FOR SELECT TO app_own USING (EXISTS (
  SELECT FROM bulk_jobs WHERE bulk_jobs.org_id = bulk_job_rows.org_id AND bulk_jobs.id = bulk_job_rows.job_id
));
--> statement-breakpoint
-- Workers look for what is due in all organizations, and what is old is swept.
CREATE POLICY system ON bulk_jobs TO app_system USING (true) WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON bulk_jobs, bulk_job_rows TO app_rw;
--> statement-breakpoint
GRANT SELECT, UPDATE, DELETE ON bulk_jobs TO app_system;
--> statement-breakpoint
-- Who has it is no change that anybody is told of.
CREATE TRIGGER grow_version BEFORE UPDATE OF state, tallies, undo_user_id ON bulk_jobs FOR EACH ROW EXECUTE FUNCTION grow_version();
--> statement-breakpoint
SELECT watch_changes('bulk_jobs', 'bulkJobs', counts => true);
--> statement-breakpoint
GRANT CREATE ON SCHEMA public TO app_system;
--> statement-breakpoint
-- What somebody may do in the organization now, and the token that they ask by, as long as it lets them in.
CREATE FUNCTION worker_for(person uuid, token uuid) RETURNS TABLE (membership jsonb, token_scope jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT own.membership, (
    SELECT jsonb_build_object('id', api_tokens.id, 'name', api_tokens.name, 'duties', api_tokens.duties)
    FROM api_tokens
    WHERE api_tokens.org_id = own.org_id AND api_tokens.id = worker_for.token AND api_tokens.user_id = person
      AND (api_tokens.expires_at > now() OR api_tokens.expires_at IS NULL))
  FROM memberships_of(person) AS own JOIN users ON users.id = person
  WHERE own.org_id = current_org() AND users.disabled_at IS NULL
$$;
--> statement-breakpoint
-- Contracts: the function is new, and so nobody has had the right that is taken.
REVOKE ALL ON FUNCTION worker_for FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION worker_for TO app_rw;
--> statement-breakpoint
ALTER FUNCTION worker_for OWNER TO app_system;
--> statement-breakpoint
REVOKE CREATE ON SCHEMA public FROM app_system;
