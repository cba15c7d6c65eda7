-- What timelines of records are read from: the audit without what each sale takes and gives back, which is most of it.
CREATE INDEX "audit_entries_of_timeline" ON "audit_entries" USING btree ("org_id","record_id","created_at","id")
WHERE resource in ('autoresponders', 'campaigns', 'collaborations', 'gateways', 'members', 'offers', 'products')
  and not (table_name = 'stock_movements' and coalesce(after ->> 'kind', '') in ('sale', 'cancel'))
  and not (table_name = 'offers' and kind = 'updated' and after - 'quantity' = '{}'
    and coalesce(action, '') not like 'offers.%' and coalesce(action, '') not like 'sheetImports.%');
