-- How many mails and messages were given up is asked every few seconds by what watches the server.
CREATE INDEX "outbox_dead" ON "outbox" USING btree ("created_at") WHERE state = 'dead';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_failed" ON "webhook_deliveries" USING btree ("created_at") WHERE state = 'failed';
