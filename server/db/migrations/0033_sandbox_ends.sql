DROP INDEX "sandbox_payments_newest";--> statement-breakpoint
CREATE INDEX "sandbox_payments_ended" ON "sandbox_payments" USING btree ("org_id","gateway_instance_id","updated_at");
