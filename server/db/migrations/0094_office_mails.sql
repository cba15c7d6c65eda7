-- Mails of an organization that are about no order, such as invites, are in its list of mails as well; what stands in them
-- stays in their jobs. Those that were written before get their rows, with what is known of them.
ALTER TABLE mails NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE outbox NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE organizations NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
INSERT INTO mails (
  org_id, id, dedupe_key, event, state, tries, error, sender, recipient, subject, html, plain_text, created_at, updated_at, delivered_at
)
SELECT org_id, id, id::text,
  CASE
    WHEN payload ->> 'subject' LIKE 'You are invited to % on Offerdesk' THEN 'invite'
    WHEN payload ->> 'subject' LIKE '% asks for a new invite' THEN 'invite.asked'
    WHEN payload ->> 'subject' LIKE '% wants to share campaigns with you' THEN 'collaboration'
    WHEN payload ->> 'subject' = 'A webhook has been switched off' THEN 'webhook.off'
    ELSE 'report'
  END,
  -- The text of what was handed over is forgotten, and that of what was only kept is not.
  CASE WHEN state IN ('dead', 'held') THEN state WHEN state <> 'done' THEN 'queued' WHEN payload ->> 'text' = '' THEN 'delivered' ELSE 'kept' END,
  attempts, last_error, 'no-reply@offerdesk.example', payload ->> 'to', payload ->> 'subject', '', '',
  created_at, coalesce(done_at, created_at), done_at
FROM outbox
WHERE topic = 'mail' AND org_id IN (SELECT id FROM organizations) AND payload ? 'to' AND payload ? 'subject';
--> statement-breakpoint
UPDATE outbox SET payload = payload || jsonb_build_object('mailId', id), dedupe_key = 'mail:' || id
WHERE topic = 'mail' AND EXISTS (SELECT FROM mails WHERE mails.org_id = outbox.org_id AND mails.id = outbox.id);
--> statement-breakpoint
ALTER TABLE organizations FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE outbox FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE mails FORCE ROW LEVEL SECURITY;
