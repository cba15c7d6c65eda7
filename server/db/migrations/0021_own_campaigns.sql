-- Whose campaigns come first in a list: those of the person that the transaction works for, where one is named.
CREATE FUNCTION public.current_person() RETURNS uuid
LANGUAGE sql STABLE PARALLEL SAFE
RETURN nullif(current_setting('app.user_id', true), '')::uuid;
--> statement-breakpoint
CREATE POLICY search ON campaign_members FOR SELECT TO search_reader USING (true);
--> statement-breakpoint
GRANT SELECT ON campaign_members TO search_reader;
--> statement-breakpoint
CREATE OR REPLACE VIEW campaign_rows WITH (security_invoker = true) AS
SELECT org_id, search_text, id, name, category, status, type,
  start_date AS "startDate",
  end_date AS "endDate",
  terms_of_service AS "termsOfService",
  must_agree_to_terms AS "mustAgreeToTerms",
  internal_note AS "internalNote",
  (SELECT count(*)::int FROM offers
    WHERE offers.org_id = campaigns.org_id AND offers.campaign_id = campaigns.id AND offers.deleted_at IS NULL)
    AS "offersCount",
  created_at AS "createdAt",
  updated_at AS "updatedAt",
  version,
  archived_at AS "archivedAt",
  (archived_at IS NOT NULL)::text AS archived,
  orders_count AS "ordersCount",
  revenue_cents::float8 / 100 AS revenue,
  CASE WHEN (SELECT current_person()) IS NOT NULL THEN id IN (
    SELECT campaign_id FROM campaign_members
    WHERE campaign_members.org_id = (SELECT current_org()) AND user_id = (SELECT current_person())
  ) END AS "isMine"
FROM campaigns;
