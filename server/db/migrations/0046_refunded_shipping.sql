-- Shipping is refunded in parts, as goods are; until now a line's was refunded whole or not at all (OR-03).
ALTER TABLE refund_lines ADD COLUMN shipping_cents bigint NOT NULL DEFAULT 0;
--> statement-breakpoint
-- Rows that exist are rewritten, which row-level security keeps even their owner from until it is forced again.
ALTER TABLE refund_lines NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE order_items NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
UPDATE refund_lines SET shipping_cents = order_items.shipping_cents
FROM order_items
WHERE order_items.org_id = refund_lines.org_id AND order_items.id = refund_lines.item_id AND refund_lines.has_shipping;
--> statement-breakpoint
ALTER TABLE refund_lines FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE order_items FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE refund_lines DROP COLUMN has_shipping;
--> statement-breakpoint
ALTER TABLE refund_lines ADD CONSTRAINT refund_lines_shipping CHECK (shipping_cents between 0 and amount_cents);
