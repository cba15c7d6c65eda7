-- Passkeys: what a device or a password manager proves itself by at sign-in. Only the public half is kept.
CREATE TABLE "passkeys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"uses" bigint NOT NULL,
	"transports" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "passkeys_credential" UNIQUE("credential_id")
);
--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "passkeys_user" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON passkeys TO app_system;
--> statement-breakpoint
-- Whoever signs in by a passkey alone is nobody yet when they are asked for it.
ALTER TABLE "step_challenges" ALTER COLUMN "user_id" DROP NOT NULL;
--> statement-breakpoint
ALTER TABLE "step_challenges" ADD CONSTRAINT "step_challenges_whose" CHECK (user_id IS NOT NULL OR purpose = 'passkey_sign_in');
--> statement-breakpoint
-- As with an authenticator app, each organization of the person is told.
SELECT audit_changes('passkeys', '''members''', record => 'changed.user_id',
  named => '(SELECT name FROM users WHERE id = changed.user_id)', organization => 'memberships.org_id',
  within => 'FROM memberships WHERE memberships.user_id = changed.user_id',
  unseen => '{uses,transports,last_used_at}', sealed => '{credential_id,public_key}');
