-- Whoever wants to has a second step at sign-in: codes of an authenticator app, and recovery codes beside them.
CREATE TABLE "second_steps" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"app_key" text,
	"app_since" timestamp (3) with time zone,
	"app_step" bigint,
	"recovery_hashes" text[] DEFAULT '{}' NOT NULL,
	"recovery_codes_left" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "second_steps_app" CHECK ((app_key IS NULL) = (app_since IS NULL)),
	CONSTRAINT "second_steps_recovery" CHECK (recovery_codes_left = cardinality(recovery_hashes))
);
--> statement-breakpoint
CREATE TABLE "step_challenges" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"user_id" uuid NOT NULL,
	"app_key" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "second_steps" ADD CONSTRAINT "second_steps_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "step_challenges" ADD CONSTRAINT "step_challenges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "step_challenges_user" ON "step_challenges" USING btree ("user_id");--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON second_steps, step_challenges TO app_system;
--> statement-breakpoint
-- As with a password, each organization of the person is told, and of secrets that they have changed.
SELECT audit_changes('second_steps', '''members''', record => 'changed.user_id',
  named => '(SELECT name FROM users WHERE id = changed.user_id)', organization => 'memberships.org_id',
  within => 'FROM memberships WHERE memberships.user_id = changed.user_id',
  unseen => '{app_step}', sealed => '{app_key,recovery_hashes}');
