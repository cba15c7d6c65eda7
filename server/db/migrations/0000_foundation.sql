CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
-- The engine's own Unicode rules where it has them (17 and later), else those of ICU or of the system: PGlite's default
-- locale knows small letters in ASCII only.
DO $$
DECLARE
  definition text;
BEGIN
  FOREACH definition IN ARRAY ARRAY[
    'provider = builtin, locale = ''C.UTF-8''',
    'provider = icu, locale = ''und''',
    'provider = libc, locale = ''C.UTF-8''',
    'provider = libc, locale = ''C'''
  ] LOOP
    BEGIN
      EXECUTE format('CREATE COLLATION public.folding (%s)', definition);
      EXIT;
    EXCEPTION WHEN invalid_object_definition OR undefined_object OR feature_not_supported
      OR invalid_parameter_value OR syntax_error THEN NULL;
    END;
  END LOOP;
END
$$;
--> statement-breakpoint
CREATE FUNCTION public.folded(original text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN lower(original COLLATE public.folding);
--> statement-breakpoint
-- The organization that the transaction works for; null when none is set, so that nothing is seen.
CREATE FUNCTION public.current_org() RETURNS uuid
LANGUAGE sql STABLE PARALLEL SAFE
RETURN nullif(current_setting('app.org_id', true), '')::uuid;
--> statement-breakpoint
-- app_rw works within one organization, app_system with what precedes one, search_reader owns the search function.
-- Roles belong to the cluster: another database, or another node at this moment, may have made them.
DO $$
DECLARE
  role_name text;
BEGIN
  FOREACH role_name IN ARRAY ARRAY['app_rw', 'app_system', 'search_reader'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role_name) THEN
      BEGIN
        EXECUTE format('CREATE ROLE %I NOLOGIN', role_name);
      EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
      END;
    END IF;
    IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
      BEGIN
        EXECUTE format('GRANT %I TO CURRENT_USER', role_name);
      EXCEPTION
        WHEN unique_violation THEN NULL;
        -- Someone else made the role and granted it to us already.
        WHEN insufficient_privilege THEN
          IF NOT pg_has_role(current_user, role_name, 'MEMBER') THEN RAISE; END IF;
      END;
    END IF;
  END LOOP;
END
$$;
