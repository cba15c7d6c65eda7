-- A partner is told how many they can sell: of the offer, and of what its product has in stock.
GRANT SELECT (org_id, id, stock, status) ON products TO app_partner;
--> statement-breakpoint
CREATE POLICY partner ON products FOR SELECT TO app_partner USING (
  org_id = (SELECT current_org()) AND id IN (SELECT product_id FROM offers)
);
