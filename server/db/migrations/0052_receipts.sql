-- A receipt says who sells, with address and tax number, and which card was paid by: of a card its brand and its last four
-- digits are kept, and nothing else (PY-06).
CREATE TABLE "sellers" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"tax_number" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "sellers_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "sellers_org" UNIQUE("org_id")
);
--> statement-breakpoint
ALTER TABLE "sellers" ADD CONSTRAINT "sellers_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE TRIGGER grow_version BEFORE UPDATE ON sellers FOR EACH ROW EXECUTE FUNCTION grow_version();
--> statement-breakpoint
CREATE FUNCTION give_seller() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
  INSERT INTO sellers (org_id, id, created_at, updated_at) VALUES (NEW.id, gen_random_uuid(), now(), now());
  RETURN NULL;
END
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION give_seller FROM PUBLIC;
--> statement-breakpoint
GRANT CREATE ON SCHEMA public TO app_system;
--> statement-breakpoint
ALTER FUNCTION give_seller OWNER TO app_system;
--> statement-breakpoint
REVOKE CREATE ON SCHEMA public FROM app_system;
--> statement-breakpoint
CREATE TRIGGER give_seller AFTER INSERT ON organizations FOR EACH ROW EXECUTE FUNCTION give_seller();
--> statement-breakpoint
-- Rows that exist are read, which row-level security keeps even their owner from until it is forced again.
ALTER TABLE organizations NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
INSERT INTO sellers (org_id, id, created_at, updated_at) SELECT id, gen_random_uuid(), now(), now() FROM organizations;
--> statement-breakpoint
ALTER TABLE organizations FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE sellers ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE sellers FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY tenant ON sellers TO app_rw USING (org_id = (SELECT current_org())) WITH CHECK (org_id = current_org());
--> statement-breakpoint
CREATE POLICY system ON sellers FOR INSERT TO app_system WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, UPDATE ON sellers TO app_rw;
--> statement-breakpoint
GRANT INSERT ON sellers TO app_system;
--> statement-breakpoint
SELECT watch_changes('sellers', 'sellers', counts => true, operations => ARRAY['UPDATE']);
--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "card_brand" text;
--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "card_last4" text;
--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_card" CHECK (card_last4 ~ '^[0-9]{4}$');
--> statement-breakpoint
ALTER TABLE "sandbox_payments" ADD COLUMN "card_last4" text;
