-- A spreadsheet can be of a campaign's offers as well: what knew products only is of any record now.
ALTER TABLE "product_imports" RENAME TO "sheet_imports";--> statement-breakpoint
ALTER TABLE "product_import_lines" RENAME TO "sheet_import_lines";--> statement-breakpoint
ALTER TABLE "sheet_import_lines" RENAME COLUMN "product_id" TO "record_id";--> statement-breakpoint
ALTER TABLE "sheet_import_lines" RENAME COLUMN "product_version" TO "record_version";--> statement-breakpoint
ALTER TABLE "sheet_imports" RENAME CONSTRAINT "product_imports_org_id_id_pk" TO "sheet_imports_org_id_id_pk";--> statement-breakpoint
ALTER TABLE "sheet_imports" RENAME CONSTRAINT "product_imports_org_id_organizations_id_fk" TO "sheet_imports_org_id_organizations_id_fk";--> statement-breakpoint
ALTER TABLE "sheet_imports" RENAME CONSTRAINT "product_imports_user_id_users_id_fk" TO "sheet_imports_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "sheet_import_lines" RENAME CONSTRAINT "product_import_lines_org_id_import_id_line_pk" TO "sheet_import_lines_org_id_import_id_line_pk";--> statement-breakpoint
ALTER TABLE "sheet_import_lines" RENAME CONSTRAINT "product_import_lines_org_id_import_id_product_imports_org_id_id_fk" TO "sheet_import_lines_org_id_import_id_sheet_imports_org_id_id_fk";--> statement-breakpoint
ALTER INDEX "product_imports_newest" RENAME TO "sheet_imports_newest";--> statement-breakpoint
ALTER INDEX "product_imports_age" RENAME TO "sheet_imports_age";--> statement-breakpoint
DROP INDEX "product_import_lines_sku";--> statement-breakpoint
ALTER TABLE "sheet_imports" ADD COLUMN "campaign_id" uuid;--> statement-breakpoint
ALTER TABLE "sheet_imports" ADD CONSTRAINT "sheet_imports_org_id_campaign_id_campaigns_org_id_id_fk" FOREIGN KEY ("org_id","campaign_id") REFERENCES "public"."campaigns"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sheet_import_lines" ADD COLUMN "key" text;
--> statement-breakpoint
-- Not even the owner of the table sees rows of an organization without naming it.
ALTER TABLE sheet_import_lines NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
UPDATE sheet_import_lines SET key = sku;
--> statement-breakpoint
ALTER TABLE sheet_import_lines FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "sheet_import_lines" ALTER COLUMN "key" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "sheet_import_lines_key" ON "sheet_import_lines" USING btree ("org_id","import_id","key");
--> statement-breakpoint
-- As 0014_large_imports did for products.
ALTER INDEX offers_search SET (fastupdate = true, gin_pending_list_limit = 64);
