-- The audit (AD-01): every change of what an organization does business with, written in the transaction of the change. Each
-- entry has the columns that changed, before and after; of a new row all that have a value, and of a deleted one the last
-- ones, so that the entries from the beginning give the rows of today. Columns that keep secrets are told by name alone.
CREATE TABLE "audit_entries" (
	"org_id" uuid NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "audit_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" uuid,
	"actor_name" text,
	"action" text,
	"resource" text NOT NULL,
	"record_id" uuid NOT NULL,
	"record_name" text,
	"table_name" text NOT NULL,
	"kind" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"sealed" text[],
	CONSTRAINT "audit_entries_org_id_created_at_id_pk" PRIMARY KEY("org_id","created_at","id")
);
--> statement-breakpoint
CREATE INDEX "audit_entries_of_record" ON "audit_entries" USING btree ("org_id","record_id","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_of_actor" ON "audit_entries" USING btree ("org_id","actor_id","created_at","id");--> statement-breakpoint
ALTER TABLE audit_entries ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE audit_entries FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY tenant ON audit_entries FOR SELECT TO app_rw USING (org_id = (SELECT current_org()));
--> statement-breakpoint
CREATE POLICY system ON audit_entries FOR INSERT TO app_system WITH CHECK (true);
--> statement-breakpoint
-- Requests read it. Nobody writes but the triggers below, with the role of what precedes an organization, and nobody changes it.
GRANT SELECT ON audit_entries TO app_rw;
--> statement-breakpoint
GRANT INSERT ON audit_entries TO app_system;
--> statement-breakpoint
-- Whoever is let in by a token is named by it.
GRANT SELECT (name) ON telephone_tokens TO app_system;
--> statement-breakpoint
-- Refuses what rights would allow: to change it, to whoever owns the table; and to tell something past the triggers.
CREATE FUNCTION refuse_change_of_audit() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  RAISE EXCEPTION 'the audit is written by changes of other tables, and never changed' USING ERRCODE = 'insufficient_privilege';
END
$$;
--> statement-breakpoint
CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit();
--> statement-breakpoint
CREATE TRIGGER refuse_telling BEFORE INSERT ON audit_entries
  FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION refuse_change_of_audit();
--> statement-breakpoint
-- Keeps the audit of a table. Its rows are of the `record` of a `resource`, as these expressions over a row `changed` say,
-- and `named` is how people know that record. `keys` are what tells the rows of one record apart. `unseen` columns are
-- derived, or so large or so often written that nobody would look: they are left out; `sealed` ones are told by name alone.
--
-- It works by the row, and by its name before all other triggers, so that a row's entries have the order of its changes. Who
-- does what stands in settings of the transaction (server/db/transactions.ts); without them it was nobody of the server's.
CREATE FUNCTION audit_changes(
  audited regclass, resource text, record text DEFAULT 'changed.id', named text DEFAULT 'NULL::text',
  keys text[] DEFAULT '{}', unseen text[] DEFAULT '{}', sealed text[] DEFAULT '{}',
  organization text DEFAULT 'changed.org_id', within text DEFAULT '',
  operations text DEFAULT 'INSERT OR UPDATE OR DELETE', condition text DEFAULT 'true'
) RETURNS void
LANGUAGE plpgsql
AS $audit$
DECLARE
  keeper text := format('audit_%s', replace(audited::text, '"', ''));
  left_out text[] := unseen || sealed || ARRAY['org_id', 'updated_at', 'version', 'search_text'];
BEGIN
  EXECUTE format($definition$
    CREATE FUNCTION %1$I() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
    AS $keep$
    DECLARE
      left_out CONSTANT text[] := %2$L;
      changed record;
      was jsonb;
      became jsonb;
      hidden text[];
    BEGIN
      IF TG_OP = 'INSERT' THEN
        changed := NEW;
        became := (SELECT jsonb_object_agg(key, value) FROM jsonb_each(to_jsonb(NEW) - left_out) WHERE value <> 'null');
        hidden := array_remove(ARRAY[%3$s]::text[], NULL);
      ELSIF TG_OP = 'DELETE' THEN
        changed := OLD;
        was := (SELECT jsonb_object_agg(key, value) FROM jsonb_each(to_jsonb(OLD) - left_out) WHERE value <> 'null');
      ELSE
        IF NEW IS NOT DISTINCT FROM OLD THEN RETURN NULL; END IF;
        changed := NEW;
        was := to_jsonb(OLD) - left_out;
        became := to_jsonb(NEW) - left_out;
        hidden := array_remove(ARRAY[%4$s]::text[], NULL);
        IF was = became AND hidden = '{}' THEN RETURN NULL; END IF;
        SELECT jsonb_object_agg(one.key, one.value), jsonb_object_agg(one.key, became -> one.key) INTO was, became
        FROM jsonb_each(was) AS one WHERE one.value <> became -> one.key OR one.key = ANY (%5$L);
      END IF;
      INSERT INTO audit_entries (
        org_id, created_at, actor_kind, actor_id, actor_name, action,
        resource, record_id, record_name, table_name, kind, before, after, sealed
      )
      SELECT %6$s, now(), coalesce(nullif(current_setting('app.actor_kind', true), ''), 'database'),
        nullif(current_setting('app.actor_id', true), '')::uuid, nullif(current_setting('app.actor_name', true), ''),
        nullif(current_setting('app.action', true), ''),
        %7$s, %8$s, %9$s, TG_TABLE_NAME,
        CASE TG_OP WHEN 'INSERT' THEN 'created' WHEN 'UPDATE' THEN 'updated' ELSE 'deleted' END,
        was, became, nullif(hidden, '{}') %10$s;
      RETURN NULL;
    END
    $keep$
  $definition$, keeper, left_out,
    (SELECT string_agg(format('CASE WHEN NEW.%1$I IS NOT NULL THEN %1$L END', name), ', ') FROM unnest(sealed) AS name),
    (SELECT string_agg(format('CASE WHEN NEW.%1$I IS DISTINCT FROM OLD.%1$I THEN %1$L END', name), ', ') FROM unnest(sealed) AS name),
    keys, organization, resource, record, named, within);
  EXECUTE format('REVOKE ALL ON FUNCTION %I FROM PUBLIC', keeper);
  GRANT CREATE ON SCHEMA public TO app_system;
  EXECUTE format('ALTER FUNCTION %I OWNER TO app_system', keeper);
  REVOKE CREATE ON SCHEMA public FROM app_system;
  EXECUTE format('CREATE TRIGGER audit AFTER %s ON %s FOR EACH ROW WHEN (%s) EXECUTE FUNCTION %I()', operations, audited, condition, keeper);
END
$audit$;
--> statement-breakpoint
-- Every table of business records. The next one is one line in a migration of its own; a test asks for it.
DO $$
BEGIN
  PERFORM audit_changes('organizations', '''organizations''', named => 'changed.name', organization => 'changed.id', unseen => '{last_order_number}');
  PERFORM audit_changes('sellers', '''sellers''');
  PERFORM audit_changes('memberships', '''members''', record => 'changed.user_id', named => '(SELECT name FROM users WHERE id = changed.user_id)');
  -- A person is in any number of organizations, and each of them is told.
  PERFORM audit_changes('users', '''members''', named => 'changed.name', organization => 'memberships.org_id',
    within => 'FROM memberships WHERE memberships.user_id = changed.id', unseen => '{organization_name}', sealed => '{password_hash}');
  PERFORM audit_changes('invites', '''invites''', named => 'changed.email', sealed => '{token_hash}');
  PERFORM audit_changes('telephone_tokens', '''telephone''', named => 'changed.name', unseen => '{last_used_at}', sealed => '{token_hash}');
  PERFORM audit_changes('gateway_instances', '''gateways''', named => 'changed.display_name', sealed => '{secrets}');
  PERFORM audit_changes('reconciliations', '''gateways''', record => 'changed.gateway_instance_id', keys => '{id}');
  PERFORM audit_changes('plugin_instances', '''plugins''', named => 'changed.name', sealed => '{secrets}');
  PERFORM audit_changes('email_autoresponders', '''autoresponders''', named => 'changed.subject');
  PERFORM audit_changes('order_mails', '''orderMails''', named => 'changed.event');
  -- A mail's text may have what opens its payment link.
  PERFORM audit_changes('mails', '''mails''', named => 'changed.recipient', unseen => '{subject,html,plain_text,unrendered,dedupe_key}');
  PERFORM audit_changes('campaigns', '''campaigns''', named => 'changed.name', unseen => '{orders_count,revenue_cents}');
  PERFORM audit_changes('campaign_members', '''campaigns''', record => 'changed.campaign_id', keys => '{user_id}');
  PERFORM audit_changes('products', '''products''', named => 'changed.name', unseen => '{stock}');
  PERFORM audit_changes('stock_movements', '''products''', record => 'changed.product_id', keys => '{id}', unseen => '{user_name}');
  PERFORM audit_changes('offers', '''offers''', named => 'changed.display_name', unseen => '{product_sku}');
  PERFORM audit_changes('sheet_imports', '''sheetImports''', named => 'changed.name', unseen => '{user_name}');
  PERFORM audit_changes('customers', '''customers''', named => 'trim(changed.first_name || '' '' || changed.last_name)',
    unseen => '{phone_e164,phone_spellings,phone_digits,orders_count,total_spent_cents,last_order_at}');
  PERFORM audit_changes('customer_merges', '''customers''', record => 'changed.kept_id', keys => '{id}');
  PERFORM audit_changes('calls', '''calls''', named => 'changed.phone');
  PERFORM audit_changes('order_drafts', '''orderDrafts''', unseen => '{title,content}');
  PERFORM audit_changes('orders', '''orders''', named => '''#'' || changed.number', unseen => '{found_by,gateway_instance_id}');
  PERFORM audit_changes('order_items', '''orders''', record => 'changed.order_id', keys => '{id}');
  PERFORM audit_changes('payment_links', '''orders''', record => 'changed.order_id', keys => '{id}', unseen => '{settle_at}',
    sealed => '{token_hash,code_hash,sealed_code}');
  PERFORM audit_changes('payment_attempts', '''orders''', record => 'changed.order_id', keys => '{id}', unseen => '{ask_at,asks}',
    sealed => '{session,action,return_token}');
  PERFORM audit_changes('transactions', '''transactions''', named => '''#'' || changed.order_number');
  PERFORM audit_changes('refunds', '''orders''', record => 'changed.order_id', keys => '{id}', unseen => '{ask_at,asks,user_name}');
  PERFORM audit_changes('refund_lines', '''orders''', record => 'changed.order_id', keys => '{id}');
  PERFORM audit_changes('fulfilments', '''fulfillments''', named => '''#'' || changed.order_number');
  PERFORM audit_changes('fulfilment_items', '''fulfillments''', record => 'changed.fulfilment_id', keys => '{order_item_id}');
  -- A timeline tells of changes that are audited by themselves, but for what people note in it.
  PERFORM audit_changes('record_events', 'changed.resource', record => 'changed.record_id', keys => '{id}',
    unseen => '{from_state,to_state,user_name}', operations => 'INSERT', condition => 'NEW.kind = ''note''');
END
$$;
