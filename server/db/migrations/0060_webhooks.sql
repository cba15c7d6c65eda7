-- Other systems are told of what happens in an organization (WH-01). What there is to tell stands in the lines of the records'
-- timelines: a message to each webhook that wants to know is written with such a line, in the transaction of the change.
CREATE TABLE "webhooks" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"address" text NOT NULL,
	"events" text[] NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"switched_off_by" text,
	"failing_since" timestamp (3) with time zone,
	"secrets" text NOT NULL,
	"former_signs_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "webhooks_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"webhook_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"event" text NOT NULL,
	"payload" text,
	"state" text DEFAULT 'waiting' NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"run_at" timestamp (3) with time zone NOT NULL,
	"locked_by" text,
	"give_up_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "webhook_deliveries_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "webhook_tries" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"webhook_id" uuid NOT NULL,
	"delivery_id" uuid NOT NULL,
	"tried_at" timestamp (3) with time zone NOT NULL,
	"milliseconds" integer NOT NULL,
	"status" integer,
	"failure" text,
	"answer" text,
	CONSTRAINT "webhook_tries_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("org_id","webhook_id","run_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_newest" ON "webhook_deliveries" USING btree ("org_id","webhook_id","created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_by_age" ON "webhook_deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhook_tries_of_delivery" ON "webhook_tries" USING btree ("org_id","delivery_id","tried_at");--> statement-breakpoint
CREATE INDEX "webhook_tries_of_webhook" ON "webhook_tries" USING btree ("org_id","webhook_id","tried_at");--> statement-breakpoint
CREATE INDEX "webhook_tries_by_age" ON "webhook_tries" USING btree ("tried_at");--> statement-breakpoint
-- What becomes of its messages is no change that somebody else has made.
CREATE TRIGGER grow_version BEFORE UPDATE OF address, events, enabled, secrets ON webhooks FOR EACH ROW EXECUTE FUNCTION grow_version();
--> statement-breakpoint
ALTER TABLE webhooks ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE webhooks FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE webhook_deliveries ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE webhook_deliveries FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE webhook_tries ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE webhook_tries FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY tenant ON webhooks TO app_rw USING (org_id = (SELECT current_org())) WITH CHECK (org_id = current_org());
--> statement-breakpoint
CREATE POLICY tenant ON webhook_deliveries TO app_rw USING (org_id = (SELECT current_org())) WITH CHECK (org_id = current_org());
--> statement-breakpoint
CREATE POLICY tenant ON webhook_tries TO app_rw USING (org_id = (SELECT current_org())) WITH CHECK (org_id = current_org());
--> statement-breakpoint
CREATE POLICY system ON webhooks FOR SELECT TO app_system USING (true);
--> statement-breakpoint
CREATE POLICY system ON webhook_deliveries TO app_system USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY system ON webhook_tries TO app_system USING (true) WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON webhooks, webhook_deliveries, webhook_tries TO app_rw;
--> statement-breakpoint
-- The trigger below writes messages, workers take those that are due, and what is old is swept.
GRANT SELECT (org_id, id, events, enabled) ON webhooks TO app_system;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON webhook_deliveries TO app_system;
--> statement-breakpoint
GRANT SELECT, DELETE ON webhook_tries TO app_system;
--> statement-breakpoint
-- What others are told of a line of a timeline; null for what is of no concern to them.
CREATE FUNCTION webhook_event(resource text, kind text, from_state text, to_state text) RETURNS text
LANGUAGE sql IMMUTABLE
AS $$
  SELECT CASE resource
    WHEN 'orders' THEN CASE kind
      WHEN 'place' THEN 'order.placed'
      WHEN 'readdress' THEN 'order.address_changed'
      WHEN 'paid' THEN 'order.paid'
      WHEN 'complete' THEN 'order.completed'
      WHEN 'cancel' THEN 'order.cancelled'
      WHEN 'expire' THEN 'order.expired'
      WHEN 'refund_succeeded' THEN 'order.refunded'
      WHEN 'payment_declined' THEN 'payment.failed'
      WHEN 'refund_failed' THEN 'refund.failed'
    END
    WHEN 'fulfillments' THEN CASE
      WHEN to_state = from_state THEN NULL
      WHEN to_state IN ('shipped', 'delivered', 'cancelled') THEN 'fulfilment.' || to_state
    END
    WHEN 'customers' THEN CASE kind
      WHEN 'create' THEN 'customer.created'
      WHEN 'edit' THEN 'customer.updated'
      WHEN 'merge' THEN 'customer.merged'
      WHEN 'delete' THEN 'customer.deleted'
    END
  END
$$;
--> statement-breakpoint
-- Writes the messages of some lines in one statement, and locks nothing: a webhook that is switched off meanwhile gets none of
-- them all the same, as who sends them looks.
CREATE FUNCTION tell_webhooks() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
  INSERT INTO webhook_deliveries (org_id, id, webhook_id, event_id, event, run_at, give_up_at, created_at)
  SELECT lines.org_id, gen_random_uuid(), webhooks.id, lines.id, lines.event, now(), now() + interval '72 hours', now()
  FROM (
    SELECT org_id, id, webhook_event(resource, kind, from_state, to_state) AS event FROM told OFFSET 0
  ) AS lines
    JOIN webhooks ON webhooks.org_id = lines.org_id AND webhooks.enabled AND lines.event = ANY (webhooks.events);
  RETURN NULL;
END
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION tell_webhooks FROM PUBLIC;
--> statement-breakpoint
GRANT CREATE ON SCHEMA public TO app_system;
--> statement-breakpoint
ALTER FUNCTION tell_webhooks OWNER TO app_system;
--> statement-breakpoint
REVOKE CREATE ON SCHEMA public FROM app_system;
--> statement-breakpoint
CREATE TRIGGER tell_webhooks AFTER INSERT ON record_events
  REFERENCING NEW TABLE AS told FOR EACH STATEMENT EXECUTE FUNCTION tell_webhooks();
--> statement-breakpoint
SELECT audit_changes('webhooks', '''webhooks''', named => 'changed.address', sealed => '{secrets}');
--> statement-breakpoint
SELECT watch_changes('webhooks', 'webhooks', counts => true);
--> statement-breakpoint
-- A message is told of once a worker has it, so that a sale writes nothing for it but the message.
SELECT watch_changes('webhook_deliveries', 'webhooks', record => 'changed.webhook_id', operations => ARRAY['UPDATE']);
