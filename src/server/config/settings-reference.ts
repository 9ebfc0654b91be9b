import { retentionWords } from '#server/watch/retention-table.ts'
import { fileSetting } from './secret-files.ts'
import { secretNames, settings } from './settings.ts'

/** What each setting is for; a setting without words does not compile. */
const words: { readonly [Name in keyof typeof settings.shape]: string } = {
  NODE_ENV:
    'production demands what docs/how-to/run-in-production.md lists, and serves only the configured hosts; anything else refuses what is for real shoppers: live payments, https stores',
  STAND_INS:
    'in production alone, for a test store: which of card-gateway, wallets, mail, identity and delivery are played; every page then says that nothing is sold; never beside live payments',
  ROLE: 'web: pages and calls; worker: jobs, recovery and what runs by the clock, listening on OPS_PORT alone; all: both. Any number of each',
  WEB_PROCESSES:
    'how many processes of one parent serve PORT, or auto: as many as there are cores less one, at least 1; with more than one a process of its own works on the jobs in role all, and a worker has a parent too: docs/how-to/run-in-production.md',
  PORT: 'where the store listens, but a worker',
  HOST: 'on which address of this machine it listens',
  OPS_PORT:
    'where operators ask for /metrics and /status; without it, in development with the usual PORT, 3002, else nowhere',
  DATABASE_URL:
    'PostgreSQL 15 or newer, one server or several (`a:5432,b:5432`); without it, in development, a private one in the data folder',
  DATABASE_POOLER:
    'whether a pooler (PgBouncer) is at DATABASE_URL, and whether it gives a connection away after each session or each transaction: docs/how-to/use-a-pooler.md',
  DATABASE_DIRECT_URL:
    'the same database past the pooler, for jobs, migrations and commands; needed with DATABASE_POOLER=transaction',
  DATABASE_REPLICA_URL:
    'standbys that pages of everybody, suggestions, recommendations and exports read from while they are fresh: docs/how-to/read-from-a-replica.md',
  DATABASE_PREPARED: 'off: statements without names, for a pooler that loses them; costs more',
  DATABASE_POOL: 'connections at most, per process',
  DATABASE_WAIT_SECONDS: 'a start ends with 1 when the database is away for so long; 0: it waits for ever',
  MIGRATE_ON_START:
    'a start, or a command, brings the database up to date; without it in development alone: production waits, not ready, until `npm run db:migrate` has',
  DATA_DIR: 'private PostgreSQL, the built-in gateway’s books, generated secrets',
  PICTURES_DIR: 'where the pictures of the catalogue lie; without it the demo’s',
  PICTURES_STORE:
    'in place of that folder an object store by the S3 protocol, as in `s3://bucket/prefix`; the others but the region belong to it: docs/how-to/import-pictures.md',
  PICTURES_ENDPOINT: 'its address, as in `https://s3.us-east-1.amazonaws.com`',
  PICTURES_REGION: 'its region, part of each signature; without it us-east-1',
  PICTURES_ACCESS_KEY_ID: 'the key that may list, read and write there',
  PICTURES_SECRET_ACCESS_KEY: 'see above',
  PICTURES_ORIGIN: 'where browsers get the pictures: the CDN in front of the bucket, which serves each by its key',
  CB_ORIGIN: 'origin of CB, United States',
  CB_CA_ORIGIN: 'origin of CB, Canada',
  CB2_ORIGIN: 'origin of CB2, United States',
  CB2_CA_ORIGIN: 'origin of CB2, Canada',
  CDN: 'whether a CDN stands in front of the store: it may serve guests’ pages for a minute, each with an ETag',
  TRUSTED_PROXIES: 'proxies whose X-Forwarded-For is believed: addresses or CIDRs',
  PAYMENT_PROVIDER_ENABLE_ADYEN: 'flag paymentProvider_EnableAdyen: the provider’s card fields in place of ours',
  CBHCC_ENABLE_CBHCC: 'flag cbhcc_EnableCbhcc: the new co-brand card',
  OMS_USE_SHARED_ENGINE: 'flag oms_UseSharedEngine: delivery estimates of the shared engine in the cart',
  REGISTRY_CHECKLIST: 'the interactive checklist of registries',
  HOLD: 'true at the first start after a restore that cannot be seen in the database: nothing unknown is given back until a person says so (docs/how-to/after-a-restore.md); take it out again',
  FACTS_CACHE: 'facts of skus in memory, by their version: off to compare, when in doubt',
  PFAS_STATES: 'states that items with PFAS may not go to, or none',
  DELIVERY_POINTS:
    'file of the places on the map of the delivery popup, JSON: [{name, latitude, longitude}]; without it the demo’s, in production none',
  ADDRESS_PLACES:
    'file of postal codes with city and state, CSV, by which addresses are completed, behind Smarty where its keys are set too: docs/how-to/complete-addresses.md; without it the demo’s, in production none',
  SMARTY_AUTH_ID:
    'addresses completed by Smarty, which goes before the file; the two belong together, docs/how-to/complete-addresses.md',
  SMARTY_AUTH_TOKEN: 'see above',
  SELLERS:
    'file of the legal sellers that receipts, mails and order pages name, JSON: docs/how-to/name-the-seller.md; without it the demo’s',
  CANCEL_MINUTES: 'how many minutes after it was placed a shopper may cancel her order; 0: never',
  ANALYTICS_CONSENT: 'stores that ask before anything of a visit is measured, as in cb,cb-ca, or none',
  GATEWAY_PORT: 'where the built-in card gateway listens',
  GATEWAY_ORIGIN: 'another gateway that speaks its words; the built-in one is then not started',
  GATEWAY_API_KEY: 'what the store shows the gateway',
  GATEWAY_HMAC_KEY: 'key of the signatures of the gateway’s webhooks',
  GATEWAY_MERCHANT_ACCOUNT: 'our name at the gateway',
  ADYEN_API_KEY: 'Adyen in place of the built-in gateway; the four belong together, and the flag above must be true',
  ADYEN_CLIENT_KEY: 'see above; public, the browser’s card fields show it',
  ADYEN_MERCHANT_ACCOUNT: 'see above',
  ADYEN_HMAC_KEY: 'see above',
  ADYEN_REPORT_KEY:
    'key of Adyen’s report user: its Payment accounting reports are downloaded and compared, docs/how-to/adyen.md; without it they are given by hand',
  ADYEN_ENVIRONMENT: 'test, or live in the region of the merchant account',
  ADYEN_LIVE_PREFIX: 'the live address’s own part',
  WALLETS:
    'the wallets that the merchant account has, as in applePay,paypal; without it applePay, paypal and venmo: docs/how-to/wallets.md',
  BRAINTREE_MERCHANT_ID: 'for PayPal, Venmo and Apple Pay by Braintree: the merchant; needs both keys too',
  BRAINTREE_PUBLIC_KEY: 'its public key',
  BRAINTREE_PRIVATE_KEY: 'its private key',
  BRAINTREE_ENVIRONMENT: 'sandbox or production',
  BRAINTREE_ACCOUNT_USD: 'its merchant account for US dollars; without it the default one',
  BRAINTREE_ACCOUNT_CAD: 'its merchant account for Canadian dollars; without it the default one',
  SMTP_URL: 'mail server; without it, in development, the built-in mailbox',
  MAIL_SMTP_PORT: 'where the built-in mailbox takes mail',
  MAIL_FROM: 'sender of our mails; without it, in development, orders@cartwright.example',
  MAIL_REQUESTS_TO: 'where requests for orders to other countries are mailed; without it, to the sender of our mails',
  GOOGLE_CLIENT_ID: 'signing in with Google; the two belong together, docs/how-to/sign-in-providers.md',
  GOOGLE_CLIENT_SECRET: 'see above',
  APPLE_CLIENT_ID: 'signing in with Apple: the services id; the four belong together',
  APPLE_TEAM_ID: 'see above',
  APPLE_KEY_ID: 'see above',
  APPLE_PRIVATE_KEY: 'the text of the key’s .p8 file; \\n may stand for a new line',
  OKTA_ISSUER: 'signing in with Okta, or another provider of OpenID Connect; the three belong together',
  OKTA_CLIENT_ID: 'see above',
  OKTA_CLIENT_SECRET: 'see above',
  IDENTITY_STAND_IN:
    'which of google, apple and okta the built-in provider plays where they are not configured, or none; without it google and apple in development; in production only where STAND_INS names identity',
  PERSONALIZATION_REFUSED_WORDS: 'words never put on a piece, beside the list of the library; by commas',
  PERSONALIZATION_ALLOWED_WORDS: 'words and names let through whatever that list says; by commas',
  ALARM_WEBHOOK_URL:
    'where alarms are sent, as JSON signed as Standard Webhooks say; the two belong together, docs/how-to/when-it-burns.md',
  ALARM_WEBHOOK_SECRET: 'whsec_ and 24 to 64 bytes in Base64; the receiver knows our alarms by it',
  ALARM_MAIL_TO: 'where alarms are mailed',
  ALARM_GUIDE: 'where your people read that guide: the link of an alarm leads to its heading there',
  ...retentionWords,
  OTEL_EXPORTER_OTLP_ENDPOINT:
    'where traces are sent, by OTLP over HTTP as JSON; without it nothing is traced (docs/how-to/watch.md)',
  OTEL_TRACES_SAMPLER_ARG: 'which part of all traces is kept, from 0 to 1',
  SHOP_SECRET: 'the secret all other keys are derived from',
  SHOP_SECRET_OLD:
    'what it was before, at most three by commas: what they signed is accepted, docs/how-to/rotate-secrets.md',
  STORED_VALUE_KEY:
    'the secret by which gift cards, codes and rewards are known; without it SHOP_SECRET, and those of SHOP_SECRET_OLD',
  STORED_VALUE_KEY_OLD:
    'what it was before, at most three by commas: what is known by them is found and rewritten, docs/how-to/rotate-secrets.md',
  FIRE_DRILL: 'whether /fire-drill answers; without it where the built-in gateway plays, and never in production',
  OPENAPI: 'whether /openapi and /openapi.json answer; without it everywhere but in production',
  INSTANCE_NAME:
    'what this process is called in its log and its heartbeat, with its number behind it where it is one of several of WEB_PROCESSES; without it the name of the machine and that number, or the id of a single process',
  LOG_LEVEL: 'how much is logged',
  KILL: 'for the drill only, never in production: the step of placing or cancelling an order at which the process kills itself',
  REQUESTS_PER_SECOND:
    'what one network may send to each process, a tenth of it forms and calls that change something; 0: any number; without it 300 in production',
}

/** Every setting with its default and meaning, as docs/reference/settings.md. */
export function settingsReference(): string {
  const rows = Object.entries(words).map(([name, meaning]) => `| \`${name}\` | ${defaultOf(name)} | ${meaning} |`)
  return `# Settings

Made from the code by \`npm run docs:reference\`. Read from the environment at start, all wrong ones named at once.

These are secrets: ${secretNames.map((name) => `\`${name}\``).join(', ')}. Each may be given as \`NAME_FILE\` instead, as in
\`${fileSetting('SHOP_SECRET')}\`: a file with nothing else in it, that others cannot read. Blanks and line ends around it are nothing of it.

| name | default | meaning |
|---|---|---|
${rows.join('\n')}
`
}

function defaultOf(name: string): string {
  const read = settings.safeParse({})
  const value: unknown = read.success ? read.data[name as keyof typeof read.data] : undefined
  if (value === undefined) return ''
  return `\`${Array.isArray(value) ? value.join(',') : String(value)}\``
}
