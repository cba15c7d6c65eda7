-- What lists of two hundred thousand customers are sorted by, either way.
CREATE INDEX "customers_by_last_order_first" ON "customers" USING btree ("org_id","last_order_at" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "customers_by_first_name" ON "customers" USING btree ("org_id",folded("first_name") collate "C","id");--> statement-breakpoint
CREATE INDEX "customers_by_last_name" ON "customers" USING btree ("org_id",folded("last_name") collate "C","id");--> statement-breakpoint
CREATE INDEX "customers_by_typed_phone" ON "customers" USING btree ("org_id",folded("phone") collate "C","id");--> statement-breakpoint
CREATE INDEX "customers_by_typed_phone_first" ON "customers" USING btree ("org_id",folded("phone") collate "C" desc nulls last,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "customers_updated" ON "customers" USING btree ("org_id","updated_at","id");