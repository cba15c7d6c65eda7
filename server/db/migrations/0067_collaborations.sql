-- An organization shares campaigns with a partner (CO-01, CO-02). What the partner sees of it is decided here: their
-- transactions run as a role of its own, app_partner, whose policies know two organizations, the one that shares and the one
-- that is shared with. The policies of app_rw stay as they are, so that nobody else's statements become slower.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'app_partner') THEN
    BEGIN
      CREATE ROLE app_partner NOLOGIN;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
    END;
  END IF;
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    BEGIN
      GRANT app_partner TO CURRENT_USER;
    EXCEPTION
      WHEN unique_violation THEN NULL;
      WHEN insufficient_privilege THEN
        IF NOT pg_has_role(current_user, 'app_partner', 'MEMBER') THEN RAISE; END IF;
    END;
  END IF;
END
$$;
--> statement-breakpoint
-- The organization that is shared with; null when none is set, so that nothing is seen.
CREATE FUNCTION public.current_partner() RETURNS uuid
LANGUAGE sql STABLE PARALLEL SAFE
RETURN nullif(current_setting('app.partner_id', true), '')::uuid;
--> statement-breakpoint
-- The hash of the link that somebody has opened: it lets them read and answer what they are invited to.
CREATE FUNCTION public.current_invitation() RETURNS text
LANGUAGE sql STABLE PARALLEL SAFE
RETURN nullif(current_setting('app.invitation', true), '');
--> statement-breakpoint
CREATE TABLE "collaborations" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"partner_org_id" uuid,
	"org_name" text NOT NULL,
	"partner_name" text,
	"inviter_id" uuid,
	"inviter_name" text NOT NULL,
	"inviter_email" text NOT NULL,
	"email" text NOT NULL,
	"collaborator_name" text,
	"share_points" integer NOT NULL,
	"state" text DEFAULT 'invited' NOT NULL,
	"token_hash" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "collaborations_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "collaborations_share" CHECK (share_points BETWEEN 0 AND 10000),
	CONSTRAINT "collaborations_state" CHECK (state IN ('invited', 'active', 'paused', 'ended', 'declined')),
	CONSTRAINT "collaborations_two" CHECK (partner_org_id <> org_id),
	CONSTRAINT "collaborations_accepted" CHECK (state NOT IN ('active', 'paused') OR partner_org_id IS NOT NULL)
);
--> statement-breakpoint
CREATE TABLE "collaboration_campaigns" (
	"org_id" uuid NOT NULL,
	"collaboration_id" uuid NOT NULL,
	"campaign_id" uuid NOT NULL,
	"right" text NOT NULL,
	CONSTRAINT "collaboration_campaigns_org_id_collaboration_id_campaign_id_pk" PRIMARY KEY("org_id","collaboration_id","campaign_id"),
	CONSTRAINT "collaboration_campaigns_right" CHECK ("right" IN ('see', 'sell'))
);
--> statement-breakpoint
ALTER TABLE "collaborations" ADD CONSTRAINT "collaborations_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collaborations" ADD CONSTRAINT "collaborations_inviter_id_users_id_fk" FOREIGN KEY ("inviter_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collaboration_campaigns" ADD CONSTRAINT "collaboration_campaigns_collaboration_fk" FOREIGN KEY ("org_id","collaboration_id") REFERENCES "public"."collaborations"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collaboration_campaigns" ADD CONSTRAINT "collaboration_campaigns_campaign_fk" FOREIGN KEY ("org_id","campaign_id") REFERENCES "public"."campaigns"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "collaborations_token" ON "collaborations" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "collaborations_newest" ON "collaborations" USING btree ("org_id","created_at","id");--> statement-breakpoint
CREATE INDEX "collaborations_of_partner" ON "collaborations" USING btree ("partner_org_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "collaborations_live" ON "collaborations" USING btree ("org_id","partner_org_id") WHERE state in ('active', 'paused');--> statement-breakpoint
CREATE UNIQUE INDEX "collaborations_invited" ON "collaborations" USING btree ("org_id","email") WHERE state = 'invited';--> statement-breakpoint
CREATE INDEX "collaboration_campaigns_of_campaign" ON "collaboration_campaigns" USING btree ("org_id","campaign_id");--> statement-breakpoint
CREATE TRIGGER grow_version BEFORE UPDATE ON collaborations FOR EACH ROW EXECUTE FUNCTION grow_version();
--> statement-breakpoint
ALTER TABLE collaborations ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE collaborations FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE collaboration_campaigns ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE collaboration_campaigns FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON collaborations TO app_rw;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON collaboration_campaigns TO app_rw;
--> statement-breakpoint
CREATE POLICY tenant ON collaborations TO app_rw USING (org_id = (SELECT current_org())) WITH CHECK (org_id = current_org());
--> statement-breakpoint
CREATE POLICY tenant ON collaboration_campaigns TO app_rw
  USING (org_id = (SELECT current_org())) WITH CHECK (org_id = current_org());
--> statement-breakpoint
-- The other organization knows what it is shared, and ends it.
CREATE POLICY received ON collaborations FOR SELECT TO app_rw USING (partner_org_id = (SELECT current_org()));
--> statement-breakpoint
CREATE POLICY ends ON collaborations FOR UPDATE TO app_rw
  USING (partner_org_id = (SELECT current_org())) WITH CHECK (partner_org_id = current_org());
--> statement-breakpoint
-- Whoever has the link reads it, and answers it for the organization that they work in, as long as nobody has.
CREATE POLICY invited ON collaborations FOR SELECT TO app_rw USING (token_hash = (SELECT current_invitation()));
--> statement-breakpoint
CREATE POLICY answers ON collaborations FOR UPDATE TO app_rw
  USING (state = 'invited' AND token_hash = (SELECT current_invitation()))
  WITH CHECK (state = 'declined' AND partner_org_id IS NULL OR state = 'active' AND partner_org_id = current_org());
--> statement-breakpoint
CREATE POLICY received ON collaboration_campaigns FOR SELECT TO app_rw USING (
  org_id <> (SELECT current_org()) AND (org_id, collaboration_id) IN (SELECT org_id, id FROM collaborations)
);
--> statement-breakpoint
-- What is offered may be taken in part: less of it, and never more.
CREATE POLICY leaves ON collaboration_campaigns FOR DELETE TO app_rw USING (
  (org_id, collaboration_id) IN (
    SELECT org_id, id FROM collaborations WHERE state = 'invited' AND token_hash = (SELECT current_invitation())
  )
);
--> statement-breakpoint
CREATE POLICY narrows ON collaboration_campaigns FOR UPDATE TO app_rw USING (
  (org_id, collaboration_id) IN (
    SELECT org_id, id FROM collaborations WHERE state = 'invited' AND token_hash = (SELECT current_invitation())
  )
) WITH CHECK ("right" = 'see');
--> statement-breakpoint
-- A policy knows whose row it is and not which column is changed. Whoever does not share accepts, declines and ends, and
-- leaves everything else as it was agreed upon.
CREATE FUNCTION guard_collaboration() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
DECLARE
  answered CONSTANT text[] := ARRAY[
    'partner_org_id', 'partner_name', 'collaborator_name', 'state', 'accepted_at', 'updated_at', 'version'
  ];
BEGIN
  IF current_user <> 'app_rw' OR OLD.org_id = current_org() THEN RETURN NEW; END IF;
  IF to_jsonb(NEW) - answered = to_jsonb(OLD) - answered
    AND (OLD.state, NEW.state) IN
      (('invited', 'active'), ('invited', 'declined'), ('active', 'ended'), ('paused', 'ended'))
    AND (OLD.state = 'invited' OR NEW.partner_org_id = OLD.partner_org_id)
  THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'a collaboration is changed by whoever shares' USING ERRCODE = 'insufficient_privilege';
END
$$;
--> statement-breakpoint
CREATE TRIGGER guard BEFORE UPDATE ON collaborations FOR EACH ROW EXECUTE FUNCTION guard_collaboration();
--> statement-breakpoint
-- What somebody else shares, and how much of it may be sold, is not changed by pointing it elsewhere.
CREATE FUNCTION guard_sharing() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF (NEW.org_id, NEW.collaboration_id, NEW.campaign_id) = (OLD.org_id, OLD.collaboration_id, OLD.campaign_id) THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'what is shared is not another campaign later' USING ERRCODE = 'insufficient_privilege';
END
$$;
--> statement-breakpoint
CREATE TRIGGER guard BEFORE UPDATE ON collaboration_campaigns FOR EACH ROW EXECUTE FUNCTION guard_sharing();
--> statement-breakpoint
-- One row for each of the two organizations.
CREATE VIEW collaboration_rows WITH (security_invoker = true) AS
SELECT one.org_id, one.search_text, one.id, one.org_id AS "organizationId", one.side, one.partner, one.collaborator, one.email,
  (SELECT count(*)::int FROM collaboration_campaigns AS shared
    WHERE shared.org_id = one.sharing_id AND shared.collaboration_id = one.id) AS "campaignsCount",
  one.share_points::float8 / 100 AS share, one.state, one.expires_at AS "expiresAt",
  one.state = 'invited' AND one.expires_at <= now() AS "isExpired", one.accepted_at AS since, one.version,
  one.created_at AS "createdAt", one.updated_at AS "updatedAt"
FROM (
  SELECT org_id, org_id AS sharing_id, id, 'given'::text AS side, partner_name AS partner, collaborator_name AS collaborator,
    email, share_points, state, expires_at, accepted_at, version, created_at, updated_at,
    folded(coalesce(partner_name, '') || ' ' || coalesce(collaborator_name, '') || ' ' || email) AS search_text
  FROM collaborations
  UNION ALL
  SELECT partner_org_id, org_id, id, 'received', org_name, inviter_name,
    inviter_email, share_points, state, expires_at, accepted_at, version, created_at, updated_at,
    folded(org_name || ' ' || inviter_name || ' ' || inviter_email)
  FROM collaborations WHERE partner_org_id IS NOT NULL
) AS one;
--> statement-breakpoint
GRANT SELECT ON collaboration_rows TO app_rw;
--> statement-breakpoint
-- The partner. Everything follows from which collaborations they see: those that are theirs, and the one of their link.
GRANT USAGE ON SCHEMA public TO app_partner;
--> statement-breakpoint
GRANT SELECT (org_id, id, partner_org_id, org_name, partner_name, inviter_name, inviter_email, share_points, state, expires_at,
  accepted_at, token_hash, created_at, updated_at, version) ON collaborations TO app_partner;
--> statement-breakpoint
GRANT SELECT ON collaboration_campaigns TO app_partner;
--> statement-breakpoint
GRANT SELECT (org_id, id, name, category, type, status, start_date, end_date, terms_of_service, must_agree_to_terms, archived_at,
  created_at, updated_at, version) ON campaigns TO app_partner;
--> statement-breakpoint
GRANT SELECT (org_id, id, campaign_id, product_id, display_name, quantity, quantity_per_order, base_price_cents, min_price_cents,
  max_price_cents, max_quantity, ship_price_cents, deleted_at, created_at, updated_at, version) ON offers TO app_partner;
--> statement-breakpoint
GRANT SELECT (id, name, currency, time_zone) ON organizations TO app_partner;
--> statement-breakpoint
CREATE POLICY partner ON collaborations FOR SELECT TO app_partner USING (
  org_id = (SELECT current_org()) AND partner_org_id = (SELECT current_partner())
);
--> statement-breakpoint
CREATE POLICY partner_invited ON collaborations FOR SELECT TO app_partner USING (
  org_id = (SELECT current_org()) AND token_hash = (SELECT current_invitation())
);
--> statement-breakpoint
-- A pause shows nothing, nor does a collaboration that has ended.
CREATE POLICY partner ON collaboration_campaigns FOR SELECT TO app_partner USING (
  org_id = (SELECT current_org()) AND collaboration_id IN (SELECT id FROM collaborations WHERE state IN ('active', 'invited'))
);
--> statement-breakpoint
CREATE POLICY partner ON campaigns FOR SELECT TO app_partner USING (
  org_id = (SELECT current_org()) AND id IN (SELECT campaign_id FROM collaboration_campaigns)
);
--> statement-breakpoint
-- Who is invited reads the names of campaigns, and what they sell once they have accepted.
CREATE POLICY partner ON offers FOR SELECT TO app_partner USING (
  org_id = (SELECT current_org()) AND deleted_at IS NULL AND campaign_id IN (
    SELECT shared.campaign_id FROM collaboration_campaigns AS shared
    JOIN collaborations AS one ON one.org_id = shared.org_id AND one.id = shared.collaboration_id
    WHERE one.state = 'active'
  )
);
--> statement-breakpoint
CREATE POLICY partner ON organizations FOR SELECT TO app_partner USING (
  id = (SELECT current_org()) AND id IN (SELECT org_id FROM collaborations)
);
--> statement-breakpoint
-- Both organizations hear of it, and the partner of the campaigns that they see since, or see no more.
CREATE POLICY system ON collaborations TO app_system USING (true) WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, UPDATE ON collaborations TO app_system;
--> statement-breakpoint
CREATE FUNCTION note_collaborations() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
  INSERT INTO changes (org_id, xid, resource, record_id, version, kind, created_at)
  SELECT side.org_id, pg_current_xact_id(), 'collaborations', changed.id, changed.version,
    CASE TG_OP WHEN 'INSERT' THEN 'created' ELSE 'updated' END, now()
  FROM changed, LATERAL (VALUES (changed.org_id), (changed.partner_org_id)) AS side (org_id)
  WHERE side.org_id IS NOT NULL;
  INSERT INTO changes (org_id, xid, resource, kind, created_at)
  SELECT DISTINCT changed.partner_org_id, pg_current_xact_id(), 'campaigns', 'updated', now()
  FROM changed WHERE changed.partner_org_id IS NOT NULL;
  PERFORM pg_notify('offerdesk_changes', side.org_id::text)
  FROM (SELECT org_id FROM changed UNION SELECT partner_org_id FROM changed WHERE partner_org_id IS NOT NULL) AS side;
  RETURN NULL;
END
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION note_collaborations FROM PUBLIC;
--> statement-breakpoint
-- Each organization knows the other by its name of today.
CREATE FUNCTION rename_partners() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
  UPDATE collaborations SET org_name = NEW.name WHERE org_id = NEW.id;
  UPDATE collaborations SET partner_name = NEW.name WHERE partner_org_id = NEW.id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION rename_partners FROM PUBLIC;
--> statement-breakpoint
GRANT CREATE ON SCHEMA public TO app_system;
--> statement-breakpoint
ALTER FUNCTION note_collaborations OWNER TO app_system;
--> statement-breakpoint
ALTER FUNCTION rename_partners OWNER TO app_system;
--> statement-breakpoint
REVOKE CREATE ON SCHEMA public FROM app_system;
--> statement-breakpoint
CREATE TRIGGER note_insert AFTER INSERT ON collaborations
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_collaborations();
--> statement-breakpoint
CREATE TRIGGER note_update AFTER UPDATE ON collaborations
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_collaborations();
--> statement-breakpoint
CREATE TRIGGER rename_partners AFTER UPDATE OF name ON organizations
  FOR EACH ROW WHEN (OLD.name <> NEW.name) EXECUTE FUNCTION rename_partners();
--> statement-breakpoint
-- Both organizations can tell afterwards who agreed to what.
SELECT audit_changes('collaborations', '''collaborations''', named => 'CASE side.org_id WHEN changed.org_id THEN coalesce(changed.partner_name, changed.email) ELSE changed.org_name END',
  organization => 'side.org_id', sealed => '{token_hash}',
  within => 'FROM (VALUES (changed.org_id), (changed.partner_org_id)) AS side (org_id) WHERE side.org_id IS NOT NULL');
--> statement-breakpoint
SELECT audit_changes('collaboration_campaigns', '''collaborations''', record => 'changed.collaboration_id', keys => '{campaign_id}');
