-- Contracts: one right that was given for the making of a function alone.
-- A list's address is kept under a name: of one person, with whom it goes, or of nobody, and so of everybody in the organization.
CREATE TABLE "saved_views" (
	"org_id" uuid NOT NULL REFERENCES "organizations"("id") ON DELETE cascade,
	"id" uuid NOT NULL,
	"list" text NOT NULL,
	"name" text NOT NULL,
	"address" jsonb NOT NULL,
	"user_id" uuid,
	"created_by_id" uuid NOT NULL,
	"created_by_name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "saved_views_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "saved_views_member_fk" FOREIGN KEY ("org_id","user_id") REFERENCES "memberships"("org_id","user_id") ON DELETE cascade
);
--> statement-breakpoint
-- A name is there once among the views of a list that one person has, and once among those that are shared.
CREATE UNIQUE INDEX "saved_views_name" ON "saved_views" USING btree ("org_id","list","user_id",folded("name") collate "C") NULLS NOT DISTINCT WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "saved_views_owner" ON "saved_views" USING btree ("org_id","user_id");
--> statement-breakpoint
CREATE TABLE "view_defaults" (
	"org_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"list" text NOT NULL,
	"view_id" uuid NOT NULL,
	CONSTRAINT "view_defaults_org_id_user_id_list_pk" PRIMARY KEY("org_id","user_id","list"),
	CONSTRAINT "view_defaults_view_fk" FOREIGN KEY ("org_id","view_id") REFERENCES "saved_views"("org_id","id") ON DELETE cascade,
	CONSTRAINT "view_defaults_member_fk" FOREIGN KEY ("org_id","user_id") REFERENCES "memberships"("org_id","user_id") ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX "view_defaults_view" ON "view_defaults" USING btree ("org_id","view_id");
--> statement-breakpoint
ALTER TABLE saved_views ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE saved_views FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY tenant ON saved_views TO app_rw USING (org_id = (SELECT current_org())) WITH CHECK (org_id = current_org());
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON saved_views TO app_rw;
--> statement-breakpoint
ALTER TABLE view_defaults ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE view_defaults FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY tenant ON view_defaults TO app_rw USING (org_id = (SELECT current_org())) WITH CHECK (org_id = current_org());
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON view_defaults TO app_rw;
--> statement-breakpoint
CREATE TRIGGER grow_version BEFORE UPDATE ON saved_views FOR EACH ROW EXECUTE FUNCTION grow_version();
--> statement-breakpoint
SELECT watch_changes('saved_views', 'savedViews', counts => true, deleted => 'changed.deleted_at IS NOT NULL');
--> statement-breakpoint
SELECT watch_changes('view_defaults', 'savedViews', record => 'changed.view_id');
--> statement-breakpoint
-- An archive brings none of them, and whatever it brings is told once.
SELECT spare_archives('saved_views');
--> statement-breakpoint
SELECT spare_archives('view_defaults');
--> statement-breakpoint
-- Owners may settle that agents share views.
ALTER TABLE "agent_permissions" ADD COLUMN "shares_views" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
GRANT CREATE ON SCHEMA public TO app_system;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION memberships_of(person uuid) RETURNS TABLE (org_id uuid, membership jsonb, created_at timestamptz)
LANGUAGE sql STABLE
AS $$
  SELECT own.org_id, jsonb_build_object('orgId', own.org_id, 'role', own.role, 'agents', jsonb_build_object(
      'refundLimit', settled.refund_limit_cents / 100.0,
      'changesOffers', settled.changes_offers,
      'seesAllOrders', settled.sees_all_orders,
      'exports', settled.exports,
      'sharesViews', settled.shares_views),
      'needsSecondStep', organization.demands_two_steps AND NOT has_two_steps(person)), own.created_at
  FROM memberships AS own
    JOIN agent_permissions AS settled ON settled.org_id = own.org_id
    JOIN organizations AS organization ON organization.id = own.org_id
  WHERE own.user_id = person AND own.disabled_at IS NULL
$$;
--> statement-breakpoint
REVOKE CREATE ON SCHEMA public FROM app_system;
--> statement-breakpoint
-- How a person has arranged the columns of each list, on every device.
ALTER TABLE "user_preferences" ADD COLUMN "lists" jsonb DEFAULT '{}' NOT NULL;
