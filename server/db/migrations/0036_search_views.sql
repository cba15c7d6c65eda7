-- As in 0035_list_filters, but a view is found by the name of what it lists, so that another list needs no other function.
-- Whatever the name, only rows of the organization are found, as the view of every list has its id.
CREATE OR REPLACE FUNCTION search_ids(
  resource text, patterns text[], filters jsonb, sort_column text, sort_folded boolean, nulls_last boolean,
  descending boolean, row_limit integer, row_offset integer
) RETURNS TABLE (id uuid, total integer)
LANGUAGE plpgsql STABLE ROWS 10 SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
  org uuid := current_org();
  source text := CASE resource WHEN 'fulfillments' THEN 'fulfilment' ELSE rtrim(resource, 's') END || '_rows';
  matching text;
  direction text := CASE WHEN descending THEN 'DESC' ELSE 'ASC' END;
  page uuid[];
  matches integer;
BEGIN
  IF org IS NULL OR to_regclass('public.' || quote_ident(source)) IS NULL THEN RETURN; END IF;
  SELECT format('FROM public.%I WHERE org_id = %L AND (', source, org)
    || string_agg(format('search_text LIKE folded(%L)', pattern), ' OR ') || ')'
  INTO matching FROM unnest(patterns) AS pattern;
  SELECT matching || coalesce(string_agg(CASE comparison
    WHEN 'any' THEN format(' AND %I = ANY (%L)', "column", ARRAY(SELECT jsonb_array_elements_text(value::jsonb))::text)
    ELSE format(' AND %I %s %L', "column",
      CASE comparison WHEN '=' THEN '=' WHEN '>=' THEN '>=' WHEN '<=' THEN '<=' WHEN '<' THEN '<' END, value) END, ''), '')
  INTO matching FROM jsonb_to_recordset(filters) AS given ("column" text, comparison text, value text);
  EXECUTE format(
    'SELECT array_agg(id) FROM (SELECT id %s ORDER BY %s %s %s, id %s LIMIT %s OFFSET %s) AS page',
    matching,
    CASE WHEN sort_folded THEN format('folded(%I) COLLATE "C"', sort_column) ELSE quote_ident(sort_column) END,
    direction, CASE WHEN nulls_last THEN 'NULLS LAST' ELSE '' END, direction, row_limit, row_offset
  ) INTO page;
  matches := row_offset + coalesce(cardinality(page), 0);
  -- A page that is not full is the last one and tells the total; so does no page but the first.
  IF coalesce(cardinality(page), 0) = row_limit OR (page IS NULL AND row_offset > 0) THEN
    EXECUTE 'SELECT count(*)::int ' || matching INTO matches;
  END IF;
  RETURN QUERY SELECT entry, matches FROM unnest(page) AS entry;
  IF NOT FOUND THEN RETURN QUERY SELECT NULL::uuid, matches; END IF;
END
$$;
