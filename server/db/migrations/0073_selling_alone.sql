-- The role that the server signs in with is a member of app_selling, so that it can become it, and a policy for a role is one
-- for its members, too: what is restricted for sales was restricted for whoever migrates or mends a database, without a
-- word. It holds for sales alone. (Policies of app_own restrict reading alike; a migration that changes rows of orders and
-- their parts takes the role app_system first.)
DO $$
DECLARE
  found record;
BEGIN
  FOR found IN
    SELECT tablename, policyname, qual, with_check FROM pg_policies
    WHERE schemaname = current_schema() AND permissive = 'RESTRICTIVE' AND 'app_selling' = ANY (roles)
  LOOP
    IF found.qual IS NOT NULL THEN
      EXECUTE format('ALTER POLICY %I ON %I USING (current_user <> ''app_selling'' OR (%s))', found.policyname, found.tablename, found.qual);
    END IF;
    IF found.with_check IS NOT NULL THEN
      EXECUTE format('ALTER POLICY %I ON %I WITH CHECK (current_user <> ''app_selling'' OR (%s))', found.policyname, found.tablename, found.with_check);
    END IF;
  END LOOP;
END
$$;
