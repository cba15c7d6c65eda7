-- Every mail that an organization sends of an order, with how far it is; the job that sends it is in the outbox.
CREATE TABLE "mails" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"dedupe_key" text NOT NULL,
	"event" text NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"error" text,
	"sender" text NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"html" text NOT NULL,
	"plain_text" text NOT NULL,
	"order_id" uuid,
	"order_number" integer,
	"autoresponder_id" uuid,
	"plugin_instance_id" uuid NOT NULL,
	"plugin_name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"delivered_at" timestamp (3) with time zone,
	"search_text" text GENERATED ALWAYS AS (folded(recipient || ' ' || subject || ' ' || coalesce(order_number::text, ''))) STORED,
	CONSTRAINT "mails_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "mails_dedupe" UNIQUE("org_id","dedupe_key")
);
--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_org_id_order_id_orders_org_id_id_fk" FOREIGN KEY ("org_id","order_id") REFERENCES "public"."orders"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_org_id_plugin_instance_id_plugin_instances_org_id_id_fk" FOREIGN KEY ("org_id","plugin_instance_id") REFERENCES "public"."plugin_instances"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mails_newest" ON "mails" USING btree ("org_id","created_at","id");--> statement-breakpoint
CREATE INDEX "mails_of_state" ON "mails" USING btree ("org_id","state","created_at","id");--> statement-breakpoint
CREATE INDEX "mails_of_order" ON "mails" USING btree ("org_id","order_id");--> statement-breakpoint
CREATE INDEX "mails_of_plugin" ON "mails" USING btree ("org_id","plugin_instance_id");--> statement-breakpoint
CREATE INDEX "mails_search" ON "mails" USING gin ("search_text" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
ALTER TABLE "email_autoresponders" ADD COLUMN "paused" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "email_autoresponders" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "plugin_instances" ADD COLUMN "verified_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "plugin_instances" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "plugin_instances" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE TRIGGER grow_version BEFORE UPDATE ON plugin_instances FOR EACH ROW EXECUTE FUNCTION grow_version();
--> statement-breakpoint
ALTER TABLE mails ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE mails FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY tenant ON mails TO app_rw USING (org_id = (SELECT current_org())) WITH CHECK (org_id = current_org());
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON mails TO app_rw;
--> statement-breakpoint
SELECT watch_changes('mails', 'mails');
--> statement-breakpoint
-- What is deleted softly is gone for whoever watches.
DO $$
DECLARE
  watched text;
BEGIN
  FOREACH watched IN ARRAY ARRAY['email_autoresponders', 'plugin_instances'] LOOP
    EXECUTE format('DROP FUNCTION %I() CASCADE', 'note_' || watched);
  END LOOP;
  PERFORM watch_changes('email_autoresponders', 'autoresponders', counts => true, deleted => 'changed.deleted_at IS NOT NULL');
  PERFORM watch_changes('plugin_instances', 'plugins', counts => true, deleted => 'changed.deleted_at IS NOT NULL');
END
$$;
