-- A mail is written from its template when it is sent, and not while the sale that is its reason holds its locks. The jobs of
-- these mails have a topic of their own, which servers of the version before leave alone.
ALTER TABLE "mails" ADD COLUMN "unrendered" jsonb;
