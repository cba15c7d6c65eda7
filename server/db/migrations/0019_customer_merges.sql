-- One customer can become a part of another, and be brought out of it again for a day: this is what that needs.
CREATE TABLE "customer_merges" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kept_id" uuid NOT NULL,
	"merged_id" uuid NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	"do_not_call_before" boolean NOT NULL,
	"order_ids" uuid[] NOT NULL,
	"call_ids" uuid[] NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"undone_at" timestamp (3) with time zone,
	CONSTRAINT "customer_merges_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "customer_merges" ADD CONSTRAINT "customer_merges_org_id_kept_id_customers_org_id_id_fk" FOREIGN KEY ("org_id","kept_id") REFERENCES "public"."customers"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_merges" ADD CONSTRAINT "customer_merges_org_id_merged_id_customers_org_id_id_fk" FOREIGN KEY ("org_id","merged_id") REFERENCES "public"."customers"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "customer_merges_of_merged" ON "customer_merges" USING btree ("org_id","merged_id") WHERE undone_at is null;--> statement-breakpoint
CREATE INDEX "customer_merges_of_kept" ON "customer_merges" USING btree ("org_id","kept_id","created_at");--> statement-breakpoint
ALTER TABLE customer_merges ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE customer_merges FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY tenant ON customer_merges TO app_rw USING (org_id = (SELECT current_org())) WITH CHECK (org_id = current_org());
--> statement-breakpoint
-- What was merged stays written down, also when it was undone.
GRANT SELECT, INSERT, UPDATE ON customer_merges TO app_rw;
