-- Paying: attempts, refunds, what gateways tell, a ledger, and the books of the sandbox gateway.
CREATE TABLE "payment_link_tokens" (
	"org_id" uuid NOT NULL,
	"link_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payment_link_tokens_org_id_token_hash_pk" PRIMARY KEY("org_id","token_hash")
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"booking_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"transaction_id" uuid NOT NULL,
	"gateway_instance_id" uuid NOT NULL,
	"account" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ledger_entries_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "ledger_entries_amount" CHECK (amount_cents <> 0)
);
--> statement-breakpoint
CREATE TABLE "payment_attempts" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"link_id" uuid NOT NULL,
	"gateway_instance_id" uuid NOT NULL,
	"state" text DEFAULT 'created' NOT NULL,
	"amount_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"reference" text,
	"session" text,
	"action" text,
	"reason_code" text,
	"reason" text,
	"return_token" text,
	"is_unwanted" boolean DEFAULT false NOT NULL,
	"ask_at" timestamp (3) with time zone,
	"asks" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "payment_attempts_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "payment_attempts_amount" CHECK (amount_cents > 0)
);
--> statement-breakpoint
CREATE TABLE "reconciliation_differences" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"reconciliation_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"type" text NOT NULL,
	"reference" text,
	"transaction_id" uuid,
	"order_id" uuid,
	"here_cents" bigint,
	"there_cents" bigint,
	"currency" text,
	"text" text NOT NULL,
	CONSTRAINT "reconciliation_differences_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "reconciliations" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"gateway_instance_id" uuid NOT NULL,
	"day" text,
	"since" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"compared" integer DEFAULT 0 NOT NULL,
	"settled" integer DEFAULT 0 NOT NULL,
	"failure" text,
	CONSTRAINT "reconciliations_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "reconciliations_daily" UNIQUE("org_id","gateway_instance_id","day")
);
--> statement-breakpoint
CREATE TABLE "refund_lines" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"request_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"units" integer NOT NULL,
	"amount_cents" bigint NOT NULL,
	"restocked_units" integer DEFAULT 0 NOT NULL,
	"has_shipping" boolean DEFAULT false NOT NULL,
	CONSTRAINT "refund_lines_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "refund_lines_units" CHECK (units > 0 and restocked_units between 0 and units)
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"request_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"charge_id" uuid NOT NULL,
	"gateway_instance_id" uuid NOT NULL,
	"state" text DEFAULT 'requested' NOT NULL,
	"amount_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"reference" text,
	"reason" text,
	"failure" text,
	"ask_at" timestamp (3) with time zone,
	"asks" integer DEFAULT 0 NOT NULL,
	"user_name" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "refunds_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "refunds_amount" CHECK (amount_cents > 0)
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"gateway_instance_id" uuid NOT NULL,
	"event_id" text NOT NULL,
	"kind" text NOT NULL,
	"reference" text,
	"outcome" text DEFAULT 'received' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"handled_at" timestamp (3) with time zone,
	CONSTRAINT "webhook_events_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "webhook_events_once" UNIQUE("org_id","gateway_instance_id","event_id")
);
--> statement-breakpoint
CREATE TABLE "sandbox_payments" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"gateway_instance_id" uuid NOT NULL,
	"reference" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"state" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"reason_code" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sandbox_payments_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "sandbox_payments_key" UNIQUE("org_id","gateway_instance_id","idempotency_key"),
	CONSTRAINT "sandbox_payments_reference" UNIQUE("org_id","gateway_instance_id","reference")
);
--> statement-breakpoint
CREATE TABLE "sandbox_refunds" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"gateway_instance_id" uuid NOT NULL,
	"reference" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"payment_reference" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sandbox_refunds_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "sandbox_refunds_key" UNIQUE("org_id","gateway_instance_id","idempotency_key"),
	CONSTRAINT "sandbox_refunds_amount" CHECK (amount_cents > 0)
);
--> statement-breakpoint
ALTER TABLE "payment_links" ADD COLUMN "code_hash" text;--> statement-breakpoint
ALTER TABLE "payment_links" ADD COLUMN "mailed_to" text;--> statement-breakpoint
ALTER TABLE "payment_links" ADD COLUMN "opened_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payment_links" ADD COLUMN "ended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payment_links" ADD COLUMN "ended_reason" text;--> statement-breakpoint
ALTER TABLE "payment_links" ADD COLUMN "wanted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payment_links" ADD COLUMN "gateway_instance_id" uuid;--> statement-breakpoint
ALTER TABLE "payment_links" ADD COLUMN "settle_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payment_link_tokens" ADD CONSTRAINT "payment_link_tokens_org_id_link_id_payment_links_org_id_id_fk" FOREIGN KEY ("org_id","link_id") REFERENCES "public"."payment_links"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_org_id_order_id_orders_org_id_id_fk" FOREIGN KEY ("org_id","order_id") REFERENCES "public"."orders"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_org_id_order_id_orders_org_id_id_fk" FOREIGN KEY ("org_id","order_id") REFERENCES "public"."orders"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_org_id_link_id_payment_links_org_id_id_fk" FOREIGN KEY ("org_id","link_id") REFERENCES "public"."payment_links"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_org_id_gateway_instance_id_gateway_instances_org_id_id_fk" FOREIGN KEY ("org_id","gateway_instance_id") REFERENCES "public"."gateway_instances"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconciliation_differences" ADD CONSTRAINT "reconciliation_differences_org_id_reconciliation_id_reconciliations_org_id_id_fk" FOREIGN KEY ("org_id","reconciliation_id") REFERENCES "public"."reconciliations"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconciliations" ADD CONSTRAINT "reconciliations_org_id_gateway_instance_id_gateway_instances_org_id_id_fk" FOREIGN KEY ("org_id","gateway_instance_id") REFERENCES "public"."gateway_instances"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_lines" ADD CONSTRAINT "refund_lines_org_id_item_id_order_items_org_id_id_fk" FOREIGN KEY ("org_id","item_id") REFERENCES "public"."order_items"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_org_id_order_id_orders_org_id_id_fk" FOREIGN KEY ("org_id","order_id") REFERENCES "public"."orders"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_org_id_charge_id_transactions_org_id_id_fk" FOREIGN KEY ("org_id","charge_id") REFERENCES "public"."transactions"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_org_id_gateway_instance_id_gateway_instances_org_id_id_fk" FOREIGN KEY ("org_id","gateway_instance_id") REFERENCES "public"."gateway_instances"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_org_id_gateway_instance_id_gateway_instances_org_id_id_fk" FOREIGN KEY ("org_id","gateway_instance_id") REFERENCES "public"."gateway_instances"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_payments" ADD CONSTRAINT "sandbox_payments_org_id_gateway_instance_id_gateway_instances_org_id_id_fk" FOREIGN KEY ("org_id","gateway_instance_id") REFERENCES "public"."gateway_instances"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_refunds" ADD CONSTRAINT "sandbox_refunds_org_id_gateway_instance_id_gateway_instances_org_id_id_fk" FOREIGN KEY ("org_id","gateway_instance_id") REFERENCES "public"."gateway_instances"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_link_tokens_lookup" ON "payment_link_tokens" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "ledger_entries_of_booking" ON "ledger_entries" USING btree ("org_id","booking_id");--> statement-breakpoint
CREATE INDEX "ledger_entries_of_order" ON "ledger_entries" USING btree ("org_id","order_id","account");--> statement-breakpoint
CREATE INDEX "ledger_entries_of_account" ON "ledger_entries" USING btree ("org_id","gateway_instance_id","account");--> statement-breakpoint
CREATE INDEX "payment_attempts_of_order" ON "payment_attempts" USING btree ("org_id","order_id","created_at","id");--> statement-breakpoint
CREATE INDEX "payment_attempts_of_link" ON "payment_attempts" USING btree ("org_id","link_id");--> statement-breakpoint
CREATE INDEX "payment_attempts_of_gateway" ON "payment_attempts" USING btree ("org_id","gateway_instance_id","created_at");--> statement-breakpoint
CREATE INDEX "payment_attempts_of_session" ON "payment_attempts" USING btree ("org_id","gateway_instance_id","session");--> statement-breakpoint
CREATE INDEX "payment_attempts_due" ON "payment_attempts" USING btree ("ask_at") WHERE ask_at is not null;--> statement-breakpoint
CREATE INDEX "reconciliation_differences_of" ON "reconciliation_differences" USING btree ("org_id","reconciliation_id");--> statement-breakpoint
CREATE INDEX "reconciliations_newest" ON "reconciliations" USING btree ("org_id","gateway_instance_id","created_at");--> statement-breakpoint
CREATE INDEX "refund_lines_of_order" ON "refund_lines" USING btree ("org_id","order_id");--> statement-breakpoint
CREATE INDEX "refund_lines_of_request" ON "refund_lines" USING btree ("org_id","request_id");--> statement-breakpoint
CREATE INDEX "refunds_of_order" ON "refunds" USING btree ("org_id","order_id","created_at","id");--> statement-breakpoint
CREATE INDEX "refunds_of_charge" ON "refunds" USING btree ("org_id","charge_id");--> statement-breakpoint
CREATE INDEX "refunds_of_gateway" ON "refunds" USING btree ("org_id","gateway_instance_id","created_at");--> statement-breakpoint
CREATE INDEX "refunds_due" ON "refunds" USING btree ("ask_at") WHERE ask_at is not null;--> statement-breakpoint
CREATE INDEX "webhook_events_newest" ON "webhook_events" USING btree ("org_id","created_at","id");--> statement-breakpoint
CREATE INDEX "sandbox_payments_newest" ON "sandbox_payments" USING btree ("org_id","gateway_instance_id","created_at");--> statement-breakpoint
CREATE INDEX "sandbox_refunds_of_payment" ON "sandbox_refunds" USING btree ("org_id","gateway_instance_id","payment_reference");--> statement-breakpoint
ALTER TABLE "payment_links" ADD CONSTRAINT "payment_links_org_id_gateway_instance_id_gateway_instances_org_id_id_fk" FOREIGN KEY ("org_id","gateway_instance_id") REFERENCES "public"."gateway_instances"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_links_code_lookup" ON "payment_links" USING btree ("code_hash") WHERE code_hash is not null;--> statement-breakpoint
CREATE INDEX "payment_links_due" ON "payment_links" USING btree ("settle_at") WHERE settle_at is not null;--> statement-breakpoint
ALTER TABLE "payment_links" ADD CONSTRAINT "payment_links_end" CHECK ((ended_at is null) = (ended_reason is null));
--> statement-breakpoint
DO $$
DECLARE
  table_name text;
BEGIN
  FOREACH table_name IN ARRAY ARRAY[
    'payment_link_tokens', 'payment_attempts', 'refunds', 'refund_lines', 'webhook_events', 'ledger_entries',
    'reconciliations', 'reconciliation_differences', 'sandbox_payments', 'sandbox_refunds'
  ] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', table_name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', table_name);
    EXECUTE format(
      'CREATE POLICY tenant ON %I TO app_rw USING (org_id = (SELECT current_org())) WITH CHECK (org_id = current_org())',
      table_name
    );
    -- What is in the ledger stays as it is.
    EXECUTE format(
      'GRANT SELECT, INSERT%s ON %I TO app_rw',
      CASE table_name WHEN 'ledger_entries' THEN '' ELSE ', UPDATE, DELETE' END, table_name
    );
  END LOOP;
END
$$;
--> statement-breakpoint
-- Whose something is that is due, that opens a link, or that a gateway tells of, is asked before an organization is known.
DO $$
DECLARE
  table_name text;
BEGIN
  FOREACH table_name IN ARRAY ARRAY['payment_link_tokens', 'payment_attempts', 'refunds', 'gateway_instances'] LOOP
    EXECUTE format('CREATE POLICY system ON %I FOR SELECT TO app_system USING (true)', table_name);
  END LOOP;
END
$$;
--> statement-breakpoint
GRANT SELECT (org_id, link_id, token_hash) ON payment_link_tokens TO app_system;
--> statement-breakpoint
GRANT SELECT (org_id, id, ask_at) ON payment_attempts, refunds TO app_system;
--> statement-breakpoint
GRANT SELECT (org_id, id, kind, enabled) ON gateway_instances TO app_system;
--> statement-breakpoint
-- The entries of a booking add up to nothing, in one currency, when the transaction that wrote them ends. By then it may
-- work for another organization, which would hide them.
CREATE FUNCTION check_booking() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
  total bigint;
  currencies integer;
  working_for text := current_setting('app.org_id', true);
BEGIN
  PERFORM set_config('app.org_id', NEW.org_id::text, true);
  SELECT sum(amount_cents), count(DISTINCT currency) INTO total, currencies FROM ledger_entries
  WHERE org_id = NEW.org_id AND booking_id = NEW.booking_id;
  PERFORM set_config('app.org_id', coalesce(working_for, ''), true);
  IF total IS DISTINCT FROM 0 OR currencies <> 1 THEN
    RAISE EXCEPTION 'booking % does not add up: % in % currencies', NEW.booking_id, total, currencies
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entries_balance';
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER ledger_entries_balance AFTER INSERT OR UPDATE ON ledger_entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_booking();
--> statement-breakpoint
-- What an order's payments are is shown with the order.
SELECT watch_changes('payment_attempts', 'orders', record => 'changed.order_id');
--> statement-breakpoint
SELECT watch_changes('refunds', 'orders', record => 'changed.order_id');
--> statement-breakpoint
SELECT watch_changes('reconciliations', 'gateways', record => 'changed.gateway_instance_id');
--> statement-breakpoint
-- Links that ended before anybody watched their end change nothing any more.
ALTER TABLE payment_links NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
UPDATE payment_links SET settle_at = expires_at WHERE expires_at > now() AND used_at IS NULL;
--> statement-breakpoint
ALTER TABLE payment_links FORCE ROW LEVEL SECURITY;
