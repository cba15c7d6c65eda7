-- A partner comes upon what is shared with them beside what is their own (CO-02): a transaction of the role app_partner that
-- names a partner and no organization lists the campaigns of all that share with them. Where an organization is named, what
-- is seen stays as it was.
CREATE POLICY partner_lists ON collaborations FOR SELECT TO app_partner USING (
  (SELECT current_org()) IS NULL AND partner_org_id = (SELECT current_partner())
);
--> statement-breakpoint
-- A pause shows nothing, nor does a collaboration that has ended.
CREATE POLICY partner_lists ON collaboration_campaigns FOR SELECT TO app_partner USING (
  (SELECT current_org()) IS NULL AND (org_id, collaboration_id) IN (SELECT org_id, id FROM collaborations WHERE state = 'active')
);
--> statement-breakpoint
CREATE POLICY partner_lists ON campaigns FOR SELECT TO app_partner USING (
  (SELECT current_org()) IS NULL AND (org_id, id) IN (SELECT org_id, campaign_id FROM collaboration_campaigns)
);
--> statement-breakpoint
-- In whose zone a campaign begins and ends.
CREATE POLICY partner_lists ON organizations FOR SELECT TO app_partner USING (
  (SELECT current_org()) IS NULL AND id IN (SELECT org_id FROM collaboration_campaigns)
);
