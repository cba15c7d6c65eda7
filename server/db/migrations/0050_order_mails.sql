-- The mails that an organization sends of an order whose campaign has no auto-responder for what happened (ML-04). It has
-- them from the beginning; what is null of one is as the server has it.
CREATE TABLE "order_mails" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"event" text NOT NULL,
	"subject" text,
	"body" text,
	"enabled" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "order_mails_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "order_mails_event" UNIQUE("org_id","event")
);
--> statement-breakpoint
ALTER TABLE "order_mails" ADD CONSTRAINT "order_mails_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE TRIGGER grow_version BEFORE UPDATE ON order_mails FOR EACH ROW EXECUTE FUNCTION grow_version();
--> statement-breakpoint
CREATE FUNCTION give_order_mails() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
  INSERT INTO order_mails (org_id, id, event, created_at, updated_at)
  SELECT NEW.id, gen_random_uuid(), event, now(), now()
  FROM unnest(ARRAY['order.payment_link.created', 'order.completed', 'order.tracking_number.assigned', 'order.refunded'])
    AS event;
  RETURN NULL;
END
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION give_order_mails FROM PUBLIC;
--> statement-breakpoint
GRANT CREATE ON SCHEMA public TO app_system;
--> statement-breakpoint
ALTER FUNCTION give_order_mails OWNER TO app_system;
--> statement-breakpoint
REVOKE CREATE ON SCHEMA public FROM app_system;
--> statement-breakpoint
CREATE TRIGGER give_order_mails AFTER INSERT ON organizations FOR EACH ROW EXECUTE FUNCTION give_order_mails();
--> statement-breakpoint
-- Rows that exist are read and rewritten, which row-level security keeps even their owner from until it is forced again.
ALTER TABLE organizations NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
INSERT INTO order_mails (org_id, id, event, created_at, updated_at)
SELECT organizations.id, gen_random_uuid(), event, now(), now()
FROM organizations
  CROSS JOIN unnest(ARRAY['order.payment_link.created', 'order.completed', 'order.tracking_number.assigned', 'order.refunded'])
    AS event;
--> statement-breakpoint
ALTER TABLE organizations FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE order_mails ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE order_mails FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY tenant ON order_mails TO app_rw USING (org_id = (SELECT current_org())) WITH CHECK (org_id = current_org());
--> statement-breakpoint
CREATE POLICY system ON order_mails FOR INSERT TO app_system WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, UPDATE ON order_mails TO app_rw;
--> statement-breakpoint
GRANT INSERT ON order_mails TO app_system;
--> statement-breakpoint
SELECT watch_changes('order_mails', 'orderMails', counts => true, operations => ARRAY['UPDATE']);
--> statement-breakpoint
-- An organization without an email provider sends through the server itself.
ALTER TABLE "mails" ALTER COLUMN "plugin_instance_id" DROP NOT NULL;
--> statement-breakpoint
ALTER TABLE "mails" ALTER COLUMN "plugin_name" DROP NOT NULL;
--> statement-breakpoint
-- What was only kept has been delivered to nobody.
ALTER TABLE mails NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE plugin_instances NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
UPDATE mails SET state = 'kept'
FROM plugin_instances
WHERE plugin_instances.org_id = mails.org_id AND plugin_instances.id = mails.plugin_instance_id
  AND plugin_instances.kind = 'outbox' AND mails.state = 'delivered';
--> statement-breakpoint
ALTER TABLE mails FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE plugin_instances FORCE ROW LEVEL SECURITY;
