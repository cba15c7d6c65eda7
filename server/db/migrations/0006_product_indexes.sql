CREATE INDEX "products_by_sku" ON "products" USING btree ("org_id",folded("sku") collate "C","id");--> statement-breakpoint
CREATE INDEX "products_by_price" ON "products" USING btree ("org_id",(price_cents::float8 / 100),"id");--> statement-breakpoint
CREATE INDEX "products_by_stock" ON "products" USING btree ("org_id","stock","id");--> statement-breakpoint
CREATE INDEX "products_updated" ON "products" USING btree ("org_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "products_of_category" ON "products" USING btree ("org_id","category","created_at","id");--> statement-breakpoint
CREATE INDEX "products_of_status" ON "products" USING btree ("org_id","status","created_at","id");