-- Telephone systems begin calls, let in by a token of their organization, and the same call is begun once.
CREATE TABLE "telephone_tokens" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_by" uuid,
	"created_by_name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "telephone_tokens_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "external_id" text;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "direction" text;--> statement-breakpoint
ALTER TABLE "telephone_tokens" ADD CONSTRAINT "telephone_tokens_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "telephone_tokens" ADD CONSTRAINT "telephone_tokens_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "telephone_tokens_lookup" ON "telephone_tokens" USING btree ("token_hash");--> statement-breakpoint
ALTER TABLE "calls" ADD CONSTRAINT "calls_external" UNIQUE("org_id","external_id");--> statement-breakpoint
ALTER TABLE telephone_tokens ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE telephone_tokens FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY tenant ON telephone_tokens TO app_rw USING (org_id = (SELECT current_org())) WITH CHECK (org_id = current_org());
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON telephone_tokens TO app_rw;
--> statement-breakpoint
-- A token is looked up before it is known whose it is.
CREATE POLICY system ON telephone_tokens FOR SELECT TO app_system USING (true);
--> statement-breakpoint
GRANT SELECT (org_id, id, token_hash) ON telephone_tokens TO app_system;
--> statement-breakpoint
SELECT watch_changes('telephone_tokens', 'telephoneTokens', operations => ARRAY['INSERT', 'DELETE']);
