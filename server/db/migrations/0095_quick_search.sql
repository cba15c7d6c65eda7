-- Contracts: rights on a function that is new here, and one that was given for its making alone.
-- Whoever types a few letters anywhere is answered while they type, of a million orders, too. A parcel is found by the beginning of its
-- tracking number, which is kept in capital letters: texts are compared without leaking, so row-level security lets this index be used.
CREATE INDEX "fulfilments_by_tracking" ON "fulfilments" USING btree ("org_id","tracking_number" COLLATE "C","id") WHERE tracking_number is not null;
--> statement-breakpoint
-- What has names is found by parts of them, or by how they begin where so little was typed that no index knows it. As search_ids,
-- it uses indexes that row-level security keeps from others, takes the organization from the transaction alone, and tells ids.
CREATE FUNCTION named_ids(list text, patterns text[], spellings text[], beginning text, most integer) RETURNS TABLE (id uuid)
LANGUAGE plpgsql STABLE ROWS 5 SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
  org uuid := current_org();
  names text[] := CASE list
    WHEN 'customers' THEN '{first_name,last_name}' WHEN 'campaigns' THEN '{name}' WHEN 'products' THEN '{name,sku}' END;
  within text := format('FROM public.%I WHERE org_id = %L', list, org)
    || CASE list WHEN 'customers' THEN ' AND deleted_at IS NULL' WHEN 'campaigns' THEN ' AND archived_at IS NULL' ELSE '' END;
  holding text;
  found uuid[];
BEGIN
  IF org IS NULL OR names IS NULL THEN RETURN; END IF;
  IF beginning IS NULL THEN
    SELECT string_agg(format('search_text LIKE folded(%L)', pattern), ' AND ') INTO holding FROM unnest(patterns) AS pattern;
    SELECT coalesce(string_agg(format('search_text LIKE %L OR ', spelling), ''), '') || '(' || holding || ')'
    INTO holding FROM unnest(spellings) AS spelling;
    -- What most rows hold is found among the newest, sooner than the index has told all rows that hold it.
    EXECUTE format('SELECT array_agg(id) FROM (SELECT id FROM (SELECT id, search_text %s ORDER BY created_at DESC, id DESC LIMIT 2000)'
      || ' AS newest WHERE %s LIMIT %s) AS found', within, holding, most) INTO found;
    IF coalesce(cardinality(found), 0) < most THEN
      EXECUTE format('SELECT array_agg(id) FROM (SELECT id %s AND (%s) ORDER BY created_at DESC, id DESC LIMIT %s) AS found',
        within, holding, most) INTO found;
    END IF;
    RETURN QUERY SELECT unnest(found);
  ELSE
    SELECT string_agg(format('(SELECT id %1$s AND folded(%2$I) COLLATE "C" >= folded(%3$L) COLLATE "C"'
      || ' AND folded(%2$I) COLLATE "C" < (folded(%3$L) || chr(1114111)) COLLATE "C" ORDER BY folded(%2$I) COLLATE "C", id LIMIT %4$s)',
      within, name, beginning, most), ' UNION ')
    INTO holding FROM unnest(names) AS name;
    RETURN QUERY EXECUTE format('SELECT id FROM (%s) AS named LIMIT %s', holding, most);
  END IF;
END
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION named_ids FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION named_ids TO app_rw;
--> statement-breakpoint
GRANT CREATE ON SCHEMA public TO search_reader;
--> statement-breakpoint
ALTER FUNCTION named_ids OWNER TO search_reader;
--> statement-breakpoint
REVOKE CREATE ON SCHEMA public FROM search_reader;
